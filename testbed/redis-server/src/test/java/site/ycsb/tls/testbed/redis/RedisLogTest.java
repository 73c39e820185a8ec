package site.ycsb.tls.testbed.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** As Redis 7.0 and 8 write it. */
class RedisLogTest {
  private static final String BEGIN = "211:C 28 Nov 2026 04:01:02.345 # ";

  @Test
  void findsWhatIsMarkedAndLeavesOutWhatEachStartSays() {
    assertThat(
            RedisLog.error(
                List.of(
                    BEGIN + "oO0OoO0OoO0Oo Redis is starting oO0OoO0OoO0Oo",
                    BEGIN + "Redis version=7.0.15, bits=64, commit=00000000, modified=0, pid=211",
                    BEGIN + "Configuration loaded",
                    "211:M 28 Nov 2026 04:01:02.350 * Running mode=standalone, port=1.",
                    BEGIN + "WARNING Memory overcommit must be enabled!",
                    BEGIN + "Failed to load certificate: /x/server.pem: ee key too small",
                    BEGIN + "Failed to configure TLS. Check logs for more info.")))
        .isEqualTo(
            "Failed to load certificate: /x/server.pem: ee key too small; Failed to configure TLS."
                + " Check logs for more info.");
  }

  @Test
  void saysWhichLineOfTheConfigurationIsWrong() {
    assertThat(
            RedisLog.error(
                List.of(
                    "",
                    "*** FATAL CONFIG FILE ERROR (Redis 7.0.15) ***",
                    "Reading the configuration file, at line 12",
                    ">>> 'no-such-option \"1\"'",
                    "Bad directive or wrong number of arguments")))
        .isEqualTo("'no-such-option \"1\"': Bad directive or wrong number of arguments");
  }

  @Test
  void elseTheLastLine() {
    assertThat(RedisLog.error(List.of("a", " b ", ""))).isEqualTo("b");
    assertThat(RedisLog.error(List.of())).isEqualTo("it printed nothing");
  }
}
