package site.ycsb.tls.mongodb;

import java.util.Optional;
import java.util.stream.Stream;
import org.bson.Document;

/**
 * Name and version of a server that speaks MongoDB's protocol. Other products say the version of
 * MongoDB that they imitate, and add a field of their own: {@code ferretdbVersion}, or a document
 * {@code ferretdb} with a {@code version}.
 */
final class ServerProductName {
  private static final String VERSION = "Version";

  /** MongoDB's own, which is no product. */
  private static final String GIT_VERSION = "gitVersion";

  private ServerProductName() {}

  /**
   * For example {@code MongoDB 7.0.42}, or {@code ferretdb v1.24.2 (as MongoDB 7.0.42)}.
   *
   * @param buildInfo the server's answer to the command of this name
   */
  static String of(Document buildInfo) {
    String mongoDb = "MongoDB " + buildInfo.getString("version");
    return buildInfo.keySet().stream()
        .flatMap(key -> product(key, buildInfo.get(key)).stream())
        .findFirst()
        .map(product -> product + " (as " + mongoDb + ")")
        .orElse(mongoDb);
  }

  private static Optional<String> product(String key, Object value) {
    if (value instanceof String version && key.endsWith(VERSION) && !key.equals(GIT_VERSION)) {
      return Optional.of(key.substring(0, key.length() - VERSION.length()) + " " + version);
    }
    return value instanceof Document document
            && Stream.of("openssl", "buildEnvironment").noneMatch(key::equals)
        ? Optional.ofNullable(document.get("version")).map(version -> key + " " + version)
        : Optional.empty();
  }
}
