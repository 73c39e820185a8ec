package site.ycsb.tls.study.run;

import static org.assertj.core.api.Assertions.assertThatCode;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.run.Turns;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.file.StudyFile;

/** Of plain and three variants, of which two are compared with each other. */
class StudyPlanTest {
  private static final String STUDY =
      """
      title: t
      citation: c
      did: d
      differs: [x]
      binding: fake
      parts:
        - name: a
          workload: w
          variants:
            one: {fieldcount: 1}
            two: {fieldcount: 2}
            three: {fieldcount: 3}
          sizes:
            quick: {variants: [one, three]}
          checks:
            - {claim: to plain, metric: client CPU, compare: [one, two, three], change: above 0 %}
            - {claim: to one, metric: client CPU, compare: [three, two], with: one, change: above 0 %}
      """;

  @Test
  void aCheckOfVariantsThatNoBlockWouldHaveBothOfIsRefused() {
    // The blocks have one and three, or two.
    refused(() -> plan(Size.STANDARD, OptionalInt.of(3)).requireAnswers())
        .hasMessage(
            "its checks compare two with one, and no block would have both (3 fit): free memory,"
                + " give less heap with -jvm-args \"-Xmx256m\", or leave variants out in a copy of the study's file");
  }

  @Test
  void whatAllBlocksTogetherCanAnswerIsNot() {
    assertThatCode(() -> plan(Size.STANDARD, OptionalInt.of(4)).requireAnswers())
        .doesNotThrowAnyException();
    assertThatCode(() -> plan(Size.STANDARD, OptionalInt.empty()).requireAnswers())
        .as("whole runs")
        .doesNotThrowAnyException();
    assertThatCode(() -> plan(Size.QUICK, OptionalInt.of(3)).requireAnswers())
        .as("two is not run")
        .doesNotThrowAnyException();
  }

  private static StudyPlan plan(Size size, OptionalInt together) {
    Part part = StudyFile.parse("s", "s.yaml", STUDY).parts().get(0);
    ComparisonPlan plan =
        part.plan("fake", part.properties(Map.of(), size, Map.of()), size, true, 3);
    return new StudyPlan(
        part,
        Map.of(),
        new Turns(
            plan.withSchedule(
                together.isPresent()
                    ? plan.schedule().withSlicing(Slicing.of().withTogether(together.getAsInt()))
                    : part.extent(size).wholeRuns(size, 3)),
            0,
            together.isPresent() ? together.getAsInt() + " fit." : ""));
  }
}
