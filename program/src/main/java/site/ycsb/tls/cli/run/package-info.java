/**
 * The commands {@code run}, {@code load} and {@code agent}: one run, in this process or as a part
 * of a fleet.
 *
 * <p>Does not belong here: several runs; see {@code compare}.
 */
package site.ycsb.tls.cli.run;
