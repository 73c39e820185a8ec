package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.run.RunLauncher;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.comparison.run.StartedRun;
import site.ycsb.tls.measurement.process.ServerProcesses;
import site.ycsb.tls.profiler.AttachedProfiler;
import site.ycsb.tls.profiler.Profiler;
import site.ycsb.tls.profiler.ProfilerLibrary;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/**
 * Makes runs whose load generator and server are profiled in the middle of the slices that count:
 * the first eighth and the last have no profiler, so that what it costs is measured in the same
 * processes, and what gets steadily faster is in both parts alike. Used by one thread.
 *
 * @param launcher makes the runs; closed with this
 * @param library stays open
 * @param interval CPU time between two samples
 * @param measuredSeconds active time of a run that counts, s
 * @param servers what looks into servers
 * @param messages gets what cannot be profiled, one line each
 */
record ProfilingLauncher(
    RunLauncher launcher,
    ProfilerLibrary library,
    SampleInterval interval,
    double measuredSeconds,
    ServerProfiles servers,
    Consumer<String> messages)
    implements RunLauncher {

  /** So many parts has the time that counts; in the first and in the last is no profiler. */
  private static final int PARTS = 8;

  private static final String NOT_BROKEN_DOWN = "The client's CPU time is not broken down: ";

  @Override
  public RunOutcome launch(RunRequest request) throws IOException, InterruptedException {
    return launcher.launch(request);
  }

  @Override
  public StartedRun start(RunRequest request) throws IOException, InterruptedException {
    return new ProfiledRun(launcher.start(request), request);
  }

  @Override
  public void close() throws IOException {
    launcher.close();
  }

  /** A run that gets its profiler between two orders, when nothing else is active. */
  private final class ProfiledRun implements StartedRun {
    private final StartedRun run;
    private final Path directory;
    private final List<Long> server;
    private Optional<AttachedProfiler> profiler = Optional.empty();
    private WallClock clock;
    private long measuredNanos;
    private long from;
    private boolean ended;

    ProfiledRun(StartedRun run, RunRequest request) {
      this.run = run;
      this.directory = request.directory();
      this.server = ServerProcesses.of(new TypedProperties(request.properties())).localPids();
    }

    @Override
    public OptionalLong processId() {
      return run.processId();
    }

    @Override
    public boolean isReady(double seconds)
        throws IOException, InterruptedException, TimeoutException {
      return run.isReady(seconds);
    }

    @Override
    public void send(Order order) throws IOException {
      if (order.kind() == Order.Kind.MEASURE) {
        // A slice belongs to the part that has its middle.
        long all = Math.max((long) (measuredSeconds * 1e9), Slicing.LEAST_ROUNDS * order.nanos());
        long twiceMiddle = 2 * measuredNanos + order.nanos();
        if (PARTS * twiceMiddle >= 2 * (PARTS - 1) * all) {
          end();
        } else if (PARTS * twiceMiddle > 2 * all) {
          begin();
        }
        measuredNanos += order.nanos();
      } else if (order.kind() == Order.Kind.IDLE || order.kind() == Order.Kind.END) {
        end();
      }
      run.send(order);
    }

    private void begin() {
      if (from > 0) {
        return;
      }
      clock = WallClock.OF_THIS_MACHINE.get();
      servers.begin(server, ExplanationFiles.ofServers(directory));
      try {
        profiler =
            Optional.of(AttachedProfiler.start(run.processId().orElseThrow(), library, interval));
      } catch (IOException e) {
        messages.accept(NOT_BROKEN_DOWN + e.getMessage());
      }
      from = SliceReport.time(Instant.now());
    }

    private void end() {
      if (from == 0 || ended) {
        return;
      }
      ended = true;
      long to = SliceReport.time(Instant.now());
      servers.end();
      try {
        if (profiler.isPresent()) {
          profiler.get().stop(directory.resolve(Profiler.FILE));
        }
        Optional<ProfiledTime> time = ProfiledTime.of(clock, from, to, interval);
        if (time.isPresent()) {
          time.get().write(directory);
        } else {
          messages.accept(NOT_BROKEN_DOWN + WallClock.WAS_SET);
        }
      } catch (IOException e) {
        messages.accept(NOT_BROKEN_DOWN + e.getMessage());
      }
    }

    @Override
    public Optional<SliceReport> await(double seconds)
        throws IOException, InterruptedException, TimeoutException {
      return run.await(seconds);
    }

    @Override
    public double leastSliceSeconds() {
      return run.leastSliceSeconds();
    }

    @Override
    public RunOutcome outcome(double seconds) throws IOException, InterruptedException {
      return run.outcome(seconds);
    }

    /** If its block failed, it is still profiled. */
    @Override
    public void close() throws IOException {
      end();
      run.close();
    }
  }
}
