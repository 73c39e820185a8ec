package site.ycsb.tls.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static site.ycsb.tls.property.RefusedUsage.refused;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.study.ChangeRange;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.Study;

class StudyFileTest {
  /** Every key once; the errors below are made by changing one line of it. */
  private static final String WHOLE =
      """
      title: "A study: its title"
      citation: A. Author, 2016
      did: >-
        What they did, in two
        lines.
      differs: [another machine, "another: server"]
      binding: mongodb
      parts:
        - name: pool
          workload: workloads/workloadc
          properties: {recordcount: 1000, tls.legacy: true}
          axes: {threadcount: [1, 2, 8], fieldlength: [100]}
          variants:
            rsa-2048: {tls.cipher: TLS_AES_256_GCM_SHA384, tls.keysize: RSA-2048}
            rsa-4096: {tls.cipher: TLS_AES_256_GCM_SHA384, tls.keysize: RSA-4096}
          baseline: plain
          agents: 2
          sizes:
            quick: {axes: {threadcount: [1, 8]}, variants: [plain, rsa-4096], blocks: 2, warmup: 1, seconds: 3}
            full: {operations: 10000, blocks: 6, properties: {recordcount: 20000}}
          published:
            - table: table I
              metric: READ mean
              unit: ms
              times: 1
              note: a note
              rows:
                - {at: {threadcount: 1, fieldlength: 100}, figures: {plain: 1.50, rsa-2048: 2.0 (33 %)}}
                - {at: {threadcount: 2, fieldlength: 100}, figures: {plain: 2}}
          checks:
            - claim: Keys do not matter.
              metric: READ mean
              compare: rsa-4096
              with: rsa-2048
              at: {threadcount: [1, 8]}
              change: within 5 %
      unchecked: [use a pool]
      """;

  @Test
  void readsEveryKey() {
    Study study = parse(WHOLE);
    assertThat(study.title()).isEqualTo("A study: its title");
    assertThat(study.did()).isEqualTo("What they did, in two lines.");
    assertThat(study.differs()).containsExactly("another machine", "another: server");
    assertThat(study.unchecked()).containsExactly("use a pool");
    Part part = study.parts().get(0);
    assertThat(part.axes())
        .containsExactly(
            new Axis("threadcount", List.of("1", "2", "8")),
            new Axis("fieldlength", List.of("100")));
    assertThat(part.variants().keySet()).containsExactly("rsa-2048", "rsa-4096");
    assertThat(part.agents()).isEqualTo(2);
    var table = part.published().get(0);
    assertThat(table.metric()).contains(Metric.ofKey("READ mean"));
    assertThat(table.rows()).hasSize(2);
    Point first = new Point(Map.of("threadcount", "1", "fieldlength", "100"));
    assertThat(table.rows().get(0).at()).isEqualTo(first);
    assertThat(table.rows().get(0).figure("plain").orElseThrow().printed()).isEqualTo("1.50");
    assertThat(table.inUnit(1500)).isEqualTo(1.5);
    assertThat(table.change(first, "rsa-2048", "plain", "plain").orElseThrow().lower())
        .isBetween(0.333, 0.334);
    var check = part.checks().get(0);
    assertThat(check.range()).isEqualTo(new ChangeRange(-0.05, 0.05));
    assertThat(check.concerns(first)).isTrue();
    assertThat(check.concerns(new Point(Map.of("threadcount", "2", "fieldlength", "100"))))
        .isFalse();
  }

  @Test
  void partBecomesThePlanOfItsComparison() {
    Part part = parse(WHOLE).parts().get(0);
    ComparisonPlan standard = plan(part, Size.STANDARD, Map.of());
    assertThat(standard.columns())
        .extracting(Variant::name)
        .containsExactly("plain", "rsa-2048", "rsa-4096");
    assertThat(standard.points()).hasSize(3);
    assertThat(standard.base())
        .containsEntry("recordcount", "1000")
        .doesNotContainKey("tls.legacy");
    assertThat(standard.variants().get(0).properties())
        .containsEntry("tls.keysize", "RSA-2048")
        .containsEntry("tls.legacy", "true");
    assertThat(standard.schedule().quick()).isFalse();
    assertThat(standard.schedule().blocks()).isEqualTo(6);

    ComparisonPlan quick = plan(part, Size.QUICK, Map.of());
    assertThat(quick.columns()).extracting(Variant::name).containsExactly("plain", "rsa-4096");
    assertThat(quick.points())
        .extracting(Point::label)
        .containsExactly("threadcount=1, fieldlength=100", "threadcount=8, fieldlength=100");
    assertThat(quick.schedule().quick()).isTrue();
    assertThat(quick.schedule().blocks()).isEqualTo(2);
    assertThat(quick.schedule().runSeconds()).isEqualTo(3);

    ComparisonPlan full = plan(part, Size.FULL, Map.of("readproportion", "0.5"));
    assertThat(full.base())
        .containsEntry("recordcount", "20000")
        .containsEntry("readproportion", "0.5")
        .containsEntry("workload", "w");
    assertThat(full.schedule().runOperations()).isEqualTo(10_000);
    assertThat(full.schedule().runSeconds()).isZero();
  }

  @Test
  void whatAnAxisOrAVariantSetsIsNotGivenToo() {
    Part part = parse(WHOLE).parts().get(0);
    refused(() -> plan(part, Size.STANDARD, Map.of("threadcount", "4")))
        .hasMessageStartingWith("-p threadcount: the part's axes sweep it; leave it out, ");
    refused(() -> plan(part, Size.STANDARD, Map.of("tls.keysize", "RSA-3072")))
        .hasMessageStartingWith("-p tls.keysize: the part's variant rsa-2048 sets it; ");
    assertThatThrownBy(() -> plan(part, Size.QUICK, Map.of("tls.keysize", "RSA-3072")))
        .as("the other one is not run")
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("-p tls.keysize: the part's variant rsa-4096 sets it; ");
  }

  private static ComparisonPlan plan(Part part, Size size, Map<String, String> given) {
    Map<String, String> workload = Map.of("workload", "w", "recordcount", "7");
    return part.plan("mongodb", part.properties(workload, size, given), size, true, 1);
  }

  /** What is replaced by what, and the message that follows: its line, then words of it. */
  static Stream<Arguments> errors() {
    return Stream.of(
        error("title: \"A study: its title\"\n", "", ":1: ", "lacks the key 'title'"),
        error("title: \"A", "titel: \"A", ":1: ", "unknown key 'titel'", "mean title?"),
        error("title: \"A study: its title\"", "title:", ":1: ", "title is empty"),
        error("title: \"A study: its title\"", "title: [x]", ":1: ", "title is a list"),
        error("title: \"A study: its", "title: \"A study:\\e[2J", ":1: ", "control character"),
        error("binding: mongodb\n", "binding: mongodb\nbinding: x\n", ":8: ", "binding twice"),
        error("citation: A. Author", "citation: A: Author", ":2: ", "no YAML"),
        error("  - name: pool", "  - name: The Pool", ":9: ", "small letters", "The Pool"),
        error("    workload: work", "    wrokload: work", ":10: ", "unknown key 'wrokload'"),
        error("[1, 2, 8], f", "[1, 2, 2], f", ":12: ", "threadcount has a value twice"),
        error("[1, 2, 8], f", "[], f", ":12: ", "empty list"),
        error("recordcount: 1000,", "tls.cipher: X,", ":11: ", "give it under 'variants'"),
        error("recordcount: 1000,", "db.passwd: x,", ":11: ", "-p db.passwd=env:NAME"),
        error("recordcount: 1000,", "db.url: 'a://me:x@b/',", ":11: ", "db.url is a credential"),
        error("recordcount: 20000", "db.passwd: x", ":20: ", "db.passwd is a credential"),
        error("tls.keysize: RSA-4096", "tls.key.password: x", ":15: ", "tls.key.password is a"),
        error("recordcount: 1000,", "fleet.agents: 3,", ":11: ", "key 'agents' makes one"),
        error("recordcount: 1000,", "fleet.member: 1/3,", ":11: ", "key 'agents' makes one"),
        error("recordcount: 1000,", "seed: 1,", ":11: ", "seed: a comparison sets it"),
        error("      rsa-2048: {", "      RSA 2048: {", ":14: ", "small letters"),
        error(
            "tls.cipher: TLS_AES_256_GCM_SHA384, tls.keysize: RSA-2048",
            "tls.cipher: TLS_AES_256_GCM_SHA385, tls.keysize: RSA-2048",
            ":14: ",
            "TLS_AES_256_GCM_SHA384"),
        error("tls.keysize: RSA-4096", "tls.keysise: RSA-4096", ":15: ", "tls.keysize"),
        error("{tls.cipher: TLS_AES_256_GCM_SHA384, tls.keysize: RSA-4096}", "{}", ":15: ", "sets"),
        error("baseline: plain", "baseline: plane", ":16: ", "'plane'", "mean plain?"),
        error("agents: 2", "agents: 0", ":17: ", "1 to 64"),
        error("agents: 2", "agents: two", ":17: ", "agents: two is not a number"),
        error("      quick: {", "      quik: {", ":19: ", "mean quick?"),
        error(
            "{threadcount: [1, 8]}, v", "{threadcount: [1, 9]}, v", ":19: ", "'9' is not a value"),
        error("{threadcount: [1, 8]}, v", "{threads: [1]}, v", ":19: ", "'threads' is no axis"),
        error("[plain, rsa-4096]", "[plain, rsa-1024]", ":19: ", "'rsa-1024' is not a variant"),
        error("seconds: 3}", "operations: 5, seconds: 3}", ":19: ", "both seconds and operations"),
        error("warmup: 1,", "warmup: 2d,", ":19: ", "warmup: 2d is not a number"),
        error("seconds: 3}", "seconds: 0x1p3}", ":19: ", "seconds: 0x1p3 is not a number"),
        error("blocks: 2,", "blocks: 0,", ":19: ", "--blocks", "1 to 1000"),
        error(
            "metric: READ mean\n        unit", "metric: READS\n        unit", ":23: ", "READ mean"),
        error("        unit: ms", "        unit: hours", ":24: ", "hours"),
        error(
            "metric: READ mean\n        unit: ms",
            "metric: server CPU\n        unit: cores",
            ":24: ",
            "CPU times are in us, ms or s, given: cores"),
        error("        unit: ms\n", "", ":22: ", "lacks the key 'unit'"),
        error("times: 1", "times: 0", ":25: ", "above 0"),
        error(
            "{threadcount: 2, fieldlength: 100}",
            "{threadcount: 3}",
            ":29: ",
            "'3' is not a value"),
        error("{threadcount: 2, fieldlength: 100}", "{threadcount: 2}", ":29: ", "one value of f"),
        error("{plain: 2}", "{plane: 2}", ":29: ", "'plane' is not a variant", "mean plain?"),
        error("{plain: 2}", "{plain: two}", ":29: ", "plain: expected a figure", "two"),
        error("compare: rsa-4096", "compare: rsa-2048", ":33: ", "with itself"),
        error("with: rsa-2048", "with: rsa-1024", ":34: ", "'rsa-1024' is not a variant"),
        error("within 5 %", "small", ":36: ", "change: expected 'within 5 %'", "small"),
        error("unchecked: [use a pool]", "unchecked: {a: b}", ":37: ", "unchecked is a mapping"));
  }

  private static Arguments error(String given, String instead, String line, String... words) {
    return Arguments.of(given, instead, line, words);
  }

  @ParameterizedTest
  @MethodSource
  void errors(String given, String instead, String line, String[] words) {
    assertThat(WHOLE).contains(given);
    String text = WHOLE.replace(given, instead);
    refused(() -> parse(text))
        .hasMessageStartingWith("my/study.yaml" + line)
        .hasMessageContainingAll(words)
        .message()
        .doesNotContain("\n");
  }

  /** Which is none. */
  @Test
  void theNameOfAnEnvironmentVariableIsTaken() {
    assertThat(
            parse(WHOLE.replace("recordcount: 1000,", "db.passwd: 'env:X',"))
                .parts()
                .get(0)
                .properties())
        .containsEntry("db.passwd", "env:X");
  }

  static Stream<String> hostile() {
    StringBuilder aliases = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 40; i++) {
      aliases.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    return Stream.of(
        aliases + WHOLE.replace("[use a pool]", "*a39"),
        "title: &a [*a]\n",
        "title: " + "[".repeat(100_000),
        "title: " + "{a: ".repeat(100_000),
        "title: " + "x".repeat(10_000_000) + "\n",
        "# x\n".repeat(1_000_000) + WHOLE,
        "title: a\0b\n",
        "\t\tx",
        "--- a\n--- b\n");
  }

  @ParameterizedTest
  @MethodSource
  void hostile(String text) {
    refused(() -> parse(text)).hasMessageMatching("my/study.yaml:\\d+: .{1,300}");
  }

  @Test
  void refusesTwoPartsOfOneName() {
    String part = WHOLE.substring(WHOLE.indexOf("  - name"), WHOLE.indexOf("unchecked"));
    assertThatThrownBy(() -> parse(WHOLE.replace(part, part + part)))
        .hasMessageStartingWith("my/study.yaml:37: a second part is named pool");
    // Both would be the same part of a report.
    assertThatThrownBy(
            () -> parse(WHOLE.replace(part, part + part.replace("name: pool", "name: pool-"))))
        .hasMessageStartingWith("my/study.yaml:37: a second part is named pool-");
  }

  @Test
  void refusesAnEmptyFileAndOneThatIsNoText(@TempDir Path directory) throws Exception {
    assertThatThrownBy(() -> parse("")).hasMessage("my/study.yaml:1: the file is empty");
    Path latin = directory.resolve("latin.yaml");
    Files.write(latin, "title: Müller".getBytes(StandardCharsets.ISO_8859_1));
    refused(() -> StudyFile.read(latin))
        .hasMessageContaining("latin.yaml:1: the file is not UTF-8");
  }

  @Test
  void unknownNameHasItsNearestOnes(@TempDir Path folder) throws Exception {
    Files.writeString(folder.resolve("mongodb-pool.yaml"), WHOLE);
    Files.writeString(folder.resolve("mysql-connect.yaml"), WHOLE);
    Studies studies = new Studies(folder);
    assertThat(studies.names()).containsExactly("mongodb-pool", "mysql-connect");
    assertThat(StudyFile.read(studies.file("mongodb-pool")).name()).isEqualTo("mongodb-pool");
    refused(() -> studies.file("mongo-pool")).hasMessageContaining("mongodb-pool");
  }

  private static Study parse(String text) {
    return StudyFile.parse("study", "my/study.yaml", text);
  }
}
