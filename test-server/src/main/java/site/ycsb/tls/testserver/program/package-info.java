/**
 * Server programs that are installed on this machine: started as an ordinary user, ended with their
 * launcher, and without more limits than a pin needs.
 *
 * <p>Belongs here: what the launchers of all such servers have in common, their ports too. Does not
 * belong here: the options, files and questions of one server, which are in its own module of
 * {@code testbed/}.
 *
 * <p>Why: docs/decisions/test-servers.md#programs-of-the-machine.
 */
package site.ycsb.tls.testserver.program;
