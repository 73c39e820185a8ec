/**
 * The declared properties of every run, of its workload and of its report, with their values; files
 * of properties; and what messages about properties advise.
 *
 * <p>Why: docs/decisions/command-line.md.
 */
package site.ycsb.tls.property.run;
