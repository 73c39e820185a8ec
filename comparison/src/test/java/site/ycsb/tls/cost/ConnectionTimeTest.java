package site.ycsb.tls.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConnectionTimeTest {

  @Test
  void roundTripsAreThoseOfTheRfcs() {
    assertThat(ConnectionTime.roundTrips("", false)).isEqualTo(1);
    assertThat(ConnectionTime.roundTrips("TLSv1.3", false)).isEqualTo(2);
    assertThat(ConnectionTime.roundTrips("TLSv1.3", true)).isEqualTo(2);
    assertThat(ConnectionTime.roundTrips("TLSv1.2", false)).isEqualTo(3);
    assertThat(ConnectionTime.roundTrips("TLSv1.2", true)).isEqualTo(2);
  }
}
