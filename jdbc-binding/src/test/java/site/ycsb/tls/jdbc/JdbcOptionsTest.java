package site.ycsb.tls.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.testkit.Given;

class JdbcOptionsTest {
  private static final String URL = "db.url=jdbc:mariadb://db.example.org/ycsb";

  private static JdbcOptions parse(String... properties) {
    return JdbcOptions.parse(Given.properties(properties));
  }

  @Test
  void hasUpstreamsDefaults() {
    JdbcOptions options = parse(URL, "db.batchsize=0");
    assertThat(options.driver()).isEqualTo("org.mariadb.jdbc.Driver");
    assertThat(options.fetchSize()).isEqualTo(10);
    assertThat(options.autoCommit()).isTrue();
    assertThat(options.batched()).isFalse();
    assertThat(options.batchSize()).isEqualTo(1);
    assertThat(options.user()).isEmpty();
    assertThat(options.createTable()).isEmpty();
  }

  @Test
  void makesTheTableOfTheWorkload() {
    JdbcOptions options =
        parse(URL, "jdbc.createtable=true", "table=t", "fieldcount=2", "fieldnameprefix=f");
    assertThat(options.createTable().orElseThrow().definition())
        .isEqualTo(
            "CREATE TABLE IF NOT EXISTS t (YCSB_KEY VARCHAR(255) PRIMARY KEY, f0 TEXT, f1 TEXT)");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h/d, 65535, TEXT",
    "jdbc:mariadb://h/d, 65536, MEDIUMTEXT",
    "jdbc:mysql://h/d, 16777216, LONGTEXT",
    "jdbc:postgresql://h/d, 16777216, TEXT"
  })
  void fieldsOfTheTableHoldTheLongestValue(String url, String length, String type) {
    JdbcOptions options =
        parse("db.url=" + url, "jdbc.createtable=true", "fieldcount=1", "fieldlength=" + length);
    assertThat(options.createTable().orElseThrow().definition()).endsWith(", field0 " + type + ")");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://db.example:3307/d?a=b, db.example, 3307, mysql",
    "jdbc:mariadb://db.example/d, db.example, 3306, mysql",
    "jdbc:mysql://me:secret@db.example:3307/d, db.example, 3307, mysql",
    "jdbc:postgresql://[::1]:5433/d, ::1, 5433, postgres",
    "jdbc:postgresql://[::1]/d, ::1, 5432, postgres",
    "jdbc:postgresql:///d, localhost, 5432, postgres",
    "jdbc:postgresql://:5433/d, localhost, 5433, postgres",
    "jdbc:mariadb://h:/d, h, 3306, mysql",
    "jdbc:postgresql://h?user=x, h, 5432, postgres"
  })
  void serverCanBeAskedWhatItAccepts(String url, String host, int port, String startTls) {
    Map<String, String> given = Given.properties("db.url=" + url);

    assertThat(new JdbcBinding().tlsServers(given))
        .containsExactly(InetSocketAddress.createUnresolved(host, port));
    assertThat(new JdbcBinding().startTls(given).orElseThrow()).hasToString(startTls);
  }

  /** Its address is not known before it is started, and what it speaks is. */
  @Test
  void whatPrecedesTlsIsKnownOfTheTestServers() {
    assertThat(new JdbcBinding().startTls(Map.of())).contains(StartTls.MYSQL);
    assertThat(new JdbcBinding().startTls(Given.properties("testbed.server=postgresql")))
        .contains(StartTls.POSTGRES);
  }

  @Test
  void makesSysbenchsTable() {
    JdbcOptions options =
        parse(URL, "jdbc.createtable=true", "table=t", "jdbc.tablelayout=sysbench");
    assertThat(options.createTable().orElseThrow().definition())
        .startsWith("CREATE TABLE IF NOT EXISTS t (id INTEGER NOT NULL PRIMARY KEY, k INTEGER")
        .contains("c CHAR(120)", "pad CHAR(60)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sslMode=disable",
        "useSsl=true",
        "user=me&SSLMODE=trust",
        "socketFactory=a.B",
        "enabledSslCipherSuites=X",
        "pool=true",
        "%73slMode=disable"
      })
  void refusesUrlsThatGoAroundTheTransport(String option) {
    refused(() -> parse(URL + "?" + option))
        .message()
        .matches(".*db\\.url (sets .* tls\\.\\*|has an option named).*");
  }

  /**
   * Of the URL and the options that this program sets, the URL would win in PgJDBC and MariaDB's
   * driver. Words that are nearly right would be left out in silence.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://h/d?sslmode=disable",
        "jdbc:postgresql://h/d?sslmode=verify-full",
        "jdbc:postgresql://h/d?sslMode=disable",
        "jdbc:postgresql://h/d?ssl=false",
        "jdbc:mysql://h/d?sslMode=DISABLED",
        "jdbc:mysql://h/d?sslmode=DISABLED",
        "jdbc:mysql://h/d?requireSSL=true",
        "jdbc:mariadb://h/d?sslmode=verify-full"
      })
  void refusesAUrlThatSaysWhetherWithTls(String url) {
    refused(() -> parse("db.url=" + url))
        .hasMessageContaining("which is set by this program: TLS is what tls.* says");
  }

  /** The drivers use them in their own TLS only: the run would be without this certificate. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://h/d?keyStore=c.p12",
        "jdbc:mariadb://h/d?clientCertificateKeyStoreUrl=file:c.p12",
        "jdbc:mariadb://h/d?trustStore=t.p12",
        "jdbc:mariadb://h/d?fallbackToSystemTrustStore=false",
        "jdbc:mysql://h/d?clientCertificateKeyStoreUrl=file:c.p12",
        "jdbc:mysql://h/d?trustCertificateKeyStoreUrl=file:t.p12",
        "jdbc:mysql://h/d?sslContextProvider=X",
        "jdbc:postgresql://h/d?sslcert=c.crt",
        "jdbc:postgresql://h/d?sslkey=c.pk8",
        "jdbc:postgresql://h/d?sslrootcert=ca.crt"
      })
  void refusesCertificatesAndTrustOfTheUrl(String url) {
    refused(() -> parse("db.url=" + url))
        .hasMessageStartingWith(
            "db.url sets " + url.replaceFirst(".*\\?", "").replaceFirst("=.*", "") + ", ")
        .hasMessageContaining("tls.cert or tls.keystore, trust tls.ca or tls.truststore")
        .hasMessageEndingWith("remove it from the URL");
  }

  /** PgJDBC's {@code service} is a section of a file that this program has not seen. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql:///d?service=prod",
        "jdbc:postgresql://h/d?PGHOST=other",
        "jdbc:postgresql://h/d?user=me&port=5433",
        "jdbc:mariadb://h/d?localSocket=/run/mysqld/mysqld.sock",
        "jdbc:mariadb://h/d?permitRedirect=true",
        "jdbc:mysql://h/d?socksProxyHost=proxy",
        "jdbc:mysql://h/d?propertiesTransform=a.B"
      })
  void refusesWhatWouldConnectOtherwiseThanTheUrlSays(String url) {
    refused(() -> parse("db.url=" + url))
        .hasMessageStartingWith(
            "db.url sets " + url.replaceFirst(".*[?&]", "").replaceFirst("=.*", "") + ", ")
        .hasMessageEndingWith(
            "write the host, the port, the database and the driver's options into the URL")
        .message()
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://address=(host=db.example.org)(sslMode=disable)/ycsb",
        "jdbc:mariadb://address=(localSocket=/tmp/s)/ycsb",
        "jdbc:mariadb:sequential://a,b/ycsb",
        "jdbc:mariadb:loadbalance://a/ycsb",
        "jdbc:mariadb://a,b/ycsb",
        "jdbc:mysql://(host=a,sslMode=DISABLED)/ycsb",
        "jdbc:mysql://address=(host=a)/ycsb",
        "jdbc:mysql://[a,b]/ycsb",
        "jdbc:mysql:replication://a,b/ycsb",
        "jdbc:mysql://me:s3cret@a,me@b/ycsb",
        "jdbc:postgresql://a,b/ycsb"
      })
  void refusesSeveralHostsAndOptionsOfOne(String url) {
    refused(() -> parse("db.url=" + url))
        .hasMessageContaining("one host")
        .message()
        .doesNotContain("s3cret", "\n");
  }

  /** The drivers would take the URL's. */
  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h/d?user=other, db.user",
    "jdbc:mariadb://h/d?USER=other, db.user",
    "jdbc:mysql://other@h/d, db.user",
    "jdbc:mysql://h/d?x=1&password=s3cret, db.passwd",
    "jdbc:mysql://:s3cret@h/d, db.passwd",
    "jdbc:postgresql://h/d?user=other, db.user",
    "jdbc:postgresql://h/d?password=s3@cret, db.passwd"
  })
  void refusesAUserOrPasswordThatTheUrlHasToo(String url, String property) {
    refused(() -> parse("db.url=" + url, property + "=mine"))
        .hasMessage(property + " is given, and db.url has one, too: give one of the two");
  }

  /** The run would be said to have buffers that its sockets do not have. */
  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/d?sendBufferSize=9000, tls.sndbuf",
    "jdbc:postgresql://h/d?receiveBufferSize=9000, tls.rcvbuf",
    "jdbc:mysql://h/d?tcpSndBuf=9000, tls.sndbuf",
    "jdbc:mysql://h/d?x=1&tcprcvbuf=9000, tls.rcvbuf"
  })
  void refusesABufferThatTheUrlHasToo(String url, String property) {
    refused(() -> parse("db.url=" + url, property + "=65536"))
        .hasMessage(property + " is given, and db.url has one, too: give one of the two");
    assertThat(parse("db.url=" + url).url()).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mysql://h/d?password=s3@cret, db.user",
    "jdbc:mysql://me@h/d, db.passwd",
    "jdbc:postgresql://h:5432/d?user=me, db.passwd",
    "jdbc:mariadb://h/d?username=me, db.passwd"
  })
  void takesOneOfTheTwoFromEach(String url, String property) {
    assertThat(parse("db.url=" + url, property + "=mine").url()).isEqualTo(url);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:mariadb://db.example.org:3307/ycsb?useServerPrepStmts=true&connectTimeout=5",
        "jdbc:mariadb://[::1]:3306/ycsb",
        "jdbc:mariadb://127.0.0.1?user=me",
        "jdbc:mysql://me:s3cret@db-1.example.org/ycsb",
        "jdbc:postgresql:///ycsb"
      })
  void takesOneHost(String url) {
    assertThat(parse("db.url=" + url).url()).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "db.url=jdbc:oracle:thin:@x, begins with",
    "db.url=jdbc:mysql://me:s3cret@h:65536/d, 'db.url has h:65536: expected HOST:PORT, the port'",
    "db.url=jdbc:postgresql://[::1]:99999999999/d, '[::1]:99999999999'",
    "jdbc.fetchsize=-1, jdbc.fetchsize=-1",
    "jdbc.autocommit=maybe, true",
    "jdbc.tablelayout=wide, 'ycsb, sysbench'",
    "db.batchsize=many, db.batchsize=many"
  })
  void refusesWhatItDoesNotUnderstand(String property, String message) {
    refused(() -> parse(URL, property))
        .hasMessageContaining(message)
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc.autocommit=false, 2, false, true",
    "jdbc.batchupdateapi=true, 2, true, true",
    "jdbc.batchupdateapi=true, 2, false, false",
    "jdbc.batchupdateapi=true, 1, true, false",
    "jdbc.autocommit=false, 1, true, false",
    "jdbc.autocommit=true, 1, true, false"
  })
  void writesOfATransactionAndInsertsOfABatchFailTogether(
      String property, String size, boolean inserts, boolean together) {
    assertThat(
            new JdbcBinding()
                .writeGroup(Given.properties(property, "db.batchsize=" + size), inserts)
                .map(Property::name))
        .isEqualTo(together ? Optional.of("db.batchsize") : Optional.empty());
  }

  /** Each statement is sent, and is a transaction of its own. */
  @Test
  void refusesABatchSizeWithoutBatches() {
    refused(() -> parse(URL, "db.batchsize=10"))
        .hasMessage(
            "db.batchsize=10 has no effect without jdbc.autocommit=false or jdbc.batchupdateapi=true: give that too, or leave it out");
    for (String other : new String[] {"jdbc.autocommit=false", "jdbc.batchupdateapi=true"}) {
      assertThat(parse(URL, other, "db.batchsize=10").batchSize()).isEqualTo(10);
    }
  }

  /** The drivers would fetch all rows at once. */
  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/d, true, jdbc.autocommit=false",
    "jdbc:mysql://h/d?useServerPrepStmts=true, false, useCursorFetch=true in db.url"
  })
  void refusesAFetchSizeThatTheDriverDoesNotUse(String url, String autoCommit, String needed) {
    String[] properties = {"db.url=" + url, "jdbc.autocommit=" + autoCommit};
    refused(() -> fetchSize("1", properties))
        .hasMessage(
            "jdbc.fetchsize=1 has no effect without %s: give that too, or leave it out", needed);
    assertThat(fetchSize("0", properties)).isZero();
    assertThat(parse(properties).fetchSize()).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://h/d, false",
    "jdbc:mysql://h/d?useCursorFetch=TRUE, true",
    "jdbc:mariadb://h/d, true"
  })
  void takesAFetchSizeThatTheDriverUses(String url, String autoCommit) {
    assertThat(fetchSize("7", "db.url=" + url, "jdbc.autocommit=" + autoCommit)).isEqualTo(7);
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h/d?autocommit=false, autocommit, jdbc.autocommit=true",
    "jdbc:mariadb://h/d?user=me&defaultFetchSize=100, defaultFetchSize, jdbc.fetchsize=10",
    "jdbc:mysql://h/d?useCursorFetch=true&defaultFetchSize=9, defaultFetchSize, jdbc.fetchsize=10",
    "jdbc:postgresql://h/d?defaultRowFetchSize=9, defaultRowFetchSize, jdbc.fetchsize=10"
  })
  void refusesOptionsWhosePlaceAPropertyTakes(String url, String option, String property) {
    refused(() -> parse("db.url=" + url))
        .hasMessageStartingWith("db.url sets %s, and %s takes its place: ", option, property);
    if (property.startsWith("jdbc.fetchsize")) {
      assertThat(fetchSize("0", "db.url=" + url)).isZero();
    }
  }

  private static int fetchSize(String size, String... properties) {
    Map<String, String> all = Given.properties(properties);
    all.put("jdbc.fetchsize", size);
    return JdbcOptions.parse(all).fetchSize();
  }

  @Test
  void refusesTableNamesThatAreNone() {
    refused(() -> parse(URL, "jdbc.createtable=true", "table=t; DROP TABLE u"))
        .hasMessageContaining("expected letters");
  }

  @Test
  void keepsCredentialsOutOfItsText() {
    assertThat(parse(URL + "?password=s3cret", "db.user=me").toString())
        .contains("db.example.org")
        .doesNotContain("s3cret");
    JdbcOptions options = parse(URL, "db.passwd=s3cret", "db.user=me");
    assertThat(options.toString()).doesNotContain("s3cret");
    assertThat(options.password().toString()).doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "testbed.bufferpool=lots, testbed.bufferpool=lots",
    "testbed.flushmethod=never, O_DIRECT",
    "testbed.atrest=yes, testbed.atrest=yes",
    "testbed.options=skip-networking, begins with --"
  })
  void refusesSettingsOfTheTestServerThatCannotBe(String property, String message) {
    refused(
            () ->
                MariaDbTestServer.ofThisMachine()
                    .arguments(Given.properties(property), Path.of("/data")))
        .hasMessageContaining(message);
  }
}
