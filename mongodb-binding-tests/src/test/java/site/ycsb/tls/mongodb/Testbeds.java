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
    // Not 4096: without the optimizing compiler a signature takes a tenth of a second.
    listeners.put(TLS_1_2 + "-RSA-2048", Map.of("tls.cipher", TLS_1_2, "tls.keysize", "2048"));
    listeners.put(TLS_1_3 + "-RSA-3072", Map.of("tls.cipher", TLS_1_3, "tls.keysize", "3072"));
    return listeners;
  }
}
