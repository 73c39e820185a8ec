/**
 * How the result of a comparison is shown: as text, CSV and one HTML file, all made from {@link
 * site.ycsb.tls.report.Report}.
 *
 * <p>Lives here: formats, which nobody but the command line depends on. Must not live here:
 * anything that computes a figure which is not in the result already.
 */
package site.ycsb.tls.report;
