package site.ycsb.tls.measurement.process;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import site.ycsb.tls.binding.ServerClock;
import site.ycsb.tls.measurement.process.kernel.CpuTime;

/**
 * The server's own word; the part of its compilers, if it has any, is not known. A server that no
 * longer answers has no CPU time; the operations say what is wrong with it.
 */
public final class ServerClockCpu implements ServerCpu {
  private final ServerClock clock;
  private final boolean elsewhere;
  private Optional<String> silence = Optional.empty();

  /**
   * Asks this clock.
   *
   * @param clock closed with this object
   * @param elsewhere whether the server is on another machine
   */
  public ServerClockCpu(ServerClock clock, boolean elsewhere) {
    this.clock = clock;
    this.elsewhere = elsewhere;
  }

  @Override
  public boolean isElsewhere() {
    return elsewhere;
  }

  @Override
  public Optional<CpuTime> now() {
    if (silence.isEmpty()) {
      try {
        return Optional.of(new CpuTime(clock.cpuNanos(), OptionalLong.empty()));
      } catch (IOException e) {
        silence = Optional.of("CPU time of the server unknown: " + e.getMessage());
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<String> silence() {
    return silence;
  }

  @Override
  public void close() throws IOException {
    clock.close();
  }
}
