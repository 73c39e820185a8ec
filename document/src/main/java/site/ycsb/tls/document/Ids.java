package site.ycsb.tls.document;

import java.util.Locale;

/** Anchors and file names of the parts of a page. */
public final class Ids {
  private Ids() {}

  static void check(String id) {
    if (!id.matches("[a-z0-9]+(-[a-z0-9]+)*")) {
      throw new IllegalArgumentException(
          "an id needs lower-case letters, digits and single hyphens, given: " + id);
    }
  }

  /** An id made of any words; the same for the same words. */
  public static String of(String... words) {
    String id =
        String.join(" ", words)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    return id.isEmpty() ? "part" : id;
  }
}
