/**
 * What the threads do: YCSB's {@code CoreWorkload} with reproducible keys, and the connection-churn
 * workload.
 *
 * <p>Lives here: workloads and key generators. Must not live here: timing, threads, databases.
 */
package site.ycsb.tls.workload;
