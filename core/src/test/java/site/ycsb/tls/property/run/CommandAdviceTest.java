package site.ycsb.tls.property.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.PinnedTransport;

/** Messages of tls-socket name the commands of this program, which tls-socket does not know. */
class CommandAdviceTest {
  @Test
  void aSuiteThatThisJvmDoesNotHaveNamesTheListOfSuites() {
    TlsOptions options = TlsOptions.of(TlsPin.of("AES128-CCM"));

    assertThatThrownBy(() -> new PinnedTransport(options))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("'bin/ycsb suites' lists what can be pinned here");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "tls.cipher | all | 'bin/ycsb compare' takes a list or 'all' with -p tls.cipher",
        "tls.cypher | x | 'bin/ycsb help tls' lists all"
      })
  void aWrongPropertyNamesWhatTakesIt(String name, String value, String advice) {
    assertThatThrownBy(() -> TlsOptions.parse(Map.of(name, value)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(advice);
  }
}
