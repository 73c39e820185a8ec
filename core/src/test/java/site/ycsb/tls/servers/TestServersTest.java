package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.TestServer;
import site.ycsb.tls.needs.ModuleFolder;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.property.UsageException;

class TestServersTest {
  private static final String HOME = "ycsb.home";
  private static final Variant PLAIN = new Variant("plain", Map.of());

  /** Nobody listens there. */
  private static final int NOBODY = 1;

  @TempDir(factory = ModuleFolder.class)
  private Path home;

  private final StringWriter said = new StringWriter();

  @BeforeEach
  void install() throws Exception {
    FakeTestServer.install(home);
    System.setProperty(HOME, home.toString());
  }

  @AfterEach
  void forget() {
    System.clearProperty(HOME);
  }

  /** Not before each start: a source that changes meanwhile would give blocks other servers. */
  @Test
  void aCommandAsksOnceForItsServerToBeBuilt() throws Exception {
    try (TestServers servers = start(server(/* endsBadly= */ false), PLAIN)) {
      servers.prepare(PLAIN);
      servers.renew();
      servers.prepare(PLAIN);
    }

    assertThat(home.resolve("asked")).content().isEqualTo("-build testbed/fake-server\n");
  }

  /** Plain is the first variant, and some servers have another port for it. */
  @Test
  void theGroupsAreAskedForWhereTlsIs() throws Exception {
    // Java 19 and older have no other choice than not to take the pinned group.
    try (TlsPort tls = TlsPort.taking(NamedGroup.SECP256R1)) {
      Variant pinned =
          new Variant(
              "pinned",
              Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.group", "X25519MLKEM768"));

      assertThatThrownBy(
              () ->
                  start(
                      new FakeTestServer(NOBODY, tls.number(), /* endsBadly= */ false),
                      PLAIN,
                      pinned))
          .isInstanceOf(UsageException.class)
          .hasMessageStartingWith(
              "tls.group=X25519MLKEM768: the test server (fake 1.0) does not take this group")
          .hasMessageContaining("secp256r1");
    }
  }

  /** The data are still in their folder, and may be those of before its last write. */
  @Test
  void whatAServerHasWrittenThatDidNotEndInOrderIsNotReliedOn() throws Exception {
    for (boolean endsBadly : List.of(false, true)) {
      try (TestServers servers = start(server(endsBadly), PLAIN)) {
        String store = servers.prepare(PLAIN).store();
        servers.renew();

        assertThat(servers.prepare(PLAIN).store().equals(store)).isEqualTo(!endsBadly);
      }
      assertThat(said.toString().contains("loaded anew: it did not shut down properly"))
          .isEqualTo(endsBadly);
    }
  }

  /** Who reads what to know of a server looks for one that runs. */
  @Test
  void ofAServerThatIsMissingNothingIsSaidButThat() {
    assertThatThrownBy(() -> start(new MissingServer(), PLAIN)).hasMessage("no program");

    assertThat(said.toString()).isEmpty();
  }

  private static FakeTestServer server(boolean endsBadly) {
    return new FakeTestServer(NOBODY, NOBODY, endsBadly);
  }

  private TestServers start(Binding server, Variant... variants) throws Exception {
    return TestServers.start(
        server,
        new TreeMap<>(),
        List.of(variants),
        home,
        /* sideBySide= */ false,
        new PrintWriter(said));
  }

  private record MissingServer() implements UnusedBinding, UnusedBinding.Server {
    @Override
    public Optional<TestServer> testServer(Map<String, String> properties) {
      return Optional.of(this);
    }

    @Override
    public Optional<String> obstacle(Map<String, String> properties) {
      return Optional.of("no program");
    }

    @Override
    public Optional<String> notice(Map<String, String> properties) {
      return Optional.of("the program obeys everybody");
    }
  }
}
