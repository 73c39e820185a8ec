package site.ycsb.tls.comparison.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;
import site.ycsb.tls.profiler.ProfilerLibrary;
import site.ycsb.tls.property.run.SampleInterval;

class WallClockTest {
  private final AtomicLong set = new AtomicLong();
  private final AtomicLong passed = new AtomicLong();

  @TempDir private Path folder;

  /** Each reading takes 10 us. */
  private WallClock clock() {
    return new WallClock(() -> passed.addAndGet(5_000) + set.get(), () -> passed.addAndGet(5_000));
  }

  @ParameterizedTest
  @ValueSource(longs = {3_600_000_000_000L, -1_500_000})
  void wasSetForwardsOrBack(long nanos) {
    WallClock clock = clock();
    passed.addAndGet(60_000_000_000L);
    assertThat(clock.wasSet()).isFalse();

    set.set(nanos);
    assertThat(clock.wasSet()).isTrue();
  }

  @Test
  void aRunWhoseClockWasSetHasNoTimeOfSamples() {
    WallClock clock = clock();
    assertThat(ProfiledTime.of(clock, 10, 20, SampleInterval.USUAL))
        .contains(new ProfiledTime(10, 20, SampleInterval.USUAL));

    set.set(2_000_000);
    assertThat(ProfiledTime.of(clock, 10, 20, SampleInterval.USUAL)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Needs(Requirement.LINUX)
  void whatServersUsedIsNotKeptIfTheClockWasSet(boolean jump) throws Exception {
    List<Long> server = List.of(ProcessHandle.current().pid());
    List<String> messages = new ArrayList<>();
    try (ProfilerLibrary library = ProfilerLibrary.unpack()) {
      ServerProfiles profiles =
          new ServerProfiles(library, SampleInterval.USUAL, false, messages::add, this::clock);
      profiles.begin(server, folder);
      set.set(jump ? 2_000_000 : 0);
      profiles.end();
    }
    // Where samples of libraries may not be taken, that is said.
    messages.removeIf(message -> message.contains("broken down only"));

    if (jump) {
      assertThat(folder).isEmptyDirectory();
      assertThat(messages)
          .containsExactly("The server's CPU time is not broken down: " + WallClock.WAS_SET);
    } else {
      assertThat(folder).isDirectoryContaining("glob:**.{times,objects}.csv");
      assertThat(messages).isEmpty();
    }
  }
}
