package site.ycsb.tls.measurement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.measurement.ResourceUse.MachineTicks;
import site.ycsb.tls.measurement.RunResult.CpuUse;
import site.ycsb.tls.measurement.RunResult.GarbageCollection;

/** The machine, as far as results speak of it. */
class HostTest {

  @Test
  void stolenTimeIsBusyAndGuestTimeIsNotCountedTwice() {
    MachineTicks ticks = MachineTicks.parse("cpu  100 20 30 400 50 6 7 8 90 10");

    assertThat(ticks.total()).isEqualTo(621);
    assertThat(ticks.busy()).isEqualTo(171);
  }

  @Test
  void foreignShareIsWhatOthersUsed() {
    ResourceUse before =
        new ResourceUse(
            0,
            OptionalLong.of(0),
            Optional.of(new MachineTicks(0, 0)),
            Map.of("GC", new GarbageCollection(1, 5)));
    // 2 processors for 10 s, 12 s of them busy: 5 s ours, 3 s the server's.
    ResourceUse after =
        new ResourceUse(
            5_000_000_000L,
            OptionalLong.of(3_000_000_000L),
            Optional.of(new MachineTicks(1200, 2000)),
            Map.of("GC", new GarbageCollection(4, 25)));

    CpuUse use = after.since(before, 1);

    assertThat(use.clientSeconds()).isEqualTo(4, within(1e-9));
    assertThat(use.serverSeconds()).isEqualTo(3, within(1e-9));
    assertThat(use.foreignShare()).isEqualTo(0.2, within(1e-9));
    assertThat(after.collectionsSince(before)).containsEntry("GC", new GarbageCollection(3, 20));
  }

  @Test
  void environmentHasNoSecrets() {
    assertThat(Host.environment(arguments -> List.of("masked")).jvmArguments())
        .containsExactly("masked");
  }
}
