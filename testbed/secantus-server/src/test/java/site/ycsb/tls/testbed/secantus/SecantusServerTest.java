package site.ycsb.tls.testbed.secantus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.ServerTls;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.program.ServiceUser;

class SecantusServerTest {
  private static final ServiceUser SAME = new ServiceUser(Optional.empty());
  private static final String SUITE = "TLS_AES_256_GCM_SHA384";

  @TempDir private Path place;

  private ListenerSpec tls() throws IOException {
    CertificateFiles files =
        CertificateStore.in(CertificateStore.userDirectory(System.getenv()))
            .serverCertificate(ServerKey.parse("EC-256"));
    return ListenerSpec.tls(
        SUITE, new ServerTls(TlsPin.of(SUITE), files.certificate(), files.key()));
  }

  private List<String> options(ListenerSpec... listeners) throws IOException {
    return SecantusServer.options(new ServerSpec(List.of(listeners), false), place, SAME);
  }

  @Test
  void listensOnLoopbackAloneAndReadsNoConfigurationOfTheUsers() throws Exception {
    assertThat(options(ListenerSpec.plain("plain")))
        .contains("--host=127.0.0.1", "--config=" + place.resolve("secantusd.toml"))
        .noneMatch(option -> option.startsWith("--tls"));
    assertThat(place.resolve("secantusd.toml")).isEmptyFile();
  }

  @Test
  void theKeyIsItsOwnersAlone() throws Exception {
    Path key = place.resolve("server-key.pem");

    assertThat(options(tls()))
        .contains("--tls-cert-file=" + place.resolve("server.pem"), "--tls-key-file=" + key);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @Test
  void oneProcessHasNoPortForBoth() throws Exception {
    ListenerSpec tls = tls();
    assertThatThrownBy(() -> options(ListenerSpec.plain("plain"), tls))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("with TLS or without");
  }

  @Test
  void saysWhatTheServerSaysOfItsEnd() {
    assertThat(
            SecantusServer.error(
                List.of(
                    "[2026-11-30T00:20:11Z INFO  secantus] loaded",
                    "secantusd-rs: failed to bind 127.0.0.1:1: Permission denied (os error 13)")))
        .isEqualTo("failed to bind 127.0.0.1:1: Permission denied (os error 13)");
  }

  /** On both sides of where one piece of the file ends and the next begins. */
  @Test
  void findsTheVersionOfRustlsInTheProgram() throws Exception {
    Path program = place.resolve("program");
    Files.write(
        program,
        ("x".repeat((1 << 20) - 10) + "/x/rustls-0.23.46/src/lib.rs\0")
            .getBytes(StandardCharsets.ISO_8859_1));
    assertThat(SecantusServer.rustls(program)).isEqualTo("rustls 0.23.46");

    Files.writeString(program, "no path");
    assertThat(SecantusServer.rustls(program)).isEqualTo("rustls");
  }
}
