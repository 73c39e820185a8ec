/**
 * A page as values: sentences, sections, tables and charts. {@link site.ycsb.tls.document.Document}
 * contains all of it; every format (HTML, text, Markdown, LaTeX, CSV) is made from it.
 *
 * <p>It contains text and data, never markup; the formats escape. Does not belong here: where the
 * figures come from, how they are drawn.
 *
 * <p>Why: docs/decisions/reports.md.
 */
package site.ycsb.tls.document;
