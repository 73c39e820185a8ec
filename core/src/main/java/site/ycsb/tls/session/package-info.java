/**
 * The objects that a command uses: the binding by its name, its servers, the transport to them.
 *
 * <p>Belongs here: opening and closing them, and what can be pinned with them. Does not belong
 * here: options of the command line, output, measuring, which server serves what ({@code servers}).
 *
 * <p>Why: docs/decisions/command-line.md and docs/decisions/structure.md.
 */
package site.ycsb.tls.session;
