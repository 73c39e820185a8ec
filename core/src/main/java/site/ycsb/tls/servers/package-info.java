/**
 * The servers that runs talk to: the user's own, or test servers that this program starts as child
 * processes, with their certificates, listeners and processes; and what fits side by side on this
 * machine. Begin with {@link site.ycsb.tls.servers.Servers}.
 *
 * <p>Belongs here: which server serves which {@link site.ycsb.tls.servers.Variant}, starting,
 * restarting and ending them, for all databases; a database's recipe is a {@link
 * site.ycsb.tls.binding.TestServer} of its binding. Does not belong here: anything that measures,
 * or that knows what a run or a comparison is.
 *
 * <p>Why: docs/decisions/test-servers.md.
 */
package site.ycsb.tls.servers;
