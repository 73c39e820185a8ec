package site.ycsb.tls.measurement.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;

/** A process that works when it gets a line, and then answers with one. */
public final class BusyProcess {
  private BusyProcess() {}

  /** One that waits for its first line. */
  public static Process start() throws IOException {
    return new ProcessBuilder(
            "sh",
            "-c",
            "while read -r go; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo done; done")
        .start();
  }

  /** Lets it work, and waits until it has. */
  public static void work(Process process) throws IOException {
    process.outputWriter().append("go\n").flush();
    assertThat(process.inputReader().readLine()).isEqualTo("done");
  }
}
