package site.ycsb.tls.testserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.server.ServerTls;

class ServerSpecTest {
  @TempDir private Path directory;

  @Test
  void isReadAsItWasWritten() throws IOException {
    Path file = directory.resolve("server.properties");
    ServerSpec spec =
        new ServerSpec(
            List.of(
                ListenerSpec.plain("plain"),
                ListenerSpec.tls(
                    "TLS_AES_256_GCM_SHA384-RSA-2048",
                    new ServerTls(
                        TlsPin.of("TLS_AES_256_GCM_SHA384"),
                        directory.resolve("a b=ü.pem"),
                        directory.resolve("key.pem")))),
            true);

    spec.write(file);

    assertThat(ServerSpec.read(file)).isEqualTo(spec);
  }

  @Test
  void saysWhatIsMissingInAFile() throws IOException {
    Path file = directory.resolve("server.properties");
    Files.writeString(file, "listeners=a\na.cipher=TLS_AES_256_GCM_SHA384\n");

    assertThatThrownBy(() -> ServerSpec.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("a.protocol");
  }

  @Test
  void refusesListenersThatCannotBeToldApart() {
    assertThatThrownBy(
            () -> new ServerSpec(List.of(ListenerSpec.plain("a"), ListenerSpec.plain("a")), false))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two listeners are named a");
    assertThatThrownBy(() -> ListenerSpec.plain("a b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a b");
  }
}
