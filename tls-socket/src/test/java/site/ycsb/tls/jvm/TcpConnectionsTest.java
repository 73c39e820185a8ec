package site.ycsb.tls.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TcpConnectionsTest {
  private static final String TO_7777 =
      "  97: 0100007F:C926 0100007F:1E61 01 00000000:00000000 00:00000000 00000000"
          + "     0        0 9232226 1 ffff8c1f 20 4 30 10 -1";

  /** A table that grew while the kernel listed it. */
  @Test
  void aConnectionThatIsListedTwiceIsOne() throws Exception {
    String ended = TO_7777.replace(" 01 ", " 06 ").replace("9232226", "0");
    String ofAnother = TO_7777.replace("9232226", "9232227");

    assertThat(
            TcpConnections.established(
                Set.of(9232226L), List.of(TO_7777, ended, ofAnother, TO_7777)))
        .containsExactly(
            new TcpConnections.Connection(
                9232226L,
                new TcpConnections.Ends(
                    51494,
                    new InetSocketAddress(
                        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 7777))));
  }
}
