/**
 * The objects that a command uses: the binding by its name, the servers for its variants, the
 * transport to them.
 *
 * <p>Belongs here: opening and closing them. Does not belong here: options of the command line,
 * output, measuring.
 */
package site.ycsb.tls.session;
