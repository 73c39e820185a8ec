/**
 * Makes the runs of a comparison: blocks in random order, each run a JVM of its own, everything
 * kept in one directory.
 *
 * <p>Belongs here: the order of runs, loading, the forked runs, the directory. Does not belong
 * here: what is compared ({@code plan}), what came out ({@code result}), how it is shown, the
 * command line, anything that knows one particular database or server.
 */
package site.ycsb.tls.compare;
