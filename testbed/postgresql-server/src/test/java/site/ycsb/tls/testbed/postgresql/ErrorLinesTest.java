package site.ycsb.tls.testbed.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorLinesTest {
  @Test
  void findsTheMarkedLines() {
    assertThat(
            ErrorLines.of(
                List.of(
                    "LOG:  starting PostgreSQL 15.18",
                    "LOG:  could not bind IPv4 address \"127.0.0.1\": Address already in use",
                    "FATAL:  could not create any TCP/IP sockets",
                    "LOG:  database system is shut down")))
        .isEqualTo(ErrorLines.PORT_TAKEN);
    assertThat(ErrorLines.of(List.of("initdb: error: could not access directory", "")))
        .isEqualTo("could not access directory");
  }

  @Test
  void elseTheLastLine() {
    assertThat(ErrorLines.of(List.of("a", "setpriv: not found", "")))
        .isEqualTo("setpriv: not found");
    assertThat(ErrorLines.of(List.of())).isEqualTo("it printed nothing");
  }
}
