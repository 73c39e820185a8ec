/**
 * How a study is shown: published beside measured, and the answers, in every format that a {@link
 * site.ycsb.tls.document.Document} has.
 *
 * <p>Belongs here: what stands on the page. Does not belong here: figures that are not in the
 * result already, markup.
 */
package site.ycsb.tls.study.page;
