package site.ycsb.tls.session;

import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WithTlsOnlyTest {
  @ParameterizedTest
  @ValueSource(strings = {"threadcount", "target", "readproportion", "network.rtt", "seed"})
  void theLoadIsThatOfAllRuns(String name) {
    refused(() -> refuseLoad("redis.tls=true," + name + "=8"))
        .hasMessage(
            "tls.also: %s is no property of the client, and runs with TLS would differ from the others in more than TLS; give it to all with -p %s="
                .formatted(name, name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis.tls=true,redis.port=6480",
        "server.cpu=pid:1,table=t",
        "-Dthreadcount=8",
        "hosts=a:1,b:2"
      })
  void theClientAndItsServerMayBeOthers(String also) {
    assertThatCode(() -> refuseLoad(also)).doesNotThrowAnyException();
  }

  /** As plain has it. */
  @Test
  void withoutTlsItHasNoEffect() {
    assertThatCode(() -> WithTlsOnly.refuseLoad(Map.of("tls.also", "threadcount=8")))
        .doesNotThrowAnyException();
  }

  private static void refuseLoad(String also) {
    WithTlsOnly.refuseLoad(Map.of("tls.cipher", "TLS_AES_128_GCM_SHA256", "tls.also", also));
  }
}
