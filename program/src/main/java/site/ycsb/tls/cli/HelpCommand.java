package site.ycsb.tls.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.PropertyTables;
import site.ycsb.tls.comparison.page.Report;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.PropertyNames;

/** {@code bin/ycsb help}: commands and properties. */
@Command(
    name = "help",
    header = "Explain a command, a group of properties, or the columns of a table.",
    description = {
      "",
      "Examples: bin/ycsb help compare, bin/ycsb help figures (the columns of a comparison's tables),",
      "bin/ycsb help properties, bin/ycsb help tls, bin/ycsb help mongodb"
    })
final class HelpCommand extends CommonOptions implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "TOPIC",
      description = "A command, 'figures', 'properties', 'tls', or a binding.")
  private String topic;

  @Option(names = "--markdown", hidden = true)
  private boolean markdown;

  @Override
  public Integer call() {
    CommandLine root = spec.commandLine().getParent();
    if (topic == null) {
      root.usage(out());
    } else if (root.getSubcommands().containsKey(topic)) {
      root.getSubcommands().get(topic).usage(out());
    } else if (topic.equals("tls")) {
      say("Properties of the TLS layer; set them with -p NAME=VALUE or in a file with -P.");
      say("Without tls.cipher, a run is plain.");
      say("");
      say(PropertyTables.text(TlsProperties.ALL));
    } else if (topic.equals("figures")) {
      Report.LEGEND.forEach(this::say);
    } else if (topic.equals("properties") && markdown) {
      out().print(PropertyTables.markdown());
    } else if (topic.equals("properties")) {
      say("Properties of all runs; set them with -p NAME=VALUE or in a file with -P.");
      PropertyNames.ofProgram()
          .forEach(
              (heading, properties) -> {
                say("");
                say(heading + ":");
                say(PropertyTables.text(properties));
              });
    } else {
      var binding = Bindings.named(topic);
      say(binding.name() + ": " + binding.description());
      say("");
      say(PropertyTables.text(binding.properties()));
    }
    out().flush();
    return 0;
  }
}
