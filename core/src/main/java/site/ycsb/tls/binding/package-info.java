/**
 * The interfaces that a binding module implements.
 *
 * <p>Belongs here: the contract between the engine and a binding, and the values that cross it.
 * Must not live here: anything that knows one particular database, or that runs a workload.
 */
package site.ycsb.tls.binding;
