package site.ycsb.tls.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.property.UsageException;

class FleetCertificatesTest {
  @TempDir private Path directory;

  @Test
  void expiredOnesAreRefusedBeforeAnythingIsConnected() throws Exception {
    FleetCertificates fleet =
        QuickFleetCertificates.create(
            directory, QuickFleetCertificates.authority(), Validity.expired());
    assertThatThrownBy(fleet::context)
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("--fleet " + directory + ": its certificate is valid from ")
        .hasMessageContaining("create a new one with 'bin/ycsb certs --fleet " + directory);

    assertThat(QuickFleetCertificates.create(directory).context().getProtocol()).isEqualTo("TLS");
  }

  @Test
  void aDirectoryWithoutThemIsRefused() {
    assertThatThrownBy(new FleetCertificates(directory)::context)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("member.pem");
  }
}
