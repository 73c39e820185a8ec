package site.ycsb.tls.document.page;

import com.samskivert.mustache.Mustache;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The files for pages on the class path: template, style, script. */
final class PageResources {
  private PageResources() {}

  /** It escapes what it inserts, and no line breaks before a percent sign. */
  static Mustache.Compiler compiler() {
    return Mustache.compiler().withFormatter(value -> unbroken(value.toString()));
  }

  /** With a no-break space before each percent sign. */
  static String unbroken(String text) {
    return text.replace(" %", "\u00a0%");
  }

  /** Exactly as the browser reads it; otherwise the hash differs. */
  static String text(String name) throws IOException {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
  }

  private static InputStream open(String name) throws IOException {
    InputStream in = PageResources.class.getResourceAsStream(name);
    if (in == null) {
      throw new FileNotFoundException("not on the class path: " + name);
    }
    return in;
  }
}
