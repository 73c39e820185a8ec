package site.ycsb.tls.document;

import java.util.List;

/**
 * A part of a page with a heading.
 *
 * @param id anchor, lower-case letters, digits and hyphens; unique in the document
 * @param title plain text
 * @param blocks in their order
 */
public record Section(String id, String title, List<Block> blocks) {
  public Section {
    Ids.check(id);
    blocks = List.copyOf(blocks);
  }
}
