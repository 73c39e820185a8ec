package site.ycsb.tls.testkit;

import java.util.Map;
import java.util.TreeMap;

/** Properties, as on a command line. */
public final class Given {
  private Given() {}

  /** Of words {@code NAME=VALUE}. */
  public static Map<String, String> properties(String... words) {
    Map<String, String> properties = new TreeMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      properties.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return properties;
  }

  public static Map<String, String> map(Map<String, String> properties) {
    return properties;
  }
}
