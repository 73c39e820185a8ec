package site.ycsb.tls.comparison.run;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.servers.SideBySide;
import site.ycsb.tls.servers.UnusedBinding;
import site.ycsb.tls.session.Bindings;

/** Of four variants, the baseline among them. */
class TurnsTest {
  @Test
  void eachAgainstEachNeedsAllSideBySide() {
    assertThat(turns(Schedule.standard(1), 3).plan().groups()).isEqualTo(2);
    refused(() -> turns(Schedule.standard(1).withPairwise(true), 3))
        .hasMessage(
            "--pairwise needs all 4 variants side by side, and 3 fit (so much memory): compare fewer variants, give less heap with -jvm-args \"-Xmx256m\", or give --whole-runs");
    assertThat(turns(Schedule.standard(1).withPairwise(true), 4).plan().groups()).isEqualTo(1);
  }

  @Test
  void wholeRunsAnswerTheQuestionThatWasAsked() {
    Schedule asked = Schedule.standard(7).withMargin(0.05).withPairwise(true).withCalibrate(true);
    Schedule whole = Schedule.wholeRuns(7);

    assertThat(turns(asked, 0).plan().schedule())
        .isEqualTo(whole.withMargin(0.05).withPairwise(true).withCalibrate(true));
    assertThat(turns(Schedule.quick(7), 0).plan().schedule()).isEqualTo(Schedule.quickWholeRuns(7));
    assertThat(turns(Schedule.brief(7), 0).plan().schedule()).isEqualTo(Schedule.quickWholeRuns(7));
    Schedule twelve = Schedule.standard(7).withBlocks(12).withPrecision(0).withTimeSeconds(0);
    assertThat(turns(twelve, 0).plan().schedule()).isEqualTo(whole.withBlocks(12));
    assertThat(turns(Schedule.quick(7).withBlocks(12), 0).plan().schedule())
        .isEqualTo(Schedule.quickWholeRuns(7).withBlocks(12));
    Schedule longer = Schedule.standard(7).withWarmupSeconds(60).withRunSeconds(120);
    assertThat(turns(longer, 0).plan().schedule())
        .isEqualTo(whole.withWarmupSeconds(60).withRunSeconds(120));
    Schedule exact = Schedule.standard(7).withPrecision(0.01).withTimeSeconds(3600);
    assertThat(turns(exact, 0).plan().schedule())
        .isEqualTo(whole.withPrecision(0.01).withTimeSeconds(3600));
  }

  /** A server that the user names, which nothing starts again. */
  @Test
  void wholeRunsOfOneServerSayThatItIsOne() {
    Schedule whole = Schedule.wholeRuns(1);
    Turns turns =
        Turns.of(Bindings.named("basic"), Map.of(), plan(whole), false, List.of(), 1, () -> whole);

    assertThat(turns.plan().hasOneServer()).isTrue();
    assertThat(turns(Schedule.standard(1), 4).plan().hasOneServer()).isTrue();
    assertThat(turns(Schedule.standard(1), 0).plan().hasOneServer())
        .as("whole runs because servers do not fit side by side")
        .isFalse();
  }

  @Test
  void noTurnEndsWhileTheServerStillWorks() {
    Binding worksOn =
        new UnusedBinding() {
          @Override
          public Optional<String> workLeft(Map<String, String> properties) {
            return Optional.of("writes are not acknowledged");
          }
        };

    refused(() -> turns(worksOn, Schedule.standard(1), 4))
        .hasMessageStartingWith("writes are not acknowledged, so the server would work on")
        .hasMessageEndingWith("or give --whole-runs");
    assertThat(turns(worksOn, Schedule.standard(1), 0).plan().schedule().slices()).isEmpty();
  }

  private static ComparisonPlan plan(Schedule schedule) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String name : List.of("a", "b", "c")) {
      properties.put("variants." + name + ".fieldcount", "2");
    }
    return ComparisonPlan.parse("basic", properties, List.of(), "plain", false, schedule);
  }

  private static Turns turns(Schedule schedule, int fit) {
    return turns(Bindings.named("basic"), schedule, fit);
  }

  private static Turns turns(Binding binding, Schedule schedule, int fit) {
    return Turns.of(
        binding,
        Map.of(),
        plan(schedule),
        false,
        1,
        schedule::asWholeRuns,
        new SideBySide(fit, 0, "so much memory"));
  }
}
