/**
 * Random draws of operations and keys.
 *
 * <p>Why: docs/decisions/runs.md#keys-that-follow-a-seed.
 */
package site.ycsb.tls.workload.draw;
