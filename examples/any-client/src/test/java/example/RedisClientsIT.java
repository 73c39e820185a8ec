package example;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.testkit.Ycsb;

/** {@code bin/ycsb} with clients of Redis that know nothing of it, and a real server. */
class RedisClientsIT extends ClientCommands {
  @TempDir private static Path redisDirectory;
  private static RedisServer redis;
  private static boolean loaded;

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

  private static String plainPort() {
    return "redis.port=" + redis.port;
  }

  private static String alsoWithTls() {
    return "tls.also=redis.tls=true,redis.port=" + redis.tlsPort;
  }

  private static String ca() {
    return "tls.ca=" + redis.ca;
  }

  private void load(String client) throws Exception {
    run("load", client, plainPort()).assertSucceeded();
    loaded = true;
  }

  /** All clients read the same records, and no test removes one. */
  private void requireRecords() throws Exception {
    if (!loaded) {
      load("example.JedisClient");
    }
  }

  @Test
  @Needs(Requirement.REDIS)
  void redisWithoutTlsAndWithThePin() throws Exception {
    assertPlainAndPinned("example.JedisClient");
  }

  @Test
  @Tag("full")
  @Tag("odd")
  @Needs(Requirement.REDIS)
  void redisThroughNettyWithoutTlsAndWithThePin() throws Exception {
    assertPlainAndPinned("example.LettuceClient");
  }

  private static double number(Ycsb run, String operation, String measurement) {
    return Double.parseDouble(run.reported(operation, measurement));
  }

  private void assertPlainAndPinned(String client) throws Exception {
    load(client);
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
    requireRecords();
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
        .assertRefused(
            1, "are, or may be, TLS in a run without TLS", "the first of them a TLS record");
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
    requireRecords();
    Path workload = WORKLOADS.resolve("connectionchurn");
    String[] churn = {"operationcount=20", "warmup.operations=5", plainPort()};
    Ycsb tls =
        run(workload, "run", client, with(churn, PIN, ca(), alsoWithTls())).assertSucceeded();
    assertThat(tls.reported("CHURN", "Cycles")).isEqualTo("20");
    assertThat(tls.reported("CHURN", "ConnectionsPerCycle")).isEqualTo("1.0");
    assertThat(tls.reported("CHURN", "FullHandshakesPerCycle")).isEqualTo("1.0");
    Ycsb plain = run(workload, "run", client, churn).assertSucceeded();
    assertThat(plain.out()).doesNotContain("ConnectionsPerCycle");
    run(workload, "run", client, with(churn, "churn.scope=connection"))
        .assertRefused(2, "use churn.scope=client");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void aComparisonOfRedisClients() throws Exception {
    requireRecords();
    Path out = directory.resolve("comparison");
    Ycsb compared =
        start(
            WORKLOADS.resolve("workloada"),
            List.of("compare", "example.JedisClient"),
            List.of("recordcount=100", plainPort(), PIN, ca(), alsoWithTls()),
            words("--blocks 1 --warmup 0.1 --seconds 0.4 --out", out.toString()));
    assertThat(compared.exitCode()).as(compared.err()).isZero();
    assertThat(Files.readString(out.resolve("comparison.json"))).contains(RedisServer.SUITE);
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void aFleetOfRedisClients() throws Exception {
    requireRecords();
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
            words("-threads 2 --local-agents 2"));
    assertThat(fleet.exitCode()).as(fleet.err()).isZero();
    assertThat(fleet.reported("TLS", "CipherSuite")).isEqualTo(RedisServer.SUITE);
    assertThat(fleet.reported("TLS", "SetupHandshakesFull")).isEqualTo("2");
  }

  @Test
  @Tag("full")
  @Needs(Requirement.REDIS)
  void aStudyOfRedisClients() throws Exception {
    requireRecords();
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
              quick: {blocks: 1, seconds: 0.4, warmup: 0.1}
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
}
