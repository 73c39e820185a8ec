package site.ycsb.tls.reliability.account;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.tls.cases.RandomCases;

/** Each way alone, and a short series of mixtures; the program runs long ones. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MixedConnectionsIT {
  private static MixedConnections connections;

  @BeforeAll
  static void start() throws Exception {
    connections = new MixedConnections();
  }

  @AfterAll
  static void stop() throws Exception {
    connections.close();
  }

  @ParameterizedTest
  @EnumSource
  void aRunWithThePinIsConfirmedIfAllBytesArePinned(ClientBehaviour way) throws Exception {
    MixedConnections.Verdict verdict = judge(true, ClientBehaviour.PINNED_ENGINE, way);
    assertThat(verdict.confirmed()).as(verdict.toString()).isEqualTo(way.isRightWhenPinned());
    assertThat(verdict.seen().clear() == 0 && verdict.seen().others() == 0)
        .as(verdict.toString())
        .isEqualTo(way.isRightWhenPinned());
  }

  @ParameterizedTest
  @EnumSource
  void aRunWithoutTlsIsConfirmedIfNoByteIsTls(ClientBehaviour way) throws Exception {
    MixedConnections.Verdict verdict = judge(false, ClientBehaviour.CLEAR_SOCKET, way);
    assertThat(verdict.confirmed()).as(verdict.toString()).isEqualTo(way.isRightWhenPlain());
  }

  private static MixedConnections.Verdict judge(boolean pinned, ClientBehaviour... ways)
      throws Exception {
    SplittableRandom random = new SplittableRandom(Arrays.hashCode(ways));
    return connections.one(new MixedConnections.Case(pinned, List.of(ways)), random);
  }

  /** One line: the connection, the bytes, and what the first of them looked like. */
  @Test
  void whatWasWrongIsSaid() throws Exception {
    assertThat(judge(true, ClientBehaviour.PINNED_SOCKET, ClientBehaviour.CLEAR_PROXY).message())
        .matches(
            "[0-9,]+ bytes of a connection were not of the pinned TLS: a connection to 127.0.0.1:\\d+ "
                + "\\(here 127.0.0.1:\\d+\\): [0-9,]+ bytes sent and [0-9,]+ received, the first of them HTTP: .*");
    assertThat(judge(true, ClientBehaviour.PINNED_SOCKET, ClientBehaviour.OTHER_TLS).message())
        .contains("the first of them a TLS record");
    assertThat(judge(true, ClientBehaviour.TLS_THEN_CLEAR).message())
        .contains("left the pinned TLS", "the first of them 61 61 61 61");
    assertThat(
            judge(true, ClientBehaviour.PINNED_SOCKET, ClientBehaviour.CLEAR_DATAGRAMS).message())
        .contains("a socket for datagrams to 127.0.0.1:");
    assertThat(judge(true, ClientBehaviour.PINNED_SOCKET, ClientBehaviour.NATIVE_SOCKET).message())
        .contains("was not made by Java");
    assertThat(judge(false, ClientBehaviour.CLEAR_SOCKET, ClientBehaviour.NATIVE_TLS).message())
        .contains("are, or may be, TLS in a run without TLS");
  }

  @Test
  @Tag("full")
  void noMixtureIsConfirmedThatIsWrongAndNoneRefusedThatIsRight() throws Exception {
    MixedConnections.Series series = connections.run(40, RandomCases.SEED);
    assertThat(series.wrong()).as(RandomCases.REPEATED_BY).isEmpty();
    assertThat(series.confirmed()).isGreaterThan(10);
    assertThat(series.refused()).isGreaterThan(10);
  }
}
