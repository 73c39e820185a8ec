package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.property.UsageException;

class ServersTest {
  private static final Variant PLAIN = new Variant("plain", Map.of());
  private static final Variant TLS = tls("TLS_AES_256_GCM_SHA384", "RSA-2048");
  private static final Variant OTHER_SUITE =
      tls("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "RSA-2048");
  private static final Variant USUAL_KEY =
      new Variant("usual", Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256"));
  private static final Variant OTHER_KEY = tls("TLS_AES_256_GCM_SHA384", "RSA-3072");

  private static Variant tls(String suite, String key) {
    return new Variant(suite + key, Map.of("tls.cipher", suite, "tls.keysize", key));
  }

  @Test
  void oneServerServesAllVariantsOfOneKey() {
    assertThat(areSeveral(false, PLAIN, TLS, OTHER_SUITE, USUAL_KEY)).isFalse();
    assertThat(areSeveral(false, PLAIN, TLS, OTHER_KEY)).isTrue();
    assertThat(areSeveral(true, PLAIN, TLS, OTHER_KEY)).isFalse();
  }

  /** Otherwise plain would have a server of its own, and differ by more than TLS. */
  @Test
  void plainJoinsTheFirstServerWithTls() {
    ServerPlaces places =
        ServerPlaces.of(
            new Database(false), new TreeMap<>(), List.of(PLAIN, TLS, OTHER_KEY), Path.of(""));

    assertThat(places.of(PLAIN).state())
        .isEqualTo(places.of(TLS).state())
        .isNotEqualTo(places.of(OTHER_KEY).state());
    assertThat(places.of(TLS).listeners()).containsKeys("plain", places.of(TLS).listener());
  }

  @Test
  void aServerWithATlsLibraryOfItsOwnTakesAPostQuantumGroupOrNot() {
    assertThat(providerFor(new Database(false), "X25519MLKEM768")).isNull();
  }

  @Test
  void aServerInAJvmHasBouncyCastleForAGroupThatItsJdkLacks() {
    for (String group : List.of("X25519MLKEM768", "SecP256r1MLKEM768", "x25519")) {
      boolean known = JvmSuites.ofProvider("SunJSSE").groups().contains(NamedGroup.parse(group));

      assertThat(providerFor(new InJvm(), group)).isEqualTo(known ? null : "BCJSSE");
    }
  }

  /** What the server's {@code testbed.provider} becomes when a variant pins the group. */
  private static String providerFor(TestServer recipe, String group) {
    Variant pinned =
        new Variant(group, Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.group", group));
    return ServerPlaces.of(recipe, new TreeMap<>(), List.of(pinned), Path.of(""))
        .of(pinned)
        .properties()
        .get("testbed.provider");
  }

  @Test
  void serversOfTheUserAreNotOurs() {
    Map<String, String> given = new TreeMap<>();
    given.put("host", "db.example.org");
    assertThat(Servers.areSeveral(new Database(false), given, List.of(PLAIN, TLS, OTHER_KEY)))
        .isFalse();
  }

  @Test
  void commandIsNotForTestServers() {
    assertThatThrownBy(
            () ->
                Servers.of(
                    new Database(true),
                    new TreeMap<>(),
                    List.of(PLAIN, TLS),
                    Path.of(""),
                    true,
                    Optional.of(new ServerRestart("true", ServerRestart.LONGEST)),
                    new PrintWriter(Writer.nullWriter())))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--server-restart");
  }

  private static boolean areSeveral(boolean manyListeners, Variant... variants) {
    return Servers.areSeveral(new Database(manyListeners), new TreeMap<>(), List.of(variants));
  }

  /** A binding whose test server is never started. */
  private record Database(boolean manyListeners) implements UnusedBinding, UnusedBinding.Server {
    @Override
    public boolean namesServer(Map<String, String> properties) {
      return properties.containsKey("host");
    }

    @Override
    public Optional<TestServer> testServer() {
      return Optional.of(this);
    }

    @Override
    public boolean hasManyListeners() {
      return manyListeners;
    }
  }

  /** A test server whose TLS is its JVM's or a provider's. */
  private record InJvm() implements UnusedBinding.Server {
    @Override
    public Tls tls() {
      return Tls.JVM_OR_PROVIDER;
    }
  }
}
