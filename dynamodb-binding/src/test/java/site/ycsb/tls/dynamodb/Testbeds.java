package site.ycsb.tls.dynamodb;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import site.ycsb.tls.testkit.ListenerTestbed;

/** DynamoDB Local with the listeners that the tests are about. */
final class Testbeds {
  static final String TLS_1_2 = "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384";
  static final String TLS_1_3 = "TLS_AES_256_GCM_SHA384";

  /** A suite that Jetty's own lists leave out. */
  static final String CBC = "TLS_DHE_RSA_WITH_AES_128_CBC_SHA";

  /** What each listener pins. */
  static final Map<String, Map<String, String>> LISTENERS = listeners();

  private Testbeds() {}

  static ListenerTestbed start() throws IOException, InterruptedException {
    return ListenerTestbed.start(new DynamoDbBinding(), LISTENERS);
  }

  private static Map<String, Map<String, String>> listeners() {
    Map<String, Map<String, String>> listeners = new LinkedHashMap<>();
    listeners.put("plain", Map.of());
    for (String suite : new String[] {TLS_1_2, TLS_1_3, CBC}) {
      listeners.put(suite, Map.of("tls.cipher", suite, "tls.keysize", "2048"));
    }
    return listeners;
  }
}
