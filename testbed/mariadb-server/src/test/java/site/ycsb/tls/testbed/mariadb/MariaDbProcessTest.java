package site.ycsb.tls.testbed.mariadb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a shell in the server's place. */
@Timeout(60)
class MariaDbProcessTest {
  @Test
  void remembersTheLastLinesOfALogThatCouldFillTheHeap() {
    String talks = "echo 'x [ERROR] early'; seq 1000; echo 'x [ERROR] late'; exit 3";

    assertThatThrownBy(
            () -> MariaDbProcess.start(List.of("/bin/sh", "-c", talks), Map.of()).close())
        .isInstanceOf(IOException.class)
        .hasMessage("mariadbd ended with exit code 3: late");
  }
}
