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
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;

class ServersTest {
  private static final Variant PLAIN = new Variant("plain", Map.of());
  private static final Variant TLS = tls("TLS_AES_256_GCM_SHA384", "RSA-2048");
  private static final Variant OTHER_SUITE =
      tls("TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "RSA-2048");
  private static final Variant USUAL_KEY =
      new Variant("usual", Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256"));
  private static final Variant OTHER_KEY = tls("TLS_AES_256_GCM_SHA384", "RSA-3072");
  private static final String NO_PROGRAM = "there is no program none";

  private static final TlsPin TLS_ML_DSA =
      TlsPin.of("TLS_AES_128_GCM_SHA256").withServerKey(ServerKey.parse("ML-DSA-65"));

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

  /** Each has data of its own, which are loaded for it. */
  @Test
  void plainHasAServerOfItsOwnWhereAPortHasTlsOrNot() {
    TestServer recipe =
        new UnusedBinding.Server() {
          @Override
          public boolean hasManyListeners() {
            return false;
          }

          @Override
          public boolean mixesPlainAndTls() {
            return false;
          }
        };
    // The command's own properties have the suites of all variants.
    Map<String, String> given = new TreeMap<>(Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384"));
    ServerPlaces places =
        ServerPlaces.of(recipe, given, List.of(PLAIN, TLS, OTHER_SUITE), Path.of(""));

    assertThat(places.of(PLAIN).listeners()).containsOnlyKeys("plain");
    assertThat(places.of(TLS).listeners()).doesNotContainKey("plain").hasSize(2);
    assertThat(places.of(TLS).state())
        .isEqualTo(places.of(OTHER_SUITE).state())
        .isNotEqualTo(places.of(PLAIN).state());
    assertThat(places.of(TLS).settings()).isNotEqualTo(places.of(PLAIN).settings());
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

  @Test
  void aServerInAJvmHasBouncyCastleForASuiteOrKeyThatItsJdkLacks() {
    for (String suite : List.of("TLS_SM4_GCM_SM3", "ECDHE-ARIA256-GCM-SHA384")) {
      assertThat(provider(new InJvm(), Map.of("tls.cipher", suite))).isEqualTo("BCJSSE");
    }
    assertThat(provider(new Database(false), Map.of("tls.cipher", "CAMELLIA256-SHA"))).isNull();
    Map<String, String> mlDsa =
        Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.keysize", "ML-DSA-65");
    boolean known = JvmSuites.ofProvider("SunJSSE").verifies(TLS_ML_DSA);
    assertThat(provider(new InJvm(), mlDsa)).isEqualTo(known ? null : "BCJSSE");
  }

  /** What the server's {@code testbed.provider} becomes when a variant pins the group. */
  private static String providerFor(TestServer recipe, String group) {
    return provider(recipe, Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.group", group));
  }

  private static String provider(TestServer recipe, Map<String, String> properties) {
    Variant pinned = new Variant("pinned", properties);
    return ServerPlaces.of(recipe, new TreeMap<>(), List.of(pinned), Path.of(""))
        .of(pinned)
        .properties()
        .get("testbed.provider");
  }

  /** Its own settings say what it can serve, not those of the command. */
  @Test
  void aVariantIsServedByTheServerOfItsOwnSettings() {
    Variant newer =
        new Variant(
            "newer", Map.of("testbed.version", "18", "tls.cipher", "TLS_AES_128_GCM_SHA256"));
    TestServer recipe =
        new UnusedBinding.Server() {
          @Override
          public boolean hasManyListeners() {
            return false;
          }

          @Override
          public void requireCanServe(Map<String, String> properties, TlsOptions tls) {
            if (!"18".equals(properties.get("testbed.version"))) {
              throw new UsageException("too old");
            }
          }
        };

    assertThat(
            ServerPlaces.of(recipe, new TreeMap<>(), List.of(PLAIN, newer), Path.of(""))
                .of(newer)
                .listeners())
        .containsKey("plain")
        .hasSize(2);
    assertThatThrownBy(
            () -> ServerPlaces.of(recipe, new TreeMap<>(), List.of(PLAIN, TLS), Path.of("")))
        .hasMessage("too old");
  }

  /** Otherwise a client whose connections all arrived elsewhere would be believed. */
  @Test
  void aListenerThatSawNothingSaysSo() {
    assertThat(TestServers.connections(ListenerWitness.NOTHING, TLS.tls()))
        .containsExactly(Map.entry("TLSv1.3 TLS_AES_256_GCM_SHA384", 0L));
    assertThat(TestServers.connections(ListenerWitness.NOTHING, PLAIN.tls()))
        .containsExactly(Map.entry("plain", 0L));
    assertThat(
            TestServers.connections(
                new ListenerWitness(
                    3,
                    0,
                    Map.of(new Negotiated("TLSv1.2", "TLS_RSA_WITH_AES_128_CBC_SHA", false), 3L)),
                TLS.tls()))
        .containsOnly(
            Map.entry("TLSv1.3 TLS_AES_256_GCM_SHA384", 0L),
            Map.entry("TLSv1.2 TLS_RSA_WITH_AES_128_CBC_SHA", 3L));
  }

  @Test
  void serversOfTheUserAreNotOurs() {
    Map<String, String> given = new TreeMap<>();
    given.put("host", "db.example.org");
    assertThat(Servers.areSeveral(new Database(false), given, List.of(PLAIN, TLS, OTHER_KEY)))
        .isFalse();
  }

  /** Two variants would be the same server under two names. */
  @Test
  void settingsOfTestServersAreNotThoseOfTheUsersServer() {
    Database database = new Database(false);
    Map<String, String> given = Map.of("host", "db.example.org");
    for (String name : List.of("testbed.heap", "variants.big.testbed.heap")) {
      assertThatThrownBy(
              () -> Servers.refuseSettingsWithoutEffect(database, given, List.of("table", name)))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(name + ": a setting of test servers");
      Servers.refuseSettingsWithoutEffect(database, Map.of(), List.of("table", name));
    }
    Servers.refuseSettingsWithoutEffect(database, given, List.of("table"));
  }

  /** One that no run would read; in a sweep over tls.verify some do. */
  @Test
  void refusesACaWhereNoRunVerifiesChains() {
    Map<String, String> named = Map.of("host", "db.example.org");
    for (String name : List.of("tls.ca", "tls.truststore")) {
      Map<String, String> none = Map.of(name, "a.file", "tls.verify", "None");

      assertThatThrownBy(() -> refuseTrustOfNobody(named, List.of(Map.of(), none)))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(name + "=a.file: with tls.verify=none no chain is verified");
      refuseTrustOfNobody(named, List.of(none, Map.of(name, "a.file")));
      refuseTrustOfNobody(named, List.of(Map.of("tls.verify", "none")));
      // A test server has a CA of its own, and a file may be for others, too.
      refuseTrustOfNobody(Map.of(), List.of(none));
    }
  }

  private static void refuseTrustOfNobody(
      Map<String, String> given, List<Map<String, String>> runs) {
    Servers.refuseTrustOfNobody(new Database(false), given, runs);
  }

  /** The test server's replace them: a password would not be asked for, and a CA not be used. */
  @Test
  void settingsOfAServerOfTheUsersAreNotThoseOfATestServer() {
    WithUser database = new WithUser();
    for (String name :
        List.of("db.user", "variants.a.db.user", "db.passwd", "tls.ca", "tls.truststore")) {
      Map<String, String> given = new TreeMap<>(Map.of(name, "x", "table", "t"));
      assertThatThrownBy(() -> Servers.refuseSettingsWithoutEffect(database, given, given.keySet()))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(name + ": no server is named, so a test server would be started");
      // Of a file that others use, too.
      Servers.refuseSettingsWithoutEffect(database, given, List.of("table"));
      given.put("host", "db.example.org");
      Servers.refuseSettingsWithoutEffect(database, given, given.keySet());
    }
    // What the test server has, too; words may be in upper case.
    Map<String, String> same = Map.of("db.user", "ycsb", "db.createtable", " TRUE");
    Servers.refuseSettingsWithoutEffect(database, same, same.keySet());
  }

  /** MariaDB has no heap: two variants would be the same server under two names. */
  @Test
  void settingsOfAJvmAreNotThoseOfAServerThatIsNoJavaProgram() {
    TestServer recipe =
        new UnusedBinding.Server() {
          @Override
          public boolean isJava() {
            return false;
          }
        };

    for (String given : List.of("testbed.heap=1g", "testbed.provider=SunJSSE")) {
      String[] setting = given.split("=", 2);
      Map<String, String> properties = Map.of(setting[0], setting[1]);
      assertThatThrownBy(
              () -> ServerPlaces.of(recipe, new TreeMap<>(properties), List.of(PLAIN), Path.of("")))
          .isInstanceOf(UsageException.class)
          .hasMessage(
              setting[0]
                  + ": the test server none is no Java program and would ignore it; leave it out");
      assertThat(ServerPlaces.of(new InJvm(), properties, List.of(PLAIN), Path.of("")).areAlike())
          .isTrue();
    }
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

  /** Otherwise both would open the same files. */
  @Test
  void serversSideBySideDoNotShareADirectoryOfTheUsers() {
    Map<String, String> given = new TreeMap<>(Map.of("testbed.data", "/data/ring"));

    assertThatThrownBy(() -> start(given, PLAIN, TLS, OTHER_KEY))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            "testbed.data=/data/ring: these variants have servers of their own");
    // One server, or a directory for each: they get as far as their programs.
    assertThatThrownBy(() -> start(given, PLAIN, TLS)).hasMessage(NO_PROGRAM);
    Variant elsewhere =
        new Variant(
            "elsewhere",
            Map.of(
                "tls.cipher", "TLS_AES_256_GCM_SHA384",
                "tls.keysize", "RSA-3072",
                "testbed.data", "/data/other"));
    assertThatThrownBy(() -> start(given, PLAIN, TLS, elsewhere)).hasMessage(NO_PROGRAM);
  }

  private static void start(Map<String, String> given, Variant... variants) throws Exception {
    given.put("testbed.program", "none");
    Servers.of(
            new Database(false),
            given,
            List.of(variants),
            Path.of(""),
            true,
            Optional.empty(),
            new PrintWriter(Writer.nullWriter()))
        .close();
  }

  /** Of all variants, before the server of the first is started. */
  @Test
  void whatATestServerLacksIsKnownBeforeItIsStarted() throws Exception {
    Variant lacking = new Variant("lacking", Map.of("testbed.program", "none"));
    Map<String, String> given = new TreeMap<>();

    assertThat(Servers.obstacle(new Database(true), given, List.of(PLAIN, TLS))).isEmpty();
    assertThat(Servers.obstacle(new Database(true), given, List.of(PLAIN, lacking)))
        .contains("there is no program none");
    given.put("host", "db.example.org");
    assertThat(Servers.obstacle(new Database(true), given, List.of(PLAIN, lacking))).isEmpty();
  }

  private static boolean areSeveral(boolean manyListeners, Variant... variants) {
    return Servers.areSeveral(new Database(manyListeners), new TreeMap<>(), List.of(variants));
  }

  /** A binding that is its own test server, which is never started. */
  private interface OwnServer extends UnusedBinding, UnusedBinding.Server {
    @Override
    default boolean namesServer(Map<String, String> properties) {
      return properties.containsKey("host");
    }

    @Override
    default Optional<TestServer> testServer(Map<String, String> properties) {
      return Optional.of(this);
    }
  }

  /** One that may have many listeners. */
  private record Database(boolean manyListeners) implements OwnServer {
    @Override
    public boolean hasManyListeners() {
      return manyListeners;
    }

    @Override
    public Optional<String> dataOfTheUser(Map<String, String> properties) {
      return Optional.ofNullable(properties.get("testbed.data"))
          .map(data -> "testbed.data=" + data);
    }

    @Override
    public Optional<String> obstacle(Map<String, String> properties) {
      return Optional.ofNullable(properties.get("testbed.program"))
          .map(program -> "there is no program " + program);
    }
  }

  /** One whose test server has a user of its own, who has no password. */
  private record WithUser() implements OwnServer {
    @Override
    public List<Property<?>> properties() {
      return List.of(Property.optional("db.passwd", ValueType.password(), "none", "the user's"));
    }

    @Override
    public Map<String, String> clientProperties(
        String host, int port, Map<String, String> properties) {
      return Map.of("host", host, "db.user", "ycsb", "db.createtable", "true");
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
