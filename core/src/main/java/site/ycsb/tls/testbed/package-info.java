/**
 * Starts test servers as child processes: their certificates, their listeners, their processes.
 *
 * <p>Lives here: what is the same for the servers of all databases; a database's recipe is a {@link
 * site.ycsb.tls.binding.TestServer} of its binding. Must not live here: anything that measures, or
 * that knows what a run is.
 */
package site.ycsb.tls.testbed;
