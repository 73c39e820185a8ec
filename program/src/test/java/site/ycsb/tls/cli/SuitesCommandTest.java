package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.TlsPort;

class SuitesCommandTest {
  private static final CertifiedKey EXPIRED =
      CertificateAuthority.create(ServerKey.parse("RSA-1024"))
          .issueServer(ServerKey.parse("RSA-1024"), List.of("db.example"), Validity.expired());

  @Test
  void listsWhatCanBePinnedAndWhatWouldNeedLegacy() throws IOException {
    String output = run();
    int legacy = output.indexOf("Only with -p tls.legacy=true");

    assertThat(output.substring(0, legacy))
        .contains(" TLS_AES_256_GCM_SHA384 ")
        .contains(" ECDHE-RSA-AES128-GCM-SHA256 ")
        .doesNotContain("RC4")
        .contains("SunJSSE");
    assertThat(output.substring(legacy)).contains(" TLS_RSA_WITH_RC4_128_MD5 ");
  }

  @Test
  void showsWhatAServerAcceptsAndItsCertificate() throws IOException {
    try (TlsPort port = TlsPort.open(EXPIRED)) {
      assertThat(run("localhost:" + port.number()))
          .contains("accepts 1 of the ")
          .containsPattern("Not accepted: .*\\d pairs? \\([^)]*handshake_failure")
          .contains(
              "To pin the first: -p tls.cipher=TLS_AES_128_GCM_SHA256 -p tls.keysize=RSA-1024")
          .contains("group it chooses")
          .contains(" x25519")
          .contains("EXPIRED")
          .contains("names        db.example")
          .contains(EXPIRED.certificate().getIssuerX500Principal().toString())
          .doesNotContain("TLS_AES_256_GCM_SHA384");
    }
  }

  @Test
  void saysInOneLineWhatIsWrong() throws IOException {
    // Bound and not listening: no other process can get the port.
    try (Socket bound = new Socket()) {
      bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      int port = bound.getLocalPort();
      assertThatThrownBy(() -> run("localhost:" + port))
          .isInstanceOf(IOException.class)
          .hasMessage(
              "nothing listens at localhost:%d (connection refused); start the server or correct the address",
              port);
    }
    for (String address :
        List.of("localhost", ":1", "localhost:", "localhost:70000", "localhost:0")) {
      assertThatThrownBy(() -> run(address))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("expected HOST:PORT");
    }
    assertThatThrownBy(() -> run("--timeout", "0")).isInstanceOf(UsageException.class);
    assertThatThrownBy(() -> run("--provider", "NoSuch")).isInstanceOf(UsageException.class);
  }

  private static String run(String... arguments) throws IOException {
    StringWriter out = new StringWriter();
    SuitesCommand suites = new SuitesCommand();
    new CommandLine(suites).setOut(new PrintWriter(out)).parseArgs(arguments);
    suites.call();
    return out.toString();
  }
}
