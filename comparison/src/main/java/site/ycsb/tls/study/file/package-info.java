/**
 * The files of studies: YAML, read with the line of everything that is wrong ({@code
 * docs/studies.md} describes the schema). {@link site.ycsb.tls.study.file.StudyFile} is the
 * entrance.
 *
 * <p>Belongs here: the format. Does not belong here: what a study means.
 *
 * <p>Why: docs/decisions/studies.md#a-study-is-a-file.
 */
package site.ycsb.tls.study.file;
