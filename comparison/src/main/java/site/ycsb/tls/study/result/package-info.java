/**
 * What came of a study: published and measured figures side by side, and whether the authors'
 * conclusions hold. {@link site.ycsb.tls.study.result.StudyResult} is the whole of it, and what
 * {@code study.json} holds.
 *
 * <p>Belongs here: values, and their computation from comparisons. Does not belong here: anything
 * that runs, formulas of statistics, how results are shown.
 *
 * <p>Why: docs/decisions/statistics.md#a-studys-conclusions.
 */
package site.ycsb.tls.study.result;
