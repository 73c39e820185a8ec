package site.ycsb.tls.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.StartTls;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.socket.count.TlsEvidence;

class ConnectionTimeTest {
  private static final Optional<StartTls> NOTHING = Optional.empty();

  @Test
  void roundTripsAreThoseOfTheRfcs() {
    assertThat(ConnectionTime.roundTrips(NOTHING, Optional.empty(), false)).isEqualTo(1);
    assertThat(ConnectionTime.roundTrips(NOTHING, tls("TLSv1.3", "x25519"), false)).isEqualTo(2);
    assertThat(ConnectionTime.roundTrips(NOTHING, tls("TLSv1.3", "x25519"), true)).isEqualTo(2);
    assertThat(ConnectionTime.roundTrips(NOTHING, tls("TLSv1.2", "x25519"), false)).isEqualTo(3);
    assertThat(ConnectionTime.roundTrips(NOTHING, tls("TLSv1.2", "x25519"), true)).isEqualTo(2);
  }

  /** PostgreSQL's client asks for TLS and awaits a letter; MySQL's awaits a greeting either way. */
  @Test
  void whatTheDatabasesProtocolBeginsWithIsCounted() {
    Optional<StartTls> postgres = Optional.of(StartTls.POSTGRES);
    Optional<StartTls> mysql = Optional.of(StartTls.MYSQL);

    assertThat(ConnectionTime.roundTrips(postgres, Optional.empty(), false)).isEqualTo(1);
    assertThat(ConnectionTime.roundTrips(postgres, tls("TLSv1.3", "x25519"), false)).isEqualTo(3);
    assertThat(ConnectionTime.roundTrips(postgres, tls("TLSv1.2", "x25519"), false)).isEqualTo(4);
    assertThat(ConnectionTime.roundTrips(mysql, Optional.empty(), false)).isEqualTo(2);
    assertThat(ConnectionTime.roundTrips(mysql, tls("TLSv1.3", "x25519"), false)).isEqualTo(3);
  }

  @Test
  void aServerThatAsksForAnotherKeyShareTakesARoundTripMore() {
    assertThat(
            ConnectionTime.roundTrips(
                NOTHING, tls("TLSv1.3", "secp256r1 after a second hello"), false))
        .isEqualTo(3);
  }

  private static Optional<TlsEvidence> tls(String protocol, String group) {
    return Optional.of(
        new TlsEvidence(
            protocol,
            protocol,
            "",
            group,
            "RSA-2048",
            "",
            "",
            "",
            "off",
            false,
            List.of(AccountRow.open("GroupOnWire", group))));
  }
}
