package site.ycsb.tls.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.property.UsageException;

/** The command line: as it is written in results, and what is refused of it. */
public final class CommandLines {
  private static final Pattern PLAIN_WORD = Pattern.compile("[\\w./:=,@%+-]+");

  /** What the launcher took out of the arguments; child processes inherit it. */
  private static final String GIVEN_OPTIONS = "YCSB_GIVEN_OPTIONS";

  private static final String SEPARATOR = "\u001f";

  /** Variables that lead JVMs: Java's, and the launcher's own. */
  private static final List<String> FOR_THE_JVM =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "JAVA_OPTS", "TESTBED_JAVA_OPTS");

  private CommandLines() {}

  /**
   * The line that repeats this command, quoted for a shell, secrets masked: with the options that
   * the launcher itself took ({@code -cp}, {@code -jvm-args}), and with {@code JAVA_OPTS} and the
   * other variables that lead JVMs, without which it would be another run.
   */
  public static String repeat(CommandSpec spec, Secrets secrets) {
    return repeat(spec.root().commandLine().getParseResult().originalArgs(), secrets);
  }

  /** The same for these words after {@code bin/ycsb}. */
  public static String repeat(List<String> words, Secrets secrets) {
    return repeat(words, System.getenv(), secrets);
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

  /**
   * What is to be said of properties that {@code -p} gives several values, a line for each: as with
   * YCSB, the last one counts.
   */
  public static List<String> repeated(CommandSpec spec) {
    OptionSpec option = spec.commandLine().getParseResult().matchedOption("-p");
    Map<String, Set<String>> values = new TreeMap<>();
    for (String word : option == null ? List.<String>of() : option.originalStringValues()) {
      String name = word.split("=", 2)[0];
      values.computeIfAbsent(name, n -> new HashSet<>()).add(word);
    }
    return values.entrySet().stream()
        .filter(each -> each.getValue().size() > 1)
        .map(each -> "Note: -p gives " + each.getKey() + " several values; the last one counts.")
        .toList();
  }

  /**
   * Refuses options that have no effect.
   *
   * @param why in words, as in "--fleet makes certificates of its own"
   * @throws UsageException with the first of the options that was given
   */
  public static void refuse(CommandSpec spec, String why, String... options) {
    for (String option : options) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new UsageException(option + " has no effect here: " + why + "; leave it out");
      }
    }
  }

  /**
   * Refuses a file that cannot be written, before there is something to write.
   *
   * @param given for the message, such as {@code --html x.html}
   * @throws UsageException with what is in the way
   */
  public static void requireWritable(String given, Path file) {
    Path folder = file.toAbsolutePath().normalize().getParent();
    if (folder == null || Files.isDirectory(file)) {
      throw new UsageException(given + ": it is a folder; give the name of a file");
    }
    if (!Files.isDirectory(folder)) {
      throw new UsageException(
          "%s: there is no folder %s; make it, or give another file".formatted(given, folder));
    }
    if (!Files.isWritable(Files.exists(file) ? file : folder)) {
      throw new UsageException(given + ": it cannot be written; give a file that can be");
    }
  }

  /**
   * Empties that file if it is there: a command that ends before it writes leaves nothing in it
   * that an earlier one wrote.
   */
  public static void empty(Path file) throws IOException {
    if (Files.isRegularFile(file)) {
      Files.write(file, new byte[0]);
    }
  }

  /**
   * Writes that file.
   *
   * @param given for the message, as above
   * @throws IOException with what was given, such as on a full disk
   */
  public static void write(String given, Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new IOException(
          "%s: it cannot be written (%s); give another file"
              .formatted(given, FileFailure.inWords(e)),
          e);
    }
  }

  private static List<String> options(String given) {
    List<String> all = List.of(given.split(SEPARATOR, -1));
    return all.subList(0, all.size() - 1); // Each word ends with it.
  }

  /** The word for a shell. */
  public static String quote(String word) {
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** The words for a shell that set a property, {@code -p NAME=VALUE}. */
  public static String property(String name, Object value) {
    return "-p " + quote(name + "=" + value);
  }
}
