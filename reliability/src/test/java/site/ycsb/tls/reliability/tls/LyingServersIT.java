package site.ycsb.tls.reliability.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.cases.RandomCases;

/** A short series; the program runs long ones. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LyingServersIT {

  @ParameterizedTest
  @ValueSource(strings = {"SunJSSE", "BCJSSE", "Conscrypt"})
  void noLieHasAnotherEndThanThoseThatArePromised(String provider) throws Exception {
    LyingServers.Series series = assertAsPromised(provider, 60);
    assertThat(series.count(series.refused())).isPositive();
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(strings = {"SunJSSE", "BCJSSE", "Conscrypt"})
  void nothingElseComesOfManyLies(String provider) throws Exception {
    LyingServers.Series series = assertAsPromised(provider, 300);
    // The lies are told: most of them are noticed; and those who do not lie are believed.
    assertThat(series.count(series.refused())).isGreaterThan(100);
    assertThat(series.echoed()).containsKey(Tampering.Kind.NONE);
  }

  private static LyingServers.Series assertAsPromised(String provider, int lies) throws Exception {
    try (LyingServers servers = new LyingServers(Optional.of(provider))) {
      LyingServers.Series series = servers.run(lies, RandomCases.SEED, 32);
      assertThat(series.wrong()).as(RandomCases.REPEATED_BY).isEmpty();
      return series;
    }
  }

  @Test
  void anErrorIsWrongWhereNobodyLied() {
    IOException error = new IOException("handshake_failure");
    assertThat(LyingServers.refused(Tampering.Kind.CUT, error))
        .isEqualTo(LyingServers.Outcome.REFUSED);
    assertThatThrownBy(() -> LyingServers.refused(Tampering.Kind.NONE, error))
        .hasMessage("nobody lied, but: handshake_failure");
  }

  /** Found by a series of 5000: the client's read ended with an exception that said nothing. */
  @Test
  void bouncyCastleSaysThatARecordWasCutOff() throws Exception {
    try (LyingServers servers = new LyingServers(Optional.of("BCJSSE"))) {
      Tampering tampering =
          new Tampering(Tampering.Kind.CHANGE_THE_LENGTH, 6, 6265959018093911976L);
      assertThat(servers.bySocket(tampering, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256"))
          .isEqualTo(LyingServers.Outcome.REFUSED);
    }
  }
}
