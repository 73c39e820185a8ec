package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.testkit.Refusal.refused;

import com.mongodb.ReadPreference;
import com.mongodb.WriteConcern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.testkit.Given;

class MongoDbOptionsTest {
  @Test
  void defaultsAreUpstreams() {
    MongoDbOptions options = parse(false);

    assertThat(options.url().getHosts()).containsExactly("localhost:27017");
    assertThat(options.database()).isEqualTo("ycsb");
    assertThat(options.batchSize()).isEqualTo(1);
    assertThat(options.upsert()).isFalse();
    assertThat(options.shared()).isFalse();
    assertThat(options.maxConnections()).isEmpty();
  }

  @Test
  void readsUpstreamsNames() {
    MongoDbOptions options =
        parse(
            false,
            "mongodb.url=mongodb://a:1,b:2/bench?w=2",
            "batchsize=7",
            "mongodb.upsert=true",
            "mongodb.writeConcern=journaled",
            "mongodb.readPreference=secondary_preferred",
            "mongodb.maxconnections=9",
            "mongodb.shared=true");

    assertThat(options.url().getHosts()).containsExactly("a:1", "b:2");
    assertThat(options.database()).isEqualTo("bench");
    assertThat(options.batchSize()).isEqualTo(7);
    assertThat(options.upsert()).isTrue();
    assertThat(options.writeConcern()).contains(WriteConcern.JOURNALED);
    assertThat(options.readPreference()).contains(ReadPreference.secondaryPreferred());
    assertThat(options.maxConnections()).contains(9);
    assertThat(options.shared()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"batchsize", "mongodb.batchsize"})
  void insertsOfABatchFailTogether(String name) {
    MongoDbBinding binding = new MongoDbBinding();

    assertThat(binding.writeGroup(Given.properties(name + "=2"), true).map(Property::name))
        .contains(name);
    assertThat(binding.writeGroup(Given.properties(name + "=2"), false)).isEmpty();
    assertThat(binding.writeGroup(Given.properties(name + "=1"), true)).isEmpty();
  }

  @Test
  void ownNamesComeBeforeTheUrlAndYcsbs() {
    MongoDbOptions options =
        parse(
            false,
            "mongodb.url=mongodb://a/bench",
            "mongodb.database=other",
            "batchsize=7",
            "mongodb.batchsize=8");

    assertThat(options.database()).isEqualTo("other");
    assertThat(options.batchSize()).isEqualTo(8);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://a/?tls=true, tls.cipher",
    "mongodb://a/?ssl=true, tls.cipher",
    "mongodb://a/?tls=true&tlsAllowInvalidHostnames=true, tls.cipher",
  })
  void refusesTlsWithoutAPin(String url, String says) {
    refused(() -> parse(false, "mongodb.url=" + url)).hasMessageContaining(says);
  }

  @Test
  void refusesAUrlThatContradictsThePin() {
    refused(() -> parse(true, "mongodb.url=mongodb://a/?tls=false"))
        .hasMessageContaining("tls=false");
    refused(() -> parse(true, "mongodb.url=mongodb://a/?tls=true&tlsAllowInvalidHostnames=true"))
        .hasMessageContaining("tls.verify=chain");
    assertThat(parse(true, "mongodb.url=mongodb://a/?tls=true").url().getSslEnabled()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost:27017",
        "mongodb://me:s3cret@host:port/",
        "mongodb://me:s3cr/et@host/",
        "mongodb://me:s3cr@et@host/",
        "mongodb://me:s3cret%zz@host/",
        "mongodb://me:s3cret@/",
        "mongodb://me:s3cret@host/?authMechanism=NONSENSE",
      })
  void refusesAUrlThatItCannotReadAndKeepsItsPasswordToItself(String url) {
    refused(() -> parse(false, "mongodb.url=" + url))
        .hasNoCause()
        .hasMessageContaining("mongodb.url=")
        .hasMessageContaining("expected mongodb://")
        .message()
        .doesNotContain("s3cr", "\n");
  }

  /** The driver would leave them out, and the run would be without them. */
  @ParameterizedTest
  @CsvSource({
    "tlsCertificateKeyFile=client.pem, tls.cert or tls.keystore",
    "w=1&tlsCAFile=ca.pem, tls.ca or tls.truststore",
    "sslPEMKeyFile=client.pem, tls.cert or tls.keystore",
    "compresors=zlib, did you mean compressors?",
    "w=1;maxPoolsiez=3, did you mean maxpoolsize?"
  })
  void refusesOptionsThatTheDriverDoesNotKnow(String options, String says) {
    String name = options.replaceFirst("^w=1.", "").replaceFirst("=.*", "");
    for (boolean pinned : new boolean[] {true, false}) {
      refused(() -> parse(pinned, "mongodb.url=mongodb://me:s3cret@a/d?" + options))
          .hasMessageStartingWith("mongodb.url has the option " + name + ", which ")
          .hasMessageContaining(says)
          .message()
          .doesNotContain("s3cret", "\n");
    }
  }

  /** The driver would leave them out: {@code tls=on} was a run without TLS. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "tls=on",
        "SSL=enabled",
        "tlsAllowInvalidHostnames=",
        "w=1&journal=on",
        "w=1;j=yes1",
        "retryWrites=True,",
        "directConnection=y"
      })
  void refusesSwitchesThatTheDriverDoesNotUnderstand(String options) {
    String option = options.replaceFirst("^w=1.", "");
    for (boolean pinned : new boolean[] {true, false}) {
      refused(() -> parse(pinned, "mongodb.url=mongodb://me:s3cret@a/d?" + options))
          .hasMessage("mongodb.url has the option " + option + ": expected true or false");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "?",
        "?w=1&j=true&wtimeout=5",
        "?W=1;journal=true;wTimeoutMS=5",
        "?retryReads=True&retryWrites=no&journal=0&directConnection=yes",
        "?readPreference=nearest&retryWrites=false&appName=a%3Fb&serverMonitoringMode=poll",
        "?maxIdleTimeMS=2&waitQueueTimeoutMS=1",
        "?compressors=zlib&zlibCompressionLevel=3&authSource=admin&replicaSet=r&uuidRepresentation=standard"
      })
  void takesOptionsThatTheDriverKnows(String options) {
    assertThat(parse(false, "mongodb.url=mongodb://me:s3cret@a/d" + options).database())
        .isEqualTo("d");
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb.maxconnections=9, mongodb.maxconnections=9 has no effect",
    "mongodb.url=mongodb://a/?maxPoolSize=9, maxPoolSize or minPoolSize",
    "mongodb.url=mongodb://a/?minPoolSize=9, maxPoolSize or minPoolSize"
  })
  void refusesSizesOfAPoolThatThreadsDoNotShare(String property, String says) {
    refused(() -> parse(false, property))
        .hasMessageContaining(says)
        .hasMessageContaining("without mongodb.shared=true: give that too");
    assertThat(parse(false, property, "mongodb.shared=true").shared()).isTrue();
  }

  @Test
  void refusesMonitorsThatWouldSendDuringARun() {
    refused(() -> parse(false, "mongodb.url=mongodb://a/?serverMonitoringMode=stream"))
        .hasMessageContaining("serverMonitoringMode=stream: expected poll");
  }

  /** It looks at them only when it makes a client. */
  @ParameterizedTest
  @CsvSource({
    "minPoolSize=5&maxPoolSize=2, mongodb.shared=true, maxSize >= minSize",
    "minPoolSize=5, mongodb.maxconnections=2, maxSize >= minSize",
    "minPoolSize=-1, mongodb.shared=true, minSize >= 0",
    "maxIdleTimeMS=-1, mongodb.shared=true, maxConnectionIdleTime >= 0"
  })
  void refusesNumbersThatTheDriverRefuses(String options, String property, String expected) {
    refused(
            () ->
                parse(
                    false,
                    "mongodb.url=mongodb://me:s3cret@a/?" + options,
                    "mongodb.shared=true",
                    property))
        .hasMessageStartingWith("mongodb.url has an option that the driver refuses: expected")
        .hasMessageContaining(expected)
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void aBlankUrlNamesNoServerAndABlankSuiteIsNoPin() {
    MongoDbBinding binding = new MongoDbBinding();

    assertThat(binding.namesServer(Given.properties("mongodb.url= "))).isFalse();
    assertThat(
            binding.tlsServers(
                Given.properties("mongodb.url=mongodb://a/?tls=false", "tls.cipher= ")))
        .hasSize(1);
  }

  @Test
  void showsNoCredentials() {
    assertThat(parse(false, "mongodb.url=mongodb://me:s3cret@host/").toString())
        .contains("host")
        .doesNotContain("s3cret", "me:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb.batchsize=0",
        "batchsize=many",
        "mongodb.upsert=yes",
        "mongodb.shared=1",
        "mongodb.writeConcern=often",
        "mongodb.readPreference=tertiary",
        "mongodb.maxconnections=-1",
      })
  void refusesValuesThatMakeNoSense(String property) {
    refused(() -> parse(false, property)).hasMessageStartingWith(property + ": expected");
  }

  private static MongoDbOptions parse(boolean pinned, String... properties) {
    return MongoDbOptions.parse(Given.properties(properties), pinned);
  }

  @ParameterizedTest
  @CsvSource({
    "snappy, org.xerial.snappy:snappy-java",
    "zstd, com.github.luben:zstd-jni",
    "'zlib,snappy', org.xerial.snappy:snappy-java"
  })
  void compressorsWithoutTheirLibrariesAreRefusedWithTheJarToBring(String names, String jar) {
    refused(() -> parse(false, "mongodb.url=mongodb://a/?compressors=" + names))
        .hasMessageContaining("add the jar of " + jar + " with -cp");
  }

  @Test
  void compressorOfTheJdkNeedsNoLibrary() {
    assertThatCode(() -> parse(false, "mongodb.url=mongodb://a/?compressors=zlib"))
        .doesNotThrowAnyException();
  }
}
