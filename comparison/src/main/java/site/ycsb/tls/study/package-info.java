/**
 * A published experiment as a value: what its authors did and found, and the comparisons that
 * repeat it. {@link site.ycsb.tls.study.Study} contains all of it.
 *
 * <p>Belongs here: the values, and their translation into plans of comparisons. Does not belong
 * here: the format of the files ({@code file}), answers ({@code result}), how they are shown.
 *
 * <p>Why: docs/decisions/studies.md.
 */
package site.ycsb.tls.study;
