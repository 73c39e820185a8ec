package site.ycsb.tls.dynamodb;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import site.ycsb.tls.binding.TestServer;

/**
 * How to start the server in {@code testbed/dynamodb-server}, and how to reach it.
 *
 * @param platform operating system and architecture, such as {@code linux-amd64}
 */
record DynamoDbTestServer(String platform) implements TestServer {
  /** The platforms for which DynamoDB Local has the native library of its storage. */
  private static final Set<String> PLATFORMS =
      Set.of("linux-amd64", "linux-i386", "mac-amd64", "windows-amd64", "windows-i386");

  static DynamoDbTestServer ofThisMachine() {
    return of(System.getProperty("os.name"), System.getProperty("os.arch"));
  }

  /** The platform of a machine with these two system properties. */
  static DynamoDbTestServer of(String osName, String osArch) {
    String system = osName.toLowerCase(Locale.ROOT).split(" ", 2)[0];
    String architecture =
        switch (osArch) {
          case "x86_64" -> "amd64";
          case "x86", "i486", "i586", "i686" -> "i386";
          default -> osArch;
        };
    return new DynamoDbTestServer(system + "-" + architecture);
  }

  @Override
  public Tls tls() {
    return Tls.JVM_OR_PROVIDER;
  }

  @Override
  public String mainClass() {
    return "site.ycsb.tls.testbed.dynamodb.DynamoDbServer";
  }

  /** A start takes two seconds, and more on a busy machine. */
  @Override
  public Duration patience() {
    return Duration.ofSeconds(90);
  }

  @Override
  public Optional<String> obstacle(Map<String, String> properties) {
    return PLATFORMS.contains(platform)
        ? Optional.empty()
        : Optional.of(
            "DynamoDB Local has no native library for "
                + platform
                + " (it has for "
                + String.join(", ", PLATFORMS.stream().sorted().toList())
                + "); name your own server with -p dynamodb.endpoint=http://HOST:PORT");
  }

  @Override
  public Optional<String> notice(Map<String, String> properties) {
    return Optional.of(
        "The test server is Amazon's DynamoDB Local, which Maven fetched for you under the Amazon"
            + " DynamoDB Local License Agreement: https://aws.amazon.com/dynamodblocallicense/");
  }

  @Override
  public Map<String, String> clientProperties(
      String host, int port, Map<String, String> properties) {
    Map<String, String> all = new HashMap<>();
    all.put(DynamoDbOptions.ENDPOINT.name(), host + ":" + port);
    all.put(DynamoDbOptions.CREATE_TABLE.name(), "true");
    if (!properties.containsKey(DynamoDbOptions.CREDENTIALS_FILE.name())) {
      all.put(DynamoDbOptions.IDENTITY.name(), DynamoDbOptions.MADE_UP);
    }
    return all;
  }
}
