package site.ycsb.tls.measurement.process.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.measurement.process.kernel.ProcessTree.Reading;

class ProcessTreeTest {
  private static final long SECOND = 1_000_000_000;

  private final ProcessTree tree = new ProcessTree(process -> process.name().equals("server"));

  private static ProcessStat process(long pid, String name, long parent, long endedSeconds) {
    return new ProcessStat(pid, name, parent, 100 + pid, 0, endedSeconds * SECOND);
  }

  private static Reading reading(ProcessStat process, long seconds) {
    return new Reading(process, seconds * SECOND, OptionalLong.empty());
  }

  private long seconds(Reading... living) {
    return tree.take(List.of(living)).nanos() / SECOND;
  }

  @Test
  void childrenOfChildrenAreMembersInWhateverOrderTheyAreListed() {
    ProcessStat server = process(10, "server", 1, 0);
    ProcessStat child = process(4, "worker", 10, 0);
    ProcessStat grandchild = process(3, "helper", 4, 0);
    ProcessStat stranger = process(2, "other", 1, 0);

    assertThat(tree.members(List.of(stranger, grandchild, child, server)))
        .containsExactlyInAnyOrder(server, child, grandchild);
  }

  @Test
  void aMemberRemainsOneWhenItsParentEndsAndAnotherOfItsNumberIsNone() {
    ProcessStat server = process(10, "server", 1, 0);
    ProcessStat child = process(11, "worker", 10, 0);
    seconds(reading(server, 1), reading(child, 2));
    ProcessStat orphan = process(11, "worker", 1, 0);
    ProcessStat reused = new ProcessStat(11, "other", 1, 5000, 0, 0);

    assertThat(tree.members(List.of(orphan))).containsExactly(orphan);
    assertThat(tree.members(List.of(reused))).isEmpty();
  }

  @Test
  void timeOfTheEndedIsCountedOnce() {
    Reading first = reading(process(11, "worker", 10, 0), 2);
    assertThat(seconds(reading(process(10, "server", 1, 0), 1), first)).isEqualTo(3);
    // Its parent waited for it.
    assertThat(seconds(reading(process(10, "server", 1, 2), 1))).isEqualTo(3);
    // Nobody of the members waited for the server.
    assertThat(seconds()).isEqualTo(3);
    assertThat(seconds(reading(process(20, "server", 1, 0), 5))).isEqualTo(8);
  }

  @Test
  void aParentThatEndsHandsOnWhatItWasHandedItself() {
    Reading child = reading(process(11, "worker", 10, 0), 2);
    Reading grandchild = reading(process(12, "worker", 11, 0), 4);
    assertThat(seconds(reading(process(10, "server", 1, 0), 1), child, grandchild)).isEqualTo(7);

    assertThat(seconds(reading(process(10, "server", 1, 6), 1))).isEqualTo(7);
  }

  @Test
  void compilersTimeOfTheEndedIsKept() {
    ProcessStat server = process(10, "server", 1, 0);
    ProcessStat java = process(11, "java", 10, 0);
    tree.take(List.of(reading(server, 1), new Reading(java, 2 * SECOND, OptionalLong.of(SECOND))));

    CpuTime after = tree.take(List.of(reading(process(10, "server", 1, 2), 1)));

    assertThat(after).isEqualTo(new CpuTime(3 * SECOND, OptionalLong.of(SECOND)));
  }

  @Test
  void aNameMayHaveBlanksAndBrackets() {
    String rest = " S 1 2 3 0 -1 4 0 0 0 0 11 12 13 14 20 0 1 0 5000 0";

    assertThat(ProcessStat.parse("42 (a (b) c)" + rest))
        .contains(new ProcessStat(42, "a (b) c", 1, 5000, 230_000_000, 270_000_000));
    assertThat(ProcessStat.parse("42 (a" + rest)).isEmpty();
    assertThat(ProcessStat.parse("42 (a) S 1")).isEmpty();
    assertThat(ProcessStat.parse("")).isEmpty();
  }
}
