package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.testkit.Refusal.refused;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.servers.Testbed;
import site.ycsb.tls.servers.TestbedServer;
import site.ycsb.tls.testkit.Given;

@Timeout(120)
class MongoDbServerStartIT {
  private static final TestServer RECIPE = new MongoDbTestServer();
  private static final Map<String, Optional<TlsOptions>> PLAIN = Map.of("plain", Optional.empty());

  @TempDir private Path directory;

  @Test
  void servesWhatTheJvmDisablesOnlyWhenLegacyIsAsked() throws Exception {
    assertThatThrownBy(() -> start("tls.cipher=RC4-MD5"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("TLS_RSA_WITH_RC4_128_MD5")
        .hasMessageContaining("jdk.tls.disabledAlgorithms")
        .hasMessageContaining("server.log");

    try (TestbedServer server = start("tls.cipher=RC4-MD5", "tls.legacy=true")) {
      assertThat(server.address("old").getPort()).isPositive();
    }
  }

  @Test
  void wastesTheTimeThatIsAskedForInEachCommandAndSaysSo() throws Exception {
    int commands = 20;
    try (TestbedServer server =
            Testbed.ofThisInstallation()
                .start(
                    RECIPE,
                    Given.properties("testbed.heap=128m", "testbed.extracpu=10000"),
                    PLAIN,
                    directory,
                    directory.resolve("data"));
        MongoClient client =
            MongoClients.create(server.clientProperties("plain").get("mongodb.url"))) {
      MongoDatabase database = client.getDatabase("admin");
      assertThat(database.runCommand(new Document("buildInfo", 1)).getString("product"))
          .endsWith(", wasting 10000.0 us in each command");
      long start = System.nanoTime();
      for (int i = 0; i < commands; i++) {
        database.runCommand(new Document("ping", 1));
      }
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(commands * 10_000_000L);
    }
  }

  @Test
  void refusesAHeapThatIsNoSize() {
    Map<String, String> properties = Given.properties("testbed.heap=much");
    Testbed testbed = Testbed.ofThisInstallation();
    refused(() -> testbed.start(RECIPE, properties, PLAIN, directory, directory))
        .hasMessage("testbed.heap=much: expected a size such as 512m or 2g");
  }

  @Test
  void saysHowToBuildAServerThatIsNotBuilt() {
    Testbed empty = new Testbed(directory, CertificateStore.in(directory.resolve("certificates")));
    assertThatThrownBy(() -> empty.start(RECIPE, Map.of(), PLAIN, directory, directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("mvn -pl testbed/mongodb-server");
  }

  private TestbedServer start(String... tls) throws IOException, InterruptedException {
    return Testbed.ofThisInstallation()
        .start(
            RECIPE,
            Given.properties("testbed.heap=128m"),
            Map.of("old", TlsOptions.parse(Given.properties(tls))),
            directory,
            directory.resolve("data"));
  }
}
