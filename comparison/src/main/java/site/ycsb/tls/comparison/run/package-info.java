/**
 * Runs a comparison: blocks in random order, each run a JVM of its own, everything kept in one
 * directory. Begin with {@link site.ycsb.tls.comparison.run.PlanExecution}.
 *
 * <p>Belongs here: the order of runs, loading, when to stop, the forked runs and how they are
 * spoken to, the directory. Does not belong here: what is compared ({@code plan}), what came out
 * ({@code result}), how it is shown ({@code page}), the command line, anything that knows one
 * particular database or server.
 *
 * <p>Why: docs/decisions/slices.md and docs/decisions/test-servers.md.
 */
package site.ycsb.tls.comparison.run;
