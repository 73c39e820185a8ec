/**
 * Several load generators that make one run together: a coordinator, its agents, and how they find,
 * check and watch each other.
 *
 * <p>Whole runs are {@link site.ycsb.tls.fleet.FleetRun}'s; runs that take turns are {@link
 * site.ycsb.tls.fleet.FleetSlicedRun}'s, which share a {@link
 * site.ycsb.tls.fleet.SliceCoordinator}. On the agents these are a {@link
 * site.ycsb.tls.fleet.WholeAgentRun} and a {@link site.ycsb.tls.fleet.SlicedAgentRun}.
 *
 * <p>Belongs here: who is in the group, what its members tell each other, when a run or a slice
 * begins, and how the results become one. Does not belong here: what a run does (a run is {@code
 * bin/ycsb run}, in a JVM of its own), and anything on the console.
 *
 * <p>Why: docs/decisions/fleet-and-network.md.
 */
package site.ycsb.tls.fleet;
