package site.ycsb.tls.measurement.process;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Of processes on this machine. Not thread-safe. */
final class LocalServerCpu implements ServerCpu {
  private final List<Long> pids;
  private final CompilerThreads compilers;

  LocalServerCpu(List<Long> pids) {
    this.pids = List.copyOf(pids);
    this.compilers = new CompilerThreads(pids);
  }

  @Override
  public Optional<CpuTime> now() {
    OptionalLong compiling = compilers.nanos();
    OptionalLong all = CpuClock.of(pids);
    return all.isPresent()
        ? Optional.of(new CpuTime(all.getAsLong(), compiling))
        : Optional.empty();
  }
}
