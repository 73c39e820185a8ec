/**
 * The formats of a {@link site.ycsb.tls.document.Document}: one HTML file, text for a terminal,
 * Markdown, LaTeX, CSV of a table. Each is a function from document to characters, and escapes the
 * special characters of its format.
 *
 * <p>Does not belong here: what is in a document.
 *
 * <p>Why: docs/decisions/reports.md.
 */
package site.ycsb.tls.document.page;
