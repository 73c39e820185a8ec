package site.ycsb.tls.mongodb;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import site.ycsb.tls.testkit.ListenerTestbed;

/** The test server with the listeners that the tests are about. */
final class Testbeds {
  static final String TLS_1_2 = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";
  static final String TLS_1_3 = "TLS_AES_256_GCM_SHA384";

  /** What each listener pins. */
  static final Map<String, Map<String, String>> LISTENERS = listeners();

  private Testbeds() {}

  static ListenerTestbed start() throws IOException, InterruptedException {
    return ListenerTestbed.start(new MongoDbBinding(), LISTENERS);
  }

  /** One without TLS. */
  static ListenerTestbed startPlain() throws IOException, InterruptedException {
    return ListenerTestbed.start(new MongoDbBinding(), Map.of("plain", Map.of()));
  }

  private static Map<String, Map<String, String>> listeners() {
    Map<String, Map<String, String>> listeners = new LinkedHashMap<>();
    listeners.put("plain", Map.of());
    add(listeners, TLS_1_2, "2048");
    add(listeners, TLS_1_3, "2048");
    // A second key. Not 4096: without the optimizing compiler a signature takes a tenth of a
    // second.
    add(listeners, TLS_1_3, "3072");
    return listeners;
  }

  private static void add(
      Map<String, Map<String, String>> listeners, String suite, String keySize) {
    listeners.put(suite + "-RSA-" + keySize, Map.of("tls.cipher", suite, "tls.keysize", keySize));
  }
}
