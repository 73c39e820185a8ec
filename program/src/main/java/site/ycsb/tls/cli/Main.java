package site.ycsb.tls.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import site.ycsb.tls.binding.DatabaseException;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.cli.compare.CompareCommand;
import site.ycsb.tls.cli.model.ModelCommand;
import site.ycsb.tls.cli.model.PredictCommand;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.Failures;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.cli.option.Version;
import site.ycsb.tls.cli.run.AgentCommand;
import site.ycsb.tls.cli.run.LoadCommand;
import site.ycsb.tls.cli.run.RunCommand;
import site.ycsb.tls.cli.study.StudyCommand;
import site.ycsb.tls.pin.NearestNames;
import site.ycsb.tls.property.ValueType;

/** The main class of {@code bin/ycsb}. The only class that ends the process. */
@Command(
    name = "ycsb",
    header = "What does TLS cost on your database? YCSB, with TLS pinned and measured.",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "",
      "Start with a comparison on the test server, without and with TLS, alternately:",
      "",
      "  bin/ycsb compare mongodb -P workloads/workloadc --quick \\",
      "      -p tls.cipher=TLS_AES_256_GCM_SHA384",
      "",
      "or with one run, as with YCSB, against your server:",
      "",
      "  bin/ycsb run mongodb -P workloads/workloadc -p mongodb.url=mongodb://host/ycsb \\",
      "      -p tls.cipher=TLS_AES_256_GCM_SHA384 -p tls.ca=ca.pem",
      ""
    },
    footer = {
      "",
      "Exit codes: 0 done; 1 the run failed or its figures cannot be trusted; 2 wrong usage;",
      "3 gate: not known; 130 interrupted. 'bin/ycsb COMMAND -h' explains a command."
    },
    versionProvider = Version.class)
public final class Main extends CommonOptions implements Callable<Integer> {
  /** In the order of the list of commands; those that say what the others are stand last. */
  private static final Map<String, Supplier<Object>> COMMANDS = new LinkedHashMap<>();

  private static final Set<String> ABOUT_ALL = Set.of("generate-completion", "help");

  static {
    COMMANDS.put("load", LoadCommand::new);
    COMMANDS.put("run", RunCommand::new);
    COMMANDS.put("shell", ShellCommand::new);
    COMMANDS.put("compare", CompareCommand::new);
    COMMANDS.put("study", StudyCommand::new);
    COMMANDS.put("model", ModelCommand::new);
    COMMANDS.put("predict", PredictCommand::new);
    COMMANDS.put("agent", AgentCommand::new);
    COMMANDS.put("testbed", TestbedCommand::new);
    COMMANDS.put("report", ReportCommand::new);
    COMMANDS.put("history", HistoryCommand::new);
    COMMANDS.put("gate", GateCommand::new);
    COMMANDS.put("suites", SuitesCommand::new);
    COMMANDS.put("certs", CertsCommand::new);
    COMMANDS.put("generate-completion", AutoComplete.GenerateCompletion::new);
    COMMANDS.put("help", HelpCommand::new);
  }

  @CommandLine.Option(names = "--version", versionHelp = true, description = "Print the version.")
  @SuppressWarnings("UnusedVariable") // picocli looks at the option itself
  private boolean version;

  /** Runs the command and ends the process with its exit code (DESIGN: 0, 1, 2, 130). */
  public static void main(String[] arguments) {
    // Numbers in paths, files and messages have the digits that programs read, whatever the user's
    // language is.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    System.exit(Interruption.during(() -> ifOutputArrived(perform(arguments))));
  }

  /**
   * Picocli looks at each option of each command before it parses anything, and each load generator
   * of a comparison starts here: where the arguments begin with a command, it is given only that.
   */
  private static int perform(String[] arguments) {
    String name = arguments.length > 0 ? arguments[0] : "";
    boolean one = COMMANDS.containsKey(name) && !ABOUT_ALL.contains(name);
    return (one ? commandLine(Set.of(name)) : commandLine()).execute(arguments);
  }

  /**
   * The exit code, which is no 0 when some of the output was lost. Only the stream itself knows:
   * picocli's writer around it hears of no error.
   */
  private static int ifOutputArrived(int exitCode) {
    if (!System.out.checkError()) {
      return exitCode;
    }
    System.err.println(
        "ycsb: standard output did not take all that was printed: its disk is full, or its reader"
            + " ended early; repeat the command with one that takes all");
    return exitCode == CommandLine.ExitCode.OK ? CommandLine.ExitCode.SOFTWARE : exitCode;
  }

  /** All commands: runs one without ending the process; used by tests. */
  static CommandLine commandLine() {
    return commandLine(COMMANDS.keySet());
  }

  private static CommandLine commandLine(Set<String> names) {
    CommandLine line = new CommandLine(new Main());
    names.forEach(name -> line.addSubcommand(name, COMMANDS.get(name).get()));
    return line.setPosixClusteredShortOptionsAllowed(false)
        .setUsageHelpWidth(100)
        .setUsageHelpLongOptionsMaxWidth(26)
        .registerConverter(Double.class, Main::number)
        .setExecutionStrategy(Main::execute)
        .setParameterExceptionHandler(Main::wrongUsage)
        .setExecutionExceptionHandler(
            (thrown, commandLine, parsed) -> Failures.tell(thrown, commandLine, ""));
  }

  /** The numbers of options are those of properties. */
  private static Double number(String value) {
    try {
      return ValueType.decimal(value);
    } catch (NumberFormatException e) {
      throw new CommandLine.TypeConversionException("'" + value + "' is not a double");
    }
  }

  /** Without a command. */
  @Override
  public Integer call() {
    spec.commandLine().usage(err());
    return CommandLine.ExitCode.USAGE;
  }

  /**
   * A class that is missing is said in one line, as everything else is; picocli would pass it on.
   */
  private static int execute(ParseResult parsed) {
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (LinkageError e) {
      throw new CommandLine.ExecutionException(
          parsed.commandSpec().commandLine(),
          "a class is missing",
          DatabaseException.ofLinkage("this command", e));
    }
  }

  private static int wrongUsage(ParameterException e, String[] arguments) {
    CommandSpec command = e.getCommandLine().getCommandSpec();
    String nearest =
        e instanceof UnmatchedArgumentException unmatched
            ? nearest(unmatched.getUnmatched().get(0), command)
            : "";
    e.getCommandLine()
        .getErr()
        .printf(
            "ycsb: %s%s; see 'bin/%s -h'%n",
            masked(inWords(e.getMessage()), List.of(arguments)), nearest, command.qualifiedName());
    return CommandLine.ExitCode.USAGE;
  }

  /** A password whose option is missing is a word that is not understood, too. */
  private static String masked(String message, List<String> words) {
    Secrets secrets = Secrets.named(List.of());
    List<String> shown = secrets.mask(words);
    String masked = message;
    for (int i = 0; i < words.size(); i++) {
      masked = masked.replace(words.get(i), shown.get(i));
      // As after --password, whatever the word is.
      if (i > 0 && secrets.mask(words.get(i - 1) + " word").endsWith(" " + Secrets.MASK)) {
        masked = masked.replace("'" + words.get(i) + "'", "'" + Secrets.MASK + "'");
      }
    }
    return masked;
  }

  /** Picocli names Java's types, and not what a property is. */
  private static String inWords(String message) {
    return message
        .replaceFirst(
            "(?s)^Value for option .*'(-p)'.* should be in KEY=VALUE format but was (.*)$",
            "$1 '$2': expected NAME=VALUE")
        .replaceFirst(" is not an? (double|float)\\b", " is no number")
        .replaceFirst(" is not an? (int|long|short)\\b", " is no whole number");
  }

  /** Known names that resemble an unknown option or command; or why there are words too many. */
  private static String nearest(String word, CommandSpec command) {
    if (word.endsWith(".jar")) {
      // The launcher takes the word after -cp, and a shell makes several of a star.
      return "; is it of a class path? put that in quotes: -cp 'FOLDER/*'";
    }
    String name = word.replaceFirst("=.*", "");
    Set<String> names =
        name.startsWith("-") ? command.optionsMap().keySet() : command.subcommands().keySet();
    return NearestNames.of(name, names, 1).stream()
        .filter(near -> NearestNames.distance(name, near) <= name.length() / 3)
        .map(near -> "; did you mean " + near + "?")
        .findFirst()
        .orElse("");
  }
}
