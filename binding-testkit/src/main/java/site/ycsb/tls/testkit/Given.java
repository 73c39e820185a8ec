package site.ycsb.tls.testkit;

import java.util.Map;
import java.util.Properties;
import site.ycsb.tls.property.TypedProperties;

/** Properties, as on a command line. */
public final class Given {
  private Given() {}

  /** Of words {@code NAME=VALUE}. */
  public static Properties properties(String... words) {
    Properties properties = new Properties();
    for (String word : words) {
      int equals = word.indexOf('=');
      properties.setProperty(word.substring(0, equals), word.substring(equals + 1));
    }
    return properties;
  }

  public static Map<String, String> map(Properties properties) {
    return TypedProperties.asMap(properties);
  }
}
