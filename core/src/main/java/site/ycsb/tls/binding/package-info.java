/**
 * The interfaces that a binding module implements.
 *
 * <p>Belongs here: the contract between the engine and a binding, and the values that cross it;
 * what a protocol says before TLS, and TLS between the nodes of a cluster. Must not live here:
 * anything that runs a workload.
 *
 * <p>Why: docs/decisions/structure.md and docs/decisions/databases.md.
 */
package site.ycsb.tls.binding;
