package site.ycsb.tls.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.account.SocketTable;

/** Started with the agent: the sockets of this test are seen. */
class ByteAccountTest {
  /** The account itself needs a connection no longer when it has ended. */
  @Test
  void theCallsOfAConnectionThatEndsInAnAccountStayCounted() throws Exception {
    try (ByteAccount account = ByteAccount.open(/* pinned= */ false, ByteAccount.Reach.ALL);
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      CallCounts before = SocketTable.calls();
      try (Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
          Socket other = server.accept()) {
        client.getOutputStream().write(1);
        client.getOutputStream().write(2);
        assertThat(other.getInputStream().readNBytes(2)).containsExactly(1, 2);
        assertThat(SocketTable.calls().minus(before).writes()).isEqualTo(2);
      }
      assertThat(SocketTable.calls().minus(before).writes()).isEqualTo(2);
      assertThat(SocketTable.calls().minus(before).reads()).isBetween(1L, 2L);
      assertThat(account.balance().bytes()).isPositive();
    }
  }
}
