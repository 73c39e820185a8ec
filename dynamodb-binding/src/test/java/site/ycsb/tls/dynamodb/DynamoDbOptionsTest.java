package site.ycsb.tls.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Refusal.refused;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.session.PropertyNames;
import site.ycsb.tls.testkit.Given;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class DynamoDbOptionsTest {
  @Test
  void readsUpstreamsNames() {
    DynamoDbOptions options =
        parse(
            false,
            "dynamodb.endpoint=http://localhost:8000",
            "dynamodb.region=eu-west-1",
            "dynamodb.primaryKey=range",
            "dynamodb.primaryKeyType=HASH_AND_RANGE",
            "dynamodb.hashKeyName=hash",
            "dynamodb.hashKeyValue=one",
            "dynamodb.consistentReads=true",
            "dynamodb.shared=true",
            "dynamodb.connectMax=9");

    assertThat(options.host()).isEqualTo("localhost");
    assertThat(options.port()).isEqualTo(8000);
    assertThat(options.region().id()).isEqualTo("eu-west-1");
    assertThat(options.key().name()).isEqualTo("range");
    assertThat(options.key().of("k"))
        .containsEntry("hash", AttributeValue.fromS("one"))
        .containsEntry("range", AttributeValue.fromS("k"));
    assertThat(options.consistentReads()).isTrue();
    assertThat(options.maxConnections()).isEqualTo(9);
    assertThat(options.shared()).isTrue();
    assertThat(options.table()).isEqualTo("usertable");
    assertThat(options.createTable()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "dynamodb.region=eu-central-1, dynamodb.eu-central-1.amazonaws.com, eu-central-1",
    "dynamodb.endpoint=https://dynamodb.us-west-2.amazonaws.com, dynamodb.us-west-2.amazonaws.com, us-west-2",
    "dynamodb.endpoint=https://dynamodb.us-west-2.amazonaws.com/, dynamodb.us-west-2.amazonaws.com, us-west-2",
    "dynamodb.region=cn-north-1, dynamodb.cn-north-1.amazonaws.com.cn, cn-north-1",
    "dynamodb.endpoint=somewhere, somewhere, us-east-1",
  })
  void findsAmazonsServiceByRegionAndRegionByService(String property, String host, String region) {
    DynamoDbOptions options = parse(true, property);

    assertThat(options.host()).isEqualTo(host);
    assertThat(options.port()).isEqualTo(443);
    assertThat(options.region().id()).isEqualTo(region);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dynamodb.endpoint=https://host:8443", "dynamodb.region=eu-central-1"})
  void refusesTlsWithoutAPin(String property) {
    refused(() -> parse(false, property)).hasMessageContaining("set tls.cipher");
  }

  @Test
  void refusesAPlainEndpointWithAPin() {
    refused(() -> parse(true, "dynamodb.endpoint=http://host:8000"))
        .hasMessageContaining("tls.cipher");
    assertThat(parse(true, "dynamodb.endpoint=host:8000").port()).isEqualTo(8000);
    assertThat(parse(false, "dynamodb.endpoint=host:8000").port()).isEqualTo(8000);
    assertThat(parse(false, "dynamodb.endpoint=http://host").port()).isEqualTo(80);
  }

  @Test
  void readsCredentialsOfUpstreamsFileAndShowsNone(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("AWSCredentials.properties");
    Files.writeString(file, "accessKey = AKIDEXAMPLE\nsecretKey = s3cret\n");
    DynamoDbOptions options = options(file);
    AwsCredentials credentials = options.credentials().resolveCredentials();

    assertThat(credentials.accessKeyId()).isEqualTo("AKIDEXAMPLE");
    assertThat(credentials.secretAccessKey()).isEqualTo("s3cret");
    assertThat(options.toString()).contains("host").doesNotContain("AKID", "s3cret");

    Files.writeString(file, "accessKey=A\nsecretKey=s3cret\nsessionToken=t0ken");
    assertThat(options(file).credentials().resolveCredentials())
        .isInstanceOfSatisfying(
            AwsSessionCredentials.class,
            session -> assertThat(session.sessionToken()).isEqualTo("t0ken"));

    Files.writeString(file, "accessKey=A\nsecretkey=s3cret");
    refused(() -> options(file))
        .hasMessageContaining("secretKey")
        .message()
        .doesNotContain("s3cret");
    Files.delete(file);
    refused(() -> options(file)).hasMessageContaining(file.toString());
  }

  private static DynamoDbOptions options(Path credentials) {
    return parse(false, "dynamodb.endpoint=host", "dynamodb.awsCredentialsFile=" + credentials);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dynamodb.endpoint=ftp://host",
        "dynamodb.endpoint=http://",
        "dynamodb.endpoint=http://me:s3cret@host",
        "dynamodb.endpoint=http://host/path",
        "dynamodb.endpoint=a b",
        "dynamodb.endpoint=host:65536",
        "dynamodb.primaryKeyType=RANGE",
        "dynamodb.consistentReads=yes",
        "dynamodb.connectMax=0",
        "dynamodb.shared=1",
        "dynamodb.createtable=maybe",
        "dynamodb.capacity=10",
        "dynamodb.capacity=0/5",
        "dynamodb.identity=root",
      })
  void refusesValuesThatMakeNoSense(String property) {
    refused(() -> parse(false, "dynamodb.endpoint=host", property))
        .hasMessageContaining(": expected")
        .hasMessageStartingWith(property.substring(0, property.indexOf('=')))
        .message()
        .doesNotContain("\n", "s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "dynamodb.connectMax=9, dynamodb.shared=true",
    "dynamodb.hashKeyName=h, dynamodb.primaryKeyType=HASH_AND_RANGE",
    "dynamodb.hashKeyValue=v, dynamodb.primaryKeyType=HASH_AND_RANGE",
    "dynamodb.awsCredentialsFile=/no/such/file, dynamodb.identity=aws"
  })
  void refusesWhatHasNoEffectWithoutAnother(String property, String needed) {
    String[] madeUp = {"dynamodb.endpoint=host", "dynamodb.identity=made-up", property};
    refused(() -> parse(false, madeUp))
        .hasMessage(
            "%s has no effect without %s: give that too, or leave it out", property, needed);
  }

  /** With the test server, whose own are invented. */
  @Test
  void takesTheUsersCredentialsWhereThereAreSome() {
    DynamoDbTestServer server = DynamoDbTestServer.ofThisMachine();

    assertThat(server.clientProperties("h", 1, Given.properties()))
        .containsEntry("dynamodb.identity", "made-up");
    assertThat(server.clientProperties("h", 1, Given.properties("dynamodb.awsCredentialsFile=f")))
        .doesNotContainKey("dynamodb.identity");
  }

  @Test
  void refusesTheSameAttributeTwiceInAKey() {
    refused(
            () ->
                parse(
                    false,
                    "dynamodb.endpoint=host",
                    "dynamodb.primaryKeyType=HASH_AND_RANGE",
                    "dynamodb.primaryKey=k",
                    "dynamodb.hashKeyName=k"))
        .hasMessageContaining("dynamodb.primaryKey");
  }

  @Test
  void namesTheServerWhereThereIsAnEndpointOrARegion() {
    DynamoDbBinding binding = new DynamoDbBinding();

    assertThat(binding.namesServer(new TreeMap<>())).isFalse();
    assertThat(binding.namesServer(Given.properties("dynamodb.primaryKey=k"))).isFalse();
    assertThat(binding.namesServer(Given.properties("dynamodb.endpoint=host"))).isTrue();
    assertThat(binding.namesServer(Given.properties("dynamodb.region=eu-west-1"))).isTrue();
    assertThat(
            binding.tlsServers(Given.properties("dynamodb.endpoint=http://host", "tls.cipher= ")))
        .hasSize(1);
  }

  /** They would have no effect. */
  @ParameterizedTest
  @ValueSource(strings = {"tls.sndbuf", "tls.rcvbuf"})
  void refusesBuffersOfSocketsThatTheSdkMakes(String property) {
    PropertyNames names = PropertyNames.of(new DynamoDbBinding());

    refused(() -> names.require(Given.properties(property + "=4096")))
        .hasMessageStartingWith(property + "=4096: ")
        .hasMessageEndingWith("leave it out");
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, aarch64, linux-aarch64",
    "Mac OS X, aarch64, mac-aarch64",
    "FreeBSD, amd64, freebsd-amd64"
  })
  void tellsThatThePlatformHasNoTestServer(String system, String architecture, String says) {
    assertThat(DynamoDbTestServer.of(system, architecture).obstacle(new TreeMap<>()))
        .get()
        .asString()
        .contains(says, "dynamodb.endpoint")
        .doesNotContain("\n");
  }

  @ParameterizedTest
  @CsvSource({"Linux, amd64", "Linux, i386", "Mac OS X, x86_64", "Windows 11, amd64"})
  void hasATestServerOnOtherPlatforms(String system, String architecture) {
    assertThat(DynamoDbTestServer.of(system, architecture).obstacle(new TreeMap<>())).isEmpty();
  }

  @Test
  void namesTheLicenceOfTheTestServer() {
    assertThat(
            new DynamoDbBinding().testServer(new TreeMap<>()).orElseThrow().notice(new TreeMap<>()))
        .get()
        .asString()
        .contains("Amazon DynamoDB Local License Agreement", "https://");
  }

  private static DynamoDbOptions parse(boolean pinned, String... properties) {
    return DynamoDbOptions.parse(Given.properties(properties), pinned);
  }
}
