package site.ycsb.tls.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.run.Effort;
import site.ycsb.tls.property.run.PropertyFiles;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.study.file.Studies;
import site.ycsb.tls.study.file.StudyFile;

/** The files in {@code studies/}. */
class ShippedStudiesTest {
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
  private static final Studies STUDIES = new Studies(HOME.resolve("studies"));

  static List<String> names() throws IOException {
    return STUDIES.names();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPartIsAPlanAtEverySizeAndQuickIsMinutes(String name) throws IOException {
    Study study = read(name);
    Duration quick = Duration.ZERO;
    for (Part part : study.parts()) {
      for (Size size : Size.values()) {
        ComparisonPlan plan = plan(study, part, size);
        assertThat(plan.columns().size()).isGreaterThan(1);
        assertThat(plan.base()).containsKey("workload");
        quick =
            size == Size.QUICK ? quick.plus(Effort.of(plan, Effort.UNKNOWN_RATE).time()) : quick;
      }
    }
    assertThat(quick).isLessThanOrEqualTo(Duration.ofMinutes(6));
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyPublishedFigureAndCheckIsOfWhatIsRun(String name) throws IOException {
    Study study = read(name);
    for (Part part : study.parts()) {
      ComparisonPlan full = plan(study, part, Size.FULL);
      Set<String> points = Set.copyOf(full.points().stream().map(Point::label).toList());
      Set<String> variants = Set.copyOf(full.columns().stream().map(Variant::name).toList());
      for (PublishedTable table : part.published()) {
        List<Point> rows = table.rows().stream().map(PublishedTable.Row::at).toList();
        assertThat(rows).doesNotHaveDuplicates();
        assertThat(rows).extracting(Point::label).isSubsetOf(points);
        assertThat(table.rows())
            .allSatisfy(row -> assertThat(row.figures().keySet()).isSubsetOf(variants));
      }
      assertThat(part.checks()).isNotEmpty();
      for (Check check : part.checks()) {
        assertThat(check.of()).isSubsetOf(variants);
        assertThat(check.to()).isIn(variants);
        assertThat(full.points()).anyMatch(check::concerns);
      }
    }
  }

  /** The count of figures as they stand in the publications' tables. */
  @ParameterizedTest
  @CsvSource({
    "synopsys-2016-mongodb-pool, 32",
    "synopsys-2016-mongodb-connect, 4",
    "kannoja-kurmi-2023-mongodb-pool, 32",
    "kannoja-kurmi-2023-mongodb-connect, 4",
    "percona-2013-mysql-pool, 48",
    "percona-2013-mysql-connect, 4",
    "mueller-2014-cassandra-ar, 27",
    "mueller-2014-cassandra-rr, 0",
    "mueller-2014-cassandra-ar-rr, 18",
    "mueller-2014-cassandra-rr-hl, 28",
    "mueller-2014-cassandra-rr-bd, 20",
    "mueller-2014-dynamodb, 18",
    "mongodb-2016-at-rest, 15"
  })
  void allPublishedFiguresAreThere(String name, int count) throws IOException {
    assertThat(
            read(name).parts().stream()
                .flatMap(part -> part.published().stream())
                .flatMap(table -> table.rows().stream())
                .mapToInt(row -> row.figures().size())
                .sum())
        .isEqualTo(count);
  }

  /** A slip of the pen in a figure would show here. */
  @Test
  void printedOverheadsFollowFromThePrintedFiguresButForTheAuthorsOwnSlips() throws IOException {
    List<String> slips = new ArrayList<>();
    for (String name : STUDIES.names()) {
      for (Part part : read(name).parts()) {
        for (PublishedTable table : part.published()) {
          slips.addAll(slips(name, part, table));
        }
      }
    }
    assertThat(slips)
        .containsExactlyInAnyOrder(
            "synopsys-2016-mongodb-connect 62.55387 sd 2.065384 (40.96 %)",
            "kannoja-kurmi-2023-mongodb-connect 62.55387 sd 2.065384 (40.96 %)",
            "kannoja-kurmi-2023-mongodb-pool 10656.64 (31.18 %)",
            "mongodb-2016-at-rest 40.9 (26.5 %)");
  }

  private static List<String> slips(String name, Part part, PublishedTable table) {
    List<String> slips = new ArrayList<>();
    for (PublishedTable.Row row : table.rows()) {
      row.figures()
          .forEach(
              (variant, figure) -> {
                if (figure.value().isEmpty() || figure.overhead().isEmpty()) {
                  return;
                }
                double change =
                    table
                        .change(row.at(), variant, part.baseline(), part.baseline())
                        .orElseThrow()
                        .lower();
                // Printed to a tenth or a hundredth of a percent, cut off here and rounded there.
                if (Math.abs(Math.abs(change) - figure.overhead().get().lower()) > 0.0011) {
                  slips.add(name + " " + figure.printed());
                }
              });
    }
    return slips;
  }

  private static Study read(String name) throws IOException {
    return StudyFile.read(STUDIES.file(name));
  }

  private static ComparisonPlan plan(Study study, Part part, Size size) {
    Map<String, String> workload = new TreeMap<>();
    PropertyFiles.read(HOME.resolve(part.workload()), workload);
    return part.plan(study.binding(), part.properties(workload, size, Map.of()), size, true, 1);
  }
}
