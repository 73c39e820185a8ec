package site.ycsb.tls.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import site.ycsb.tls.binding.Secrets;

/** The command line as it is written in results. */
public final class CommandLines {
  private static final Pattern PLAIN_WORD = Pattern.compile("[\\w./:=,@%+*-]+");

  /** What the launcher took out of the arguments; child processes inherit it. */
  private static final String GIVEN_OPTIONS = "YCSB_GIVEN_OPTIONS";

  private static final String SEPARATOR = "\u001f";

  /** The launcher's own variables that lead JVMs. */
  private static final List<String> FOR_THE_JVM = List.of("JAVA_OPTS", "TESTBED_JAVA_OPTS");

  private CommandLines() {}

  /**
   * The line that repeats this command, quoted for a shell, secrets masked: with the options that
   * the launcher itself took ({@code -cp}, {@code -jvm-args}) and with {@code JAVA_OPTS}, without
   * which it would be another run.
   */
  public static String repeat(CommandSpec spec, Secrets secrets) {
    return repeat(
        spec.root().commandLine().getParseResult().originalArgs(), System.getenv(), secrets);
  }

  static String repeat(List<String> words, Map<String, String> environment, Secrets secrets) {
    List<String> all = new ArrayList<>(words);
    all.addAll(options(environment.getOrDefault(GIVEN_OPTIONS, "")));
    String command =
        "bin/ycsb "
            + secrets.mask(all).stream().map(CommandLines::quote).collect(Collectors.joining(" "));
    return FOR_THE_JVM.stream()
            .filter(name -> !environment.getOrDefault(name, "").isBlank())
            .map(name -> name + "=" + quote(secrets.mask(name, environment.get(name))) + " ")
            .collect(Collectors.joining())
        + command;
  }

  private static List<String> options(String given) {
    return given.isEmpty() ? List.of() : List.of(given.split(SEPARATOR));
  }

  private static String quote(String word) {
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
