package site.ycsb.tls.measurement.result.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineShareTest {
  @Test
  void membersOfOneMachineAreNotForeignToEachOther() {
    // Of a busy machine: the first watches the server, the second does not.
    MachineShare first = new MachineShare(0.13, true, 0, 0.15);
    MachineShare second = new MachineShare(0.12, false, 0, 0.87);

    assertThat(MachineShare.foreign(List.of(first, second))).isCloseTo(0.03, within(1e-9));
  }

  /** It works there, and not on the machine of those that read its CPU time from there. */
  @Test
  void aServerOnAnotherMachineHidesNoForeignLoad() {
    MachineShare first = new MachineShare(0.1, true, 0, 0.5);
    MachineShare second = new MachineShare(0.1, false, 0, 0.5);

    assertThat(MachineShare.foreign(List.of(first, second))).isCloseTo(0.4, within(1e-9));
  }

  @Test
  void aServerThatTwoWatchCountsOnce() {
    MachineShare member = new MachineShare(0.1, true, 0, 0.3);

    assertThat(MachineShare.foreign(List.of(member, member))).isCloseTo(0.2, within(1e-9));
  }

  /** Each has a network of its own, which is none of the other's related processes. */
  @Test
  void theRelaysOfTwoMembersAreNotForeign() {
    MachineShare member = new MachineShare(0.1, false, 0.05, 0.17);

    assertThat(MachineShare.foreign(List.of(member, member))).isCloseTo(0.02, within(1e-9));
  }

  @Test
  void isUnknownIfOneDoesNotKnow() {
    assertThat(
            MachineShare.foreign(
                List.of(new MachineShare(0.1, true, 0, 0.3), new MachineShare(0.1, false, 0, -1))))
        .isNegative();
  }
}
