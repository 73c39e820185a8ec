/**
 * Server programs for the recipes of test servers: those that are installed on this machine, and
 * others from Debian's packages.
 *
 * <p>Belongs here: where programs are found, how they are fetched, and what the user passes on to
 * them. Does not belong here: how one server is started, which its recipe and its launcher say.
 *
 * <p>Why: docs/decisions/test-servers.md#programs-of-the-machine.
 */
package site.ycsb.tls.binding.program;
