/**
 * The workloads: YCSB's {@code CoreWorkload} with reproducible keys, connection churn, and
 * sysbench's read-only transaction.
 *
 * <p>Belongs here: workloads and key generators. Does not belong here: timing, threads, databases.
 *
 * <p>Why: docs/decisions/runs.md.
 */
package site.ycsb.tls.workload;
