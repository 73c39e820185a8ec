package site.ycsb.tls.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.testserver.ServerHealth;

class ServerViewTest {
  private static final ServerView OURS = new ServerView(Map.of(), ServerHealth.GOOD, "fake 1.0");

  /** With another collector it is another server to measure. */
  @Test
  void aResultSaysWhichFurtherArgumentsATestServerHad() {
    Map<String, String> environment =
        Map.of("TESTBED_JAVA_OPTS", " -XX:+UseZGC -Dkey.password=hunter2");

    assertThat(OURS.complete(Map.of("driver", "d"), environment))
        .isEqualTo(
            Map.of(
                "driver", "d",
                "testServer", "fake 1.0",
                "testServerArguments", "-XX:+UseZGC -Dkey.password=***"));
    assertThat(OURS.complete(Map.of(), Map.of("TESTBED_JAVA_OPTS", " ")))
        .isEqualTo(Map.of("testServer", "fake 1.0"));
    assertThat(ServerView.SILENT.complete(Map.of(), environment)).isEmpty();
  }
}
