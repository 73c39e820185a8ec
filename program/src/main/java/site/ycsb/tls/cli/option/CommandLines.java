package site.ycsb.tls.cli.option;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import site.ycsb.tls.binding.Secrets;

/** The command line as it is written in results, and the JVM arguments of child processes. */
public final class CommandLines {
  private static final Pattern PLAIN_WORD = Pattern.compile("[\\w./:=,@%+*-]+");

  private CommandLines() {}

  /** The line that repeats this command, quoted for a shell, secrets masked. */
  public static String repeat(CommandSpec spec, Secrets secrets) {
    List<String> words = spec.root().commandLine().getParseResult().originalArgs();
    return "bin/ycsb "
        + secrets.mask(words).stream().map(CommandLines::quote).collect(Collectors.joining(" "));
  }

  private static String quote(String word) {
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** The arguments of this JVM; its child processes get them too. */
  public static List<String> jvmArguments() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments();
  }
}
