package site.ycsb.tls.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.ServerProbe;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.property.UsageException;

/** What servers say instead of coming to TLS; those that do are real ones, in jdbc-binding. */
class StartTlsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Asks a server that says these bytes, then reads until the client goes, or closes at once. */
  private static void ask(String protocol, String hex, boolean closes, Duration timeout)
      throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread server =
          new Thread(
              () -> {
                try (Socket accepted = listener.accept()) {
                  accepted.getOutputStream().write(HexFormat.of().parseHex(hex));
                  while (!closes && accepted.getInputStream().read() >= 0) {
                    // What the client sends is not looked at.
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      server.setDaemon(true);
      server.start();
      List<SuiteAvailability> pairs = JvmSuites.ofDefaultProvider().available();
      new ServerProbe(
              "localhost", listener.getLocalPort(), timeout, Optional.of(StartTls.parse(protocol)))
          .ask(pairs, answer -> {});
    }
  }

  @ParameterizedTest
  @CsvSource({
    // ERR_Packet 1129: "#08S01Host blocked"
    "mysql, 120000 00 ff6904 23303853303148 6f737420626c6f636b, refuses this client",
    // A greeting without CLIENT_SSL in its capabilities.
    "mysql, 180000 00 0a 35 00 01000000 0102030405060708 00 00f7 00000000000000, offers no TLS",
    // "HTTP/1.1 400"
    "mysql, 485454502f312e3120343030, does not speak the protocol of mysql",
    // A greeting that ends too early.
    "mysql, 030000 00 0a 35 00, does not speak the protocol of mysql",
    "postgres, 4e, offers no TLS",
    "postgres, 45, does not speak the protocol of postgres",
  })
  void saysWhyThereIsNoTlsToComeTo(String protocol, String hex, String expected) {
    assertThatThrownBy(() -> ask(protocol, hex.replace(" ", ""), false, PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("localhost:\\d+ .*")
        .hasMessageContaining(expected);
  }

  @ParameterizedTest
  @CsvSource({"mysql, 0a00", "postgres, ''"})
  void saysThatAServerCloses(String protocol, String hex) {
    assertThatThrownBy(() -> ask(protocol, hex, true, PATIENCE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closes the connection before TLS; is it " + protocol + "?");
  }

  @Test
  void saysThatAServerSaysNothing() {
    assertThatThrownBy(() -> ask("mysql", "", false, Duration.ofSeconds(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not speak mysql within 1 s");
  }

  @Test
  void knowsTheNamesOfOpenSsl() {
    assertThat(StartTls.parse("postgres")).isEqualTo(StartTls.POSTGRES);
    assertThatThrownBy(() -> StartTls.parse("smtp"))
        .isInstanceOf(UsageException.class)
        .hasMessage("--starttls smtp: expected one of mysql, postgres");
  }
}
