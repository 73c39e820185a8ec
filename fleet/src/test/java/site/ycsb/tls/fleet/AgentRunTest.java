package site.ycsb.tls.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.run.RunOutcome;
import site.ycsb.tls.comparison.run.RunRequest;
import site.ycsb.tls.engine.option.Phase;
import site.ycsb.tls.measurement.result.RunResultFile;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.slice.Order;

/** What an agent says at the end of its run. */
class AgentRunTest {
  private final List<Message> said = new CopyOnWriteArrayList<>();

  /** An agent may be started again with the same directory. */
  @Test
  void theResultOfAnEarlierRunIsNotThatOfARunThatCannotBegin(@TempDir Path directory)
      throws Exception {
    Files.writeString(directory.resolve(RunResultFile.NAME), "of an earlier run");
    AgentRun run =
        new AgentRun(
            new Message.Fork(1, Phase.TRANSACTIONS, "nothing", Map.of(), null),
            directory,
            said::add) {
          @Override
          RunOutcome make(RunRequest request) {
            throw new UsageException("a wrong value");
          }

          @Override
          void follow(Order order, long nanos) {}

          @Override
          void pinged(long number) {}
        };

    run.start();
    run.awaitEnd();

    assertThat(said).containsExactly(new Message.Ended(1, 2, "a wrong value", ""));
  }

  @Test
  void aFailureWithoutAMessageIsNamedAndIsNoWrongUsage() {
    assertThat(AgentRun.failed(3, new IOException()))
        .isEqualTo(new Message.Ended(3, 1, "java.io.IOException", ""));
    assertThat(AgentRun.failed(3, new IllegalStateException()).exitCode()).isEqualTo(1);
    assertThat(AgentRun.failed(3, new UsageException("a wrong value")).exitCode()).isEqualTo(2);
  }
}
