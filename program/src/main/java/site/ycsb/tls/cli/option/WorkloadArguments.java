package site.ycsb.tls.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import site.ycsb.tls.comparison.plan.Variants;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.option.AlsoWithTls;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.PropertyFiles;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.EnvironmentValues;
import site.ycsb.tls.session.PropertyNames;
import site.ycsb.tls.session.WithTlsOnly;

/** The arguments that load, run, shell and compare share, with YCSB's spelling. */
public final class WorkloadArguments {
  /** The beginning of YCSB's classes until YCSB 0.15, as in many published workloads. */
  private static final String OLD_PACKAGE = "com.yahoo.ycsb.";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec mixee;

  @Parameters(
      index = "0",
      paramLabel = "BINDING",
      description = "The database: mongodb, …, or the class name of a site.ycsb.DB on -cp.")
  private String binding;

  @Option(
      names = "-P",
      paramLabel = "FILE",
      description = "Read properties from the file; a later file overrides an earlier one.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description =
          "Set a property; overrides every -P. env:X is the value of the environment variable X.")
  private Map<String, String> properties = new LinkedHashMap<>();

  @Option(names = "-threads", paramLabel = "N", description = "Number of load threads (1).")
  private String threads;

  @Option(
      names = "-target",
      paramLabel = "N",
      description = "Operations per second over all threads (as many as possible).")
  private String target;

  @Option(names = "-s", description = "Print the status on stderr every status.interval seconds.")
  private boolean status;

  @Option(
      names = {"-l", "-label"},
      paramLabel = "LABEL",
      description = "A label for status lines and results.")
  private String label;

  @Option(
      names = "-db",
      paramLabel = "CLASS",
      description = "Class name of a site.ycsb.DB to use instead of the binding's.")
  private String db;

  public String binding() {
    return ofToday(db == null ? binding : db);
  }

  /** Whether a file of properties is given. */
  public boolean hasFiles() {
    return !files.isEmpty();
  }

  /** The names of the properties that {@code -p} gives, or an option that stands for one. */
  public Set<String> named() {
    Set<String> names = new HashSet<>(properties.keySet());
    names.addAll(ofOptions().keySet());
    if (status) {
      names.add(RunProperties.STATUS.name());
    }
    return names;
  }

  /**
   * All properties: the files in their order, then {@code -p}, then the options that stand for a
   * property; those that name an environment variable have its value.
   *
   * @throws UsageException when a file cannot be read, an environment variable is not set, a
   *     property is unknown or a fleet's, or an option and {@code -p} give it two values
   */
  public Map<String, String> toProperties() {
    Map<String, String> all = new TreeMap<>();
    files.forEach(file -> read(file, all));
    CommandLines.repeated(mixee).forEach(this::note);
    properties.forEach(
        (name, value) -> {
          if (name.isBlank()) {
            throw new UsageException("-p '" + name + "=" + value + "': expected NAME=VALUE");
          }
          all.put(name, value);
        });
    PropertyNames names = PropertyNames.of(Bindings.named(binding()));
    EnvironmentValues.resolve(all, names, System.getenv());
    ofOptions().forEach((name, value) -> requireGivenOnce(properties, name, value));
    all.putAll(ofOptions());
    all.replaceAll(this::ofToday);
    if (status) {
      all.put(RunProperties.STATUS.name(), "true");
    }
    // Agents have these from the fleet's own process.
    if (!ForkedRunLauncher.isChild()) {
      PropertyNames.refuseOwnOfFleet(all.keySet());
    }
    names.require(TypedProperties.merged(all, AlsoWithTls.of(all)));
    WithTlsOnly.refuseLoad(all);
    return all;
  }

  /**
   * The same for a command that makes one run.
   *
   * @throws UsageException also when a property is that of a variant
   */
  public Map<String, String> ofOneRun() {
    Map<String, String> all = toProperties();
    refuseVariants(all.keySet());
    return all;
  }

  /**
   * The same for a load. It may have the files of the comparison that it loads for; their variants
   * change nothing in it.
   *
   * @throws UsageException also when {@code -p} gives a property of a variant
   */
  public Map<String, String> ofLoad() {
    refuseVariants(properties.keySet());
    return toProperties();
  }

  private static void refuseVariants(Set<String> names) {
    for (String name : names) {
      if (name.startsWith(Variants.PREFIX)) {
        throw new UsageException(
            name
                + ": variants are for compare, and this command makes one run; leave it out (also of"
                + " files that -P names), or give the property without the variant's name");
      }
    }
  }

  private static String ofToday(String className) {
    return className.startsWith(OLD_PACKAGE)
        ? "site.ycsb." + className.substring(OLD_PACKAGE.length())
        : className;
  }

  /** Renames a class of YCSB, with a note. */
  private String ofToday(String name, String given) {
    String value = given.strip();
    if (!value.startsWith(OLD_PACKAGE)) {
      return given;
    }
    note(
        "Note: %s=%s is the name until YCSB 0.15; it is %s now."
            .formatted(name, value, ofToday(value)));
    return ofToday(value);
  }

  /**
   * Refuses a property that {@code -p} gives another value than its option.
   *
   * @param properties those of {@code -p}
   * @param value that of the option
   */
  public static void requireGivenOnce(Map<String, String> properties, String name, String value) {
    if (!properties.getOrDefault(name, value).equals(value)) {
      throw new UsageException(
          "%s=%s is given with -p, and %s with the option for it: give one of them"
              .formatted(name, properties.get(name), value));
    }
  }

  private Map<String, String> ofOptions() {
    Map<String, String> given = new HashMap<>();
    given.put(RunProperties.THREADCOUNT.name(), threads);
    given.put(RunProperties.TARGET.name(), target);
    given.put(RunProperties.LABEL.name(), label);
    given.values().removeIf(Objects::isNull);
    return given;
  }

  private void note(String line) {
    mixee.commandLine().getErr().println(line);
  }

  private void read(Path file, Map<String, String> into) {
    try {
      PropertyFiles.read(file, into)
          .forEach(
              name ->
                  note(
                      "Note: %s gives %s several values; the last one counts."
                          .formatted(file, name)));
    } catch (UsageException e) {
      throw new UsageException("-P " + e.getMessage(), e);
    }
  }
}
