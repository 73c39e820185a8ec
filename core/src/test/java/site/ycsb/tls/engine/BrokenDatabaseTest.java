package site.ycsb.tls.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.measurement.result.OperationResult;
import site.ycsb.tls.measurement.result.Outcome;
import site.ycsb.tls.measurement.result.RunResult;

/** That no failure of a database gets past a run. */
@Timeout(120)
class BrokenDatabaseTest {
  static Stream<Arguments> brokenDatabases() {
    return Stream.of(
        Arguments.of("init-throws", 0, "no server at test://***@nowhere/"),
        Arguments.of("init-throws-in-one-thread", 0, "thread"),
        Arguments.of("init-hangs", 0, "connecting"),
        Arguments.of("error", 25, "operations failed (READ ERROR"),
        Arguments.of(
            "error-with-reason", 25, ", such as \"test://***@nowhere/ is full\"); errors.max"),
        Arguments.of("null", 25, "operations failed (READ NULL"),
        Arguments.of("throws", 25, "java.lang.IllegalStateException: broken driver at"),
        Arguments.of("throws-error", 25, "java.lang.NoClassDefFoundError: org/example/Missing"),
        Arguments.of("hangs", 25, "does not react to an interrupt"),
        Arguments.of("hangs-until-interrupted", 25, "no operation succeeded for 1.0 s"),
        Arguments.of("cleanup-throws", 25, "cannot close"),
        Arguments.of("cleanup-hangs", 25, "its clean-up"));
  }

  @ParameterizedTest
  @MethodSource("brokenDatabases")
  void brokenDatabaseFailsTheRunAndKeepsWhatWasMeasured(
      String fault, long operationsBefore, String reason) throws Exception {
    RunResult result =
        TestRun.of(
                "readproportion=1 updateproportion=0 operationcount=100 threadcount=2"
                    + " stall.seconds=1 test.fault=%s test.fault.after=%d"
                        .formatted(fault, operationsBefore))
            .transactions();

    assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(String.join("; ", result.problems())).contains(reason).doesNotContain("hidden");
    assertThat(result.problems()).noneMatch(problem -> problem.contains("\n"));
    assertThat(result.succeeded()).isGreaterThanOrEqualTo(operationsBefore);
    long reads =
        Optional.ofNullable(result.operations().get("READ")).map(OperationResult::count).orElse(0L);
    assertThat(reads).isEqualTo(result.succeeded());
  }

  @Test
  void aReasonOfManyThreadsIsToldOnce() throws Exception {
    RunResult result =
        TestRun.of(
                "operationcount=100 threadcount=20 test.fault=cleanup-throws test.fault.after=100")
            .transactions();

    assertThat(result.problems())
        .filteredOn(problem -> problem.contains("cannot close"))
        .singleElement()
        .asString()
        .matches("thread (\\d+, ){8}… \\(20 threads\\): .*");
  }
}
