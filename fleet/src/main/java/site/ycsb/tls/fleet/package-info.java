/**
 * Several load generators that make one run together: a coordinator, its agents, and how they find,
 * check and watch each other.
 *
 * <p>On the coordinator a run is a {@link site.ycsb.tls.fleet.FleetRun}: whole ({@link
 * site.ycsb.tls.fleet.FleetWholeRun}, one slice as long as the run) or one that takes turns ({@link
 * site.ycsb.tls.fleet.FleetSlicedRun}). All share the {@link site.ycsb.tls.fleet.AgentContacts}. On
 * an agent it is an {@link site.ycsb.tls.fleet.AgentRun}: a {@link
 * site.ycsb.tls.fleet.WholeAgentRun} or a {@link site.ycsb.tls.fleet.SlicedAgentRun}.
 *
 * <p>Belongs here: who is in the group, what its members tell each other, when a run or a slice
 * begins, and how the results become one. Does not belong here: what a run does (a run is {@code
 * bin/ycsb run}, in a JVM of its own), and anything on the console.
 *
 * <p>Why: docs/decisions/fleet-and-network.md.
 */
package site.ycsb.tls.fleet;
