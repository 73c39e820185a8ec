/**
 * A study being repeated: the comparisons of its parts on this machine, and the directory that
 * keeps them.
 *
 * <p>Does not belong here: what a study says ({@code study}), its answers ({@code result}), the
 * command line.
 */
package site.ycsb.tls.study.run;
