package site.ycsb.tls.channel;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ParentSocketTest {

  /** The kernel counts bytes, of which other letters than ASCII's have several. */
  @Test
  void aSocketsPathHasAtMostSoManyBytes() throws Exception {
    ParentSocket.requireShort(Path.of("/" + "u".repeat(104) + "/s"));
    for (String name : new String[] {"u".repeat(105), "\u00fc".repeat(53)}) {
      assertThatThrownBy(() -> ParentSocket.requireShort(Path.of("/" + name + "/s")))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("too long for a socket: /" + name + ";");
    }
  }
}
