package example;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testkit.PostgreSqlServer;
import site.ycsb.tls.testkit.Ycsb;

/** {@code bin/ycsb} with clients that know nothing of it, and real servers. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnyClientIT {
  private static final String LIB =
      Path.of(System.getProperty("ycsb.home")).resolve("examples/any-client/target/lib") + "/*";
  private static final Path WORKLOADS =
      Path.of(System.getProperty("ycsb.home")).resolve("workloads");
  private static final String PIN = "tls.cipher=" + RedisServer.SUITE;

  @TempDir private static Path redisDirectory;
  private static RedisServer redis;

  @TempDir private Path directory;

  @BeforeAll
  static void startRedis() throws Exception {
    if (Requirement.REDIS.isMet()) {
      redis = RedisServer.start(redisDirectory);
    }
  }

  @AfterAll
  static void stopRedis() throws Exception {
    if (redis != null) {
      redis.close();
    }
  }

  private Ycsb run(String command, String client, String... properties) throws Exception {
    return run(WORKLOADS.resolve("workloada"), command, client, properties);
  }

  private Ycsb run(Path workload, String command, String client, String... properties)
      throws Exception {
    return start(
        workload,
        List.of(command, client),
        List.of(with(new String[] {"recordcount=100", "operationcount=400"}, properties)),
        "-s");
  }

  private Ycsb start(
      Path workload, List<String> command, List<String> properties, String... options)
      throws Exception {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("-cp", LIB, "-P", workload.toString()));
    properties.forEach(property -> words.addAll(List.of("-p", property)));
    words.addAll(List.of(options));
    return Ycsb.run(directory, words.toArray(String[]::new));
  }

  private static String plainPort() {
    return "redis.port=" + redis.port;
  }

  private static String alsoWithTls() {
    return "tls.also=redis.tls=true,redis.port=" + redis.tlsPort;
  }

  private static String ca() {
    return "tls.ca=" + redis.ca;
  }

  private void loadRedis(String client) throws Exception {
    Ycsb loaded = run("load", client, plainPort());
    assertThat(loaded.exitCode()).as(loaded.err()).isZero();
  }

  @Test
  @Needs(Requirement.REDIS)
  void redisWithoutTlsAndWithThePin() throws Exception {
    assertPlainAndPinned("example.JedisClient");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void redisThroughNettyWithoutTlsAndWithThePin() throws Exception {
    assertPlainAndPinned("example.LettuceClient");
  }

  private static double number(Ycsb run, String operation, String measurement) {
    return Double.parseDouble(run.reported(operation, measurement));
  }

  private void assertPlainAndPinned(String client) throws Exception {
    loadRedis(client);
    Ycsb plain = run("run", client, plainPort(), alsoWithTls().replace("tls.also", "my.also"));
    assertThat(plain.exitCode()).as(plain.err()).isZero();
    assertThat(plain.out()).doesNotContain("CipherSuite").doesNotContain("[CONNECTIONS], Opened");
    // Each operation is sent and answered.
    assertThat(number(plain, "CONNECTIONS", "WriteCalls"))
        .isGreaterThanOrEqualTo(number(plain, "READ", "Operations"));
    assertThat(number(plain, "CONNECTIONS", "ReadCalls"))
        .isGreaterThanOrEqualTo(number(plain, "READ", "Operations"));

    Ycsb tls = run("run", client, plainPort(), PIN, ca(), alsoWithTls(), "threadcount=2");
    assertThat(tls.exitCode()).as(tls.err()).isZero();
    // The server has no other suite.
    assertThat(tls.reported("TLS", "CipherSuite")).isEqualTo(RedisServer.SUITE);
    assertThat(tls.reported("TLS", "SetupHandshakesFull")).isEqualTo("2");
    assertThat(tls.reported("READ", "Return=OK")).isNotEqualTo("0");
    assertThat(number(tls, "CONNECTIONS", "PayloadBytesIn")).isPositive();
    // A record begins in one call, and may need more.
    assertThat(number(tls, "CONNECTIONS", "WriteCalls"))
        .isBetween(number(tls, "READ", "Operations"), number(tls, "TLS", "RecordsOut") * 2);

    run("run", client, plainPort(), "tls.cipher=TLS_AES_128_GCM_SHA256", ca(), alsoWithTls())
        .assertRefused(1, "TLS_AES_128_GCM_SHA256");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void whatIsNotPinnedFailsTheRun() throws Exception {
    loadRedis("example.JedisClient");
    // Nothing turns its TLS on.
    run("run", "example.JedisClient", plainPort(), PIN, ca())
        .assertRefused(
            1,
            "bytes of a connection were not of the pinned TLS",
            "a connection to 127.0.0.1:" + redis.port,
            "tls.also");
    // It never connects at all.
    run("run", "basic", PIN, ca())
        .assertRefused(1, "tls.cipher was given, but no connection used TLS");
    // Netty's OpenSSL is not Java's TLS.
    run(
            "run",
            "example.LettuceClient",
            plainPort(),
            PIN,
            ca(),
            alsoWithTls() + ",redis.openssl=true,redis.ca=" + redis.ca)
        .assertRefused(1, "Netty's OpenSSL", "-Dio.netty.handler.ssl.noOpenSsl=true");
    // Less went through it than the values that it read should have.
    run(
            WORKLOADS.resolve("workloadc"),
            "run",
            "example.JedisClient",
            plainPort(),
            PIN,
            ca(),
            alsoWithTls(),
            "fieldlength=100000")
        .assertRefused(1, "bytes went through the pinned TLS");
    // Not Java's TLS, in a run without TLS.
    run(
            "run",
            "example.LettuceClient",
            "redis.port=" + redis.tlsPort,
            "redis.tls=true",
            "redis.openssl=true",
            "redis.ca=" + redis.ca)
        .assertRefused(1, "were TLS in a run without TLS", "the first of them a TLS record");
    // A run without TLS in which the client uses it nonetheless.
    run("run", "example.JedisClient", "redis.port=" + redis.tlsPort, "redis.tls=true")
        .assertRefused(1, "this run is without TLS");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void badInputIsRefused() throws Exception {
    run("run", "example.JedisClient", PIN, "tls.also=redis.tls")
        .assertRefused(2, "tls.also: 'redis.tls' is no NAME=VALUE");
    run("run", "example.JedisClient", PIN, "tls.also=tls.ca=x")
        .assertRefused(2, "tls.also: tls.ca says what is pinned");
    run("run", "example.JedisClient", "tls.also=redis.tls=true")
        .assertRefused(2, "tls.also is given without tls.cipher");
    run("run", "example.NoClient", PIN).assertRefused(2, "unknown database 'example.NoClient'");
    // Its authority is not the one that Java trusts.
    run("run", "example.JedisClient", plainPort(), PIN, alsoWithTls())
        .assertRefused(1, "is not trusted");
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(strings = {"example.JedisClient", "example.LettuceClient"})
  @Needs(Requirement.REDIS)
  void churnOfRedisClients(String client) throws Exception {
    loadRedis(client);
    Path workload = WORKLOADS.resolve("connectionchurn");
    String[] churn = {"operationcount=20", "warmup.operations=5", plainPort()};
    Ycsb tls = run(workload, "run", client, with(churn, PIN, ca(), alsoWithTls()));
    assertThat(tls.exitCode()).as(tls.err()).isZero();
    assertThat(tls.reported("CHURN", "Cycles")).isEqualTo("20");
    assertThat(tls.reported("CHURN", "ConnectionsPerCycle")).isEqualTo("1.0");
    assertThat(tls.reported("CHURN", "FullHandshakesPerCycle")).isEqualTo("1.0");
    Ycsb plain = run(workload, "run", client, churn);
    assertThat(plain.exitCode()).as(plain.err()).isZero();
    assertThat(plain.out()).doesNotContain("ConnectionsPerCycle");
    run(workload, "run", client, with(churn, "churn.scope=connection"))
        .assertRefused(2, "use churn.scope=client");
  }

  private static String[] with(String[] some, String... more) {
    List<String> all = new ArrayList<>(List.of(some));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void aComparisonOfRedisClients() throws Exception {
    Path out = directory.resolve("comparison");
    Ycsb compared =
        start(
            WORKLOADS.resolve("workloada"),
            List.of("compare", "example.JedisClient"),
            List.of("recordcount=100", plainPort(), PIN, ca(), alsoWithTls()),
            "--blocks",
            "2",
            "--warmup",
            "0.5",
            "--seconds",
            "0.5",
            "--out",
            out.toString());
    assertThat(compared.exitCode()).as(compared.err()).isZero();
    assertThat(Files.readString(out.resolve("comparison.json"))).contains(RedisServer.SUITE);
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void aFleetOfRedisClients() throws Exception {
    loadRedis("example.JedisClient");
    Path out = directory.resolve("fleet");
    Ycsb fleet =
        start(
            WORKLOADS.resolve("workloada"),
            List.of("run", "example.JedisClient"),
            List.of(
                "recordcount=100",
                "operationcount=0",
                "maxexecutiontime=2",
                plainPort(),
                PIN,
                ca(),
                alsoWithTls(),
                "results.dir=" + out),
            "-threads",
            "2",
            "--local-agents",
            "2");
    assertThat(fleet.exitCode()).as(fleet.err()).isZero();
    assertThat(fleet.reported("TLS", "CipherSuite")).isEqualTo(RedisServer.SUITE);
    assertThat(fleet.reported("TLS", "SetupHandshakesFull")).isEqualTo("2");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void aStudyOfRedisClients() throws Exception {
    loadRedis("example.JedisClient");
    Path study = directory.resolve("redis.yaml");
    Files.writeString(
        study,
        """
        title: "Redis"
        citation: "nobody"
        did: "Nothing."
        differs: ["All of it."]
        binding: example.JedisClient
        parts:
          - name: kept
            workload: %s
            properties: {recordcount: 100, redis.port: %d, tls.ca: %s, tls.also: "redis.tls=true,redis.port=%d"}
            variants:
              aes: {tls.cipher: %s}
            sizes:
              quick: {blocks: 2, seconds: 0.3, warmup: 0.3}
            checks:
              - claim: TLS costs something.
                metric: client CPU
                compare: aes
                change: above 0 %%
        """
            .formatted(
                WORKLOADS.resolve("workloada"),
                redis.port,
                redis.ca,
                redis.tlsPort,
                RedisServer.SUITE));
    Path out = directory.resolve("study");
    Ycsb ran =
        Ycsb.run(
            directory, "study", study.toString(), "-cp", LIB, "--quick", "--out", out.toString());
    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(Files.readString(out.resolve("study.json"))).contains("TLS costs something");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void whichSuitesTheServerHasMustBeSaid() throws Exception {
    start(
            WORKLOADS.resolve("workloada"),
            List.of("compare", "example.JedisClient"),
            List.of(plainPort(), "tls.cipher=all", alsoWithTls()))
        .assertRefused(2, "bin/ycsb suites");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.POSTGRESQL)
  void postgreSqlThroughPgJdbc() throws Exception {
    try (PostgreSqlServer server = PostgreSqlServer.start()) {
      String url = "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres";
      try (Connection connection = DriverManager.getConnection(url, "ycsb", "");
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE usertable (key text PRIMARY KEY, value text)");
      }
      String counted = "socketFactory=site.ycsb.tls.jvm.JvmSocketFactory";
      Ycsb plain =
          run("load", "example.PgJdbcClient", "db.url=" + url + "?sslmode=disable&" + counted);
      assertThat(plain.exitCode()).as(plain.err()).isZero();
      // Where a client takes a socket factory, its plain connections are counted too.
      assertThat(plain.reported("CONNECTIONS", "SetupOpened")).isEqualTo("1");

      Ycsb tls =
          run(
              "run",
              "example.PgJdbcClient",
              "db.url=" + url + "?sslmode=disable",
              PIN,
              // PostgreSQL's default is this group only.
              "tls.group=secp256r1",
              "tls.ca=" + server.ca(),
              "tls.also=db.url=" + url + "?sslmode=require&" + counted);
      assertThat(tls.exitCode()).as(tls.err()).isZero();
      assertThat(tls.reported("CONNECTIONS", "SetupOpened")).isEqualTo("1");
      assertThat(tls.reported("TLS", "SetupHandshakesFull")).isEqualTo("1");
      assertThat(server.log())
          .contains("SSL enabled (protocol=TLSv1.3, cipher=TLS_AES_256_GCM_SHA384");

      // sslmode=require trusts all; the pin's verification holds.
      run(
              "run",
              "example.PgJdbcClient",
              PIN,
              "tls.group=secp256r1",
              "tls.also=db.url=" + url + "?sslmode=require")
          .assertRefused(1, "is not trusted");
    }
  }

  @Test
  void anHttpApiThroughJavaNetHttp() throws Exception {
    CertificateStore store = CertificateStore.in(directory.resolve("certificates"));
    PinnedServerContext context =
        PinnedServerContext.of(
            TlsPin.of(RedisServer.SUITE),
            store.serverCertificate(ServerKey.parse("EC-256")).read());
    try (Api plain = Api.start(HttpServer.create(Api.ADDRESS, 0));
        Api secured = Api.start(context)) {
      Ycsb loaded = run("load", "example.HttpApiClient", "http.url=" + plain.url("http"));
      assertThat(loaded.exitCode()).as(loaded.err()).isZero();
      Ycsb tls =
          run(
              "run",
              "example.HttpApiClient",
              "http.url=" + plain.url("http"),
              PIN,
              "tls.ca=" + store.caFile(),
              "tls.also=http.url=" + secured.url("https"));
      assertThat(tls.exitCode()).as(tls.err()).isZero();
      assertThat(tls.reported("TLS", "ServerKey")).isEqualTo("EC-256");
      assertThat(tls.reported("TLS", "BytesUnaccounted")).isEqualTo("0");
      assertThat(secured.suites()).containsExactly(RedisServer.SUITE);

      // All records in clear, over connections that live for a moment.
      secured.redirectTo(plain.url("http"));
      run(
              "run",
              "example.HttpApiClient",
              "http.url=" + plain.url("http"),
              PIN,
              "tls.ca=" + store.caFile(),
              "tls.also=http.url=" + secured.url("https"))
          .assertRefused(1, "connections were not of the pinned TLS", "the first of them HTTP");
    }
  }

  /** Its jar has a Netty, native transport and OpenSSL of its own, under other names. */
  @Test
  @Tag("full")
  void gRpcWithItsOwnNetty() throws Exception {
    String noTransport = "-Dio.grpc.netty.shaded.io.netty.transport.noNative=true";
    String noOpenSsl = "-Dio.grpc.netty.shaded.io.netty.handler.ssl.noOpenSsl=true";
    try (GrpcServer server = GrpcServer.start(directory.resolve("certificates"))) {
      List<String> plain =
          List.of("recordcount=100", "operationcount=400", "grpc.port=" + server.port());
      List<String> pinned = new ArrayList<>(plain);
      pinned.addAll(
          List.of(
              PIN,
              "tls.ca=" + server.ca,
              "tls.also=grpc.tls=true,grpc.ca=%s,grpc.port=%d"
                  .formatted(server.ca, server.tlsPort())));

      runGrpc("run", pinned).assertRefused(1, noTransport, noOpenSsl);
      runGrpc("run", plain).assertRefused(1, noTransport);
      runGrpc("run", pinned, "-jvm-args", noTransport)
          .assertRefused(
              1, "were not of the pinned TLS", "the first of them a TLS record", noOpenSsl);
      server.suites();

      for (List<String> properties : List.of(plain, pinned)) {
        Ycsb ran = runGrpc("load", properties, "-jvm-args", noTransport + " " + noOpenSsl);
        assertThat(ran.exitCode()).as(ran.err()).isZero();
        assertThat(ran.reported("TLS", "BytesUnaccounted")).isEqualTo("0");
      }
      assertThat(server.suites()).containsExactly(RedisServer.SUITE);
    }
  }

  private Ycsb runGrpc(String command, List<String> properties, String... options)
      throws Exception {
    return start(
        WORKLOADS.resolve("workloada"),
        List.of(command, "example.GrpcClient"),
        properties,
        options);
  }

  /** It connects with its first operation, and the server closes each connection. */
  @Test
  @Tag("full")
  void churnOfAClientThatConnectsLate() throws Exception {
    CertificateStore store = CertificateStore.in(directory.resolve("certificates"));
    PinnedServerContext context =
        PinnedServerContext.of(
            TlsPin.of(RedisServer.SUITE),
            store.serverCertificate(ServerKey.parse("EC-256")).read());
    try (Api secured = Api.start(context)) {
      String url = "tls.also=http.url=" + secured.url("https");
      Ycsb loaded = run("load", "example.HttpApiClient", PIN, "tls.ca=" + store.caFile(), url);
      assertThat(loaded.exitCode()).as(loaded.err()).isZero();
      Ycsb churned =
          run(
              WORKLOADS.resolve("connectionchurn"),
              "run",
              "example.HttpApiClient",
              PIN,
              "tls.ca=" + store.caFile(),
              url,
              "operationcount=20",
              "warmup.operations=0");
      assertThat(churned.exitCode()).as(churned.err()).isZero();
      assertThat(churned.reported("CHURN", "FullHandshakesPerCycle")).isEqualTo("1.0");
    }
  }

  /** Records under their names, over HTTP. */
  private record Api(
      HttpServer server,
      Map<String, byte[]> records,
      Set<String> suites,
      AtomicReference<String> redirect)
      implements AutoCloseable {
    static final InetSocketAddress ADDRESS =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private static final Map<String, byte[]> RECORDS = new ConcurrentHashMap<>();

    static {
      // Otherwise each answer waits up to 40 ms for the client's acknowledgement of its header.
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    static Api start(PinnedServerContext context) throws IOException {
      HttpsServer server = HttpsServer.create(ADDRESS, 0);
      server.setHttpsConfigurator(new HttpsConfigurator(context.sslContext()));
      return start(server);
    }

    static Api start(HttpServer server) {
      Api api = new Api(server, RECORDS, ConcurrentHashMap.newKeySet(), new AtomicReference<>());
      server.createContext("/", api::answer);
      server.setExecutor(Executors.newCachedThreadPool());
      server.start();
      return api;
    }

    /** From now on it answers that another has the records. */
    void redirectTo(String url) {
      redirect.set(url);
    }

    private void answer(HttpExchange exchange) throws IOException {
      if (redirect.get() != null) {
        exchange.getResponseHeaders().add("Location", redirect.get() + exchange.getRequestURI());
        exchange.sendResponseHeaders(307, -1);
        exchange.close();
        return;
      }
      // As servers do that redirect: each connection lives for one request.
      exchange.getResponseHeaders().add("Connection", "close");
      if (exchange instanceof HttpsExchange secured) {
        suites.add(secured.getSSLSession().getCipherSuite());
      }
      String path = exchange.getRequestURI().getPath();
      byte[] body = exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("PUT")) {
        records.put(path, body);
      }
      byte[] record = records.get(path);
      exchange.sendResponseHeaders(record == null ? 404 : 200, record == null ? -1 : record.length);
      if (record != null) {
        exchange.getResponseBody().write(record);
      }
      exchange.close();
    }

    String url(String scheme) {
      return scheme + "://localhost:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
