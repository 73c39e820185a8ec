package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.socket.Transport;

class ServersTest {
  private static final Variant PLAIN = new Variant("plain", Map.of());
  private static final Variant TLS =
      new Variant("tls", Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384"));

  @Test
  void eachVariantHasAJvmOfItsOwnIfOneProcessHasOneTlsAndIsAJvm() {
    assertThat(ownJvms(TestServer.Tls.JVM, false, PLAIN, TLS)).isTrue();
    assertThat(ownJvms(TestServer.Tls.JVM, false, PLAIN)).isFalse();
    assertThat(ownJvms(TestServer.Tls.OWN, false, PLAIN, TLS)).isFalse();
    assertThat(ownJvms(TestServer.Tls.JVM, true, PLAIN, TLS)).isFalse();
  }

  @Test
  void serversOfTheUserAreNotOurs() {
    Properties given = new Properties();
    given.setProperty("host", "db.example.org");
    assertThat(
            Servers.areJvmsOfTheirOwn(
                new Database(TestServer.Tls.JVM, false), given, List.of(PLAIN, TLS)))
        .isFalse();
  }

  private static boolean ownJvms(TestServer.Tls tls, boolean manyListeners, Variant... variants) {
    return Servers.areJvmsOfTheirOwn(
        new Database(tls, manyListeners), new Properties(), List.of(variants));
  }

  /** A binding whose test server is never started. */
  private record Database(TestServer.Tls library, boolean manyListeners)
      implements Binding, TestServer {
    @Override
    public String name() {
      return "database";
    }

    @Override
    public String description() {
      return "none";
    }

    @Override
    public List<Property<?>> properties() {
      return List.of();
    }

    @Override
    public boolean namesServer(Properties properties) {
      return properties.containsKey("host");
    }

    @Override
    public Optional<TestServer> testServer() {
      return Optional.of(this);
    }

    @Override
    public DatabasePool open(Properties properties, Transport transport) {
      throw new UnsupportedOperationException("nothing is measured");
    }

    @Override
    public String module() {
      return "none";
    }

    @Override
    public String mainClass() {
      return "none";
    }

    @Override
    public Tls tls() {
      return library;
    }

    @Override
    public boolean hasManyListeners() {
      return manyListeners;
    }

    @Override
    public Map<String, String> clientProperties(String host, int port, Properties properties) {
      return Map.of();
    }
  }
}
