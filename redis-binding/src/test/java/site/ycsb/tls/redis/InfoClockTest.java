package site.ycsb.tls.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisConnectionException;
import site.ycsb.tls.binding.ServerClock;

class InfoClockTest {
  @Test
  void goesOnWithTheSameProcessAfterACut() throws Exception {
    try (ServerClock clock = clock(connection("run_id:a", 1), connection("run_id:a", 9))) {
      assertThat(clock.cpuNanos()).isEqualTo(2_000_000_000L);
    }
  }

  /** Its CPU time may be another's. */
  @Test
  void isNotKnownAfterACutWhenTheServerDoesNotTellItsProcess() throws Exception {
    try (ServerClock clock = clock(connection("version:1", 1), connection("version:1", 9))) {
      assertThatThrownBy(clock::cpuNanos)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no run_id")
          .hasMessageContaining("server.cpu")
          .hasMessageNotContaining("\n");
    }
  }

  private static ServerClock clock(Jedis... connections) throws Exception {
    Queue<Jedis> left = new ArrayDeque<>(List.of(connections));
    return InfoClock.of(left::remove).orElseThrow();
  }

  /** One that is cut after so many answers about CPU time. */
  private static Jedis connection(String server, int answers) {
    return new Jedis("localhost", 1) {
      private int left = answers;

      @Override
      public String info(String section) {
        if (section.equals("server")) {
          return server;
        }
        if (left-- == 0) {
          throw new JedisConnectionException("cut");
        }
        return "used_cpu_user:1.5\r\nused_cpu_sys:0.5\r\n";
      }
    };
  }
}
