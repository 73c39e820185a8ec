/**
 * A page as values: sentences, sections, tables and charts. {@link
 * site.ycsb.tls.report.document.Document} is the whole of it; every format (HTML, text, Markdown,
 * LaTeX, CSV) is made from it.
 *
 * <p>This is what whoever has something to show hands over: text and data, never markup. Escaping
 * is the formats' business. Must not live here: where the figures come from, how they are drawn.
 */
package site.ycsb.tls.report.document;
