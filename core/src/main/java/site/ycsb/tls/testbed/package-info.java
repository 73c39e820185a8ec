/**
 * Starts test servers as child processes: their certificates, their listeners, their processes.
 *
 * <p>Belongs here: code for the servers of all databases; a database's recipe is a {@link
 * site.ycsb.tls.binding.TestServer} of its binding. Does not belong here: anything that measures,
 * or that knows what a run is.
 */
package site.ycsb.tls.testbed;
