/**
 * The formats of a {@link site.ycsb.tls.report.document.Document}: one HTML file, text for a
 * terminal, Markdown, LaTeX, CSV of a table. Each is a function from document to characters, and
 * escapes what its format gives a meaning to.
 *
 * <p>Must not live here: what is in a document.
 */
package site.ycsb.tls.report.page;
