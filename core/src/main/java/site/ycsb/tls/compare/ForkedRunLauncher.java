package site.ycsb.tls.compare;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import site.ycsb.tls.binding.Secrets;

/**
 * Makes each run as {@code bin/ycsb run} (or {@code load}) does: this JVM's {@code java}, this
 * JVM's class path, {@code site.ycsb.tls.cli.Main}. The child's output goes to {@code stdout.txt}
 * and {@code stderr.txt} in the run's directory.
 */
public final class ForkedRunLauncher implements RunLauncher {
  private final List<String> jvmArguments;

  /**
   * @param jvmArguments for the children, as {@code -jvm-args} gives them
   * @param secrets which properties must not be seen on the children's command lines
   */
  public ForkedRunLauncher(List<String> jvmArguments, Secrets secrets) {
    Objects.requireNonNull(secrets);
    this.jvmArguments = List.copyOf(jvmArguments);
  }

  @Override
  public RunOutcome launch(RunRequest request) throws IOException, InterruptedException {
    throw new UnsupportedOperationException("TODO " + jvmArguments);
  }
}
