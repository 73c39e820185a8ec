/**
 * Several load generators that make one run together: a coordinator, its agents, and how they find,
 * check and watch each other.
 *
 * <p>Lives here: who is in the group, what its members tell each other, when a run begins, and how
 * the results become one. Must not live here: what a run does (a run is {@code bin/ycsb run}, in a
 * JVM of its own), and anything on the console.
 */
package site.ycsb.tls.fleet;
