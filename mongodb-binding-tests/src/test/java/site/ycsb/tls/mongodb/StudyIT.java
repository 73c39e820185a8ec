package site.ycsb.tls.mongodb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.testkit.Ycsb;

/** {@code bin/ycsb study} as its users start it, on the test server, with what they kill. */
@Tag("full")
class StudyIT {
  private static final long PATIENCE_SECONDS = 600;

  private static final String STUDY =
      """
      title: "Reads, repeated"
      citation: A. Author, 2016
      did: They read.
      differs: [everything]
      binding: mongodb
      parts:
        - name: reads
          workload: workloads/workloadc
          properties: {recordcount: 100}
          variants:
            tls: {tls.cipher: TLS_AES_128_GCM_SHA256, tls.keysize: RSA-2048}
          sizes:
            quick: {blocks: 2, warmup: 0, seconds: 2}
          published:
            - table: table I
              metric: throughput
              unit: ops/s
              rows:
                - figures: {plain: 1000.0, tls: 710.0 (29.00 %)}
            - table: table II
              metric: READ mean
              unit: ms
              rows:
                - figures: {plain: 1.0, tls: 1.4}
          checks:
            - claim: Reading costs time.
              metric: READ mean
              compare: tls
              change: above -99 %
      """;

  @TempDir private Path directory;
  private Path out;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(directory.resolve("reads.yaml"), STUDY);
    out = directory.resolve("results");
  }

  /** In its second block the study is killed; when it goes on, its test server is. */
  @Test
  void publishedAndMeasuredStandSideBySideWhateverIsKilledMeanwhile() throws Exception {
    // As one leaves it that is killed when it begins.
    Files.createDirectories(out);
    Files.writeString(out.resolve("study.yaml"), "");
    Files.writeString(out.resolve("study.json.tmp"), "");
    Process study = start();
    awaitRun(study, "block 2/2");
    study.destroyForcibly();
    assertThat(Ycsb.ended(directory, study).err()).contains("4 runs and 1 load of data, about ");

    Process resumed = start();
    awaitRun(resumed, "block 2/2");
    List<ProcessHandle> servers =
        resumed
            .descendants()
            .filter(p -> p.info().commandLine().orElse("").contains("mongodb-server/target/lib"))
            .toList();
    assertThat(servers).hasSize(1);
    servers.get(0).destroyForcibly();
    Ycsb ended = end(resumed).assertSucceeded();

    assertThat(ended.err())
        .contains("1 of 2 blocks are there")
        .containsPattern("block 2 is repeated: .*during the run the test server has ended")
        .contains("The test server is started again and loaded anew");
    assertThat(ended.out())
        .contains("710.0 (29.00 %)")
        .contains("-29.0 %")
        .contains("*: blocks were repeated at this point")
        .contains("Yes (indicative): Reading costs time.")
        .contains("open report.html there");
    String json = Files.readString(out.resolve("study.json"));
    assertThat(json).contains("\"complete\" : true", "\"repeated\" : 1", "\"answer\" : \"YES\"");
    assertThat(Files.readAllLines(out.resolve("study.csv"))).hasSize(5);
    assertThat(out.resolve("report.html")).content().contains("Reads, repeated", "710.0");
    assertThat(out.resolve("study.yaml")).hasContent(STUDY);
    assertThat(out.resolve("reads/report.html")).exists();

    Files.delete(out.resolve("report.html"));
    Ycsb report = Ycsb.run(directory, "report", out.toString(), "--format", "md");
    assertThat(report.out()).contains("Reads, repeated", "710.0 (29.00 %)");
    assertThat(out.resolve("report.html")).exists();

    Ycsb again = end(start());
    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).contains("Nothing is left to run").doesNotContain("test server");
    assertThat(again.out()).isEqualTo(ended.out());

    Files.writeString(directory.resolve("reads.yaml"), STUDY.replace("count: 100", "count: 200"));
    end(start())
        .assertRefused(2, "part reads was run as its copy of the file (study.yaml) says", "--out");
  }

  @Test
  void whatIsWrongIsToldWithItsLine() throws Exception {
    Files.writeString(
        directory.resolve("reads.yaml"), STUDY.replace("compare: tls", "compare: sl"));
    end(start()).assertRefused(2, "reads.yaml:28: 'sl' is not a variant: did you mean tls?");
    Ycsb validated = Ycsb.run(directory, "study", "validate", "reads.yaml");
    validated.assertRefused(2, "reads.yaml:28: ");
    Ycsb.run(directory, "study", "reads").assertRefused(2, "no study and no file 'reads'");
    assertThat(Ycsb.run(directory, "study", "list").out()).contains("synopsys-2016-mongodb-pool");
  }

  /** Machines differ in their Javas, and updates of one Java in their groups. */
  @Test
  void whatAPartLacksIsSaidBeforeAnythingRunsWithThePartsThatCanBeRun() throws Exception {
    String another =
        """
          - name: another
            workload: workloads/workloadc
            properties: {recordcount: 100, client.java: 999}
            variants:
              tls: {tls.cipher: TLS_AES_128_GCM_SHA256, tls.keysize: RSA-2048}
        """;
    Files.writeString(directory.resolve("reads.yaml"), STUDY + another);
    end(start())
        .assertRefused(
            2,
            "part another: client.java=999: no Java 999 was found",
            "(what can be run here: --part reads)");
    Ycsb.run(directory, "study", "reads.yaml", "--part", "another", "--out", out.toString())
        .assertRefused(2, "part another: client.java=999: no Java 999 was found");
    assertThat(out).doesNotExist();
  }

  private Process start() throws IOException {
    return Ycsb.start(
        directory, "study", "reads.yaml", "--quick", "--seed", "3", "--out", out.toString());
  }

  /** Waits until the block has begun: from then on it lasts four seconds and more. */
  private void awaitRun(Process study, String name) throws Exception {
    Pattern begun = Pattern.compile("(?s).*\\[\\d+/\\d+] " + name + "[,;] .*");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!begun.matcher(Files.readString(directory.resolve("err"), UTF_8)).matches()) {
      assertThat(study.isAlive()).as(Files.readString(directory.resolve("err"))).isTrue();
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }

  private Ycsb end(Process study) throws Exception {
    return Ycsb.ended(directory, study, PATIENCE_SECONDS);
  }
}
