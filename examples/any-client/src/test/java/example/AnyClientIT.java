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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testkit.PostgreSqlServer;
import site.ycsb.tls.testkit.Ycsb;

/** {@code bin/ycsb} with clients that know nothing of it, and real servers other than Redis. */
class AnyClientIT extends ClientCommands {
  private static final CertificateStore CERTIFICATES =
      CertificateStore.in(CertificateStore.userDirectory(System.getenv()));

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
    try (Api plain = Api.start(HttpServer.create(Api.ADDRESS, 0));
        Api secured = Api.startWithTls()) {
      run("load", "example.HttpApiClient", "http.url=" + plain.url("http")).assertSucceeded();
      String[] pinned = {
        "http.url=" + plain.url("http"),
        PIN,
        "tls.ca=" + CERTIFICATES.caFile(),
        "tls.also=http.url=" + secured.url("https"),
        "operationcount=100"
      };
      Ycsb tls = run("run", "example.HttpApiClient", pinned).assertSucceeded();
      assertThat(tls.reported("TLS", "ServerKey")).isEqualTo("EC-256");
      assertThat(tls.reported("TLS", "BytesUnaccounted")).isEqualTo("0");
      assertThat(secured.suites()).containsExactly(RedisServer.SUITE);

      // All records in clear, over connections that live for a moment.
      secured.redirectTo(plain.url("http"));
      run("run", "example.HttpApiClient", pinned)
          .assertRefused(1, "connections were not of the pinned TLS", "the first of them HTTP");
    }
  }

  /** Its jar has a Netty, native transport and OpenSSL of its own, under other names. */
  @Test
  @Tag("full")
  void gRpcWithItsOwnNetty() throws Exception {
    String noTransport = "-Dio.grpc.netty.shaded.io.netty.transport.noNative=true";
    String noOpenSsl = "-Dio.grpc.netty.shaded.io.netty.handler.ssl.noOpenSsl=true";
    try (GrpcServer server = new GrpcServer(directory.resolve("certificates"))) {
      List<String> plain =
          List.of("recordcount=50", "operationcount=100", "grpc.port=" + server.port());
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
    try (Api secured = Api.startWithTls()) {
      String url = "tls.also=http.url=" + secured.url("https");
      Ycsb loaded =
          run("load", "example.HttpApiClient", PIN, "tls.ca=" + CERTIFICATES.caFile(), url);
      assertThat(loaded.exitCode()).as(loaded.err()).isZero();
      Ycsb churned =
          run(
              WORKLOADS.resolve("connectionchurn"),
              "run",
              "example.HttpApiClient",
              PIN,
              "tls.ca=" + CERTIFICATES.caFile(),
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

    static Api startWithTls() throws IOException {
      PinnedServerContext context =
          PinnedServerContext.of(
              TlsPin.of(RedisServer.SUITE),
              CERTIFICATES.serverCertificate(ServerKey.parse("EC-256")).read());
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
