package site.ycsb.tls.cli;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import site.ycsb.tls.binding.PropertyDoc;
import site.ycsb.tls.option.TlsProperty;
import site.ycsb.tls.session.Bindings;

/** {@code bin/ycsb help}: commands and properties. */
@Command(
    name = "help",
    header = "Explain a command, or properties: all runs', tls.*, a binding's.",
    description = {
      "",
      "Examples: bin/ycsb help compare, bin/ycsb help properties, bin/ycsb help tls,",
      "bin/ycsb help mongodb"
    })
final class HelpCommand extends CommonOptions implements Callable<Integer> {
  @Spec private CommandLine.Model.CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "TOPIC",
      description = "A command, 'properties', 'tls', or a binding.")
  private String topic;

  @Override
  public Integer call() {
    CommandLine root = spec.commandLine().getParent();
    PrintWriter out = spec.commandLine().getOut();
    if (topic == null) {
      root.usage(out);
    } else if (root.getSubcommands().containsKey(topic)) {
      root.getSubcommands().get(topic).usage(out);
    } else if (topic.equals("tls")) {
      out.println("Properties of the TLS layer; set them with -p NAME=VALUE or in a file with -P.");
      out.println("Without tls.cipher, a run is plain.");
      out.println();
      out.println(
          table(
              Arrays.stream(TlsProperty.values())
                  .map(p -> new PropertyDoc(p.key(), p.defaultValue(), p.description(), p.secret()))
                  .toList()));
    } else if (topic.equals("properties")) {
      out.println("Properties of all runs; set them with -p NAME=VALUE or in a file with -P.");
      PropertyNames.ofProgram()
          .forEach(
              (heading, properties) -> {
                out.println();
                out.println(heading + ":");
                out.println(table(properties));
              });
    } else {
      var binding = Bindings.named(topic);
      out.println(binding.name() + ": " + binding.description());
      out.println();
      out.println(table(binding.properties()));
    }
    out.flush();
    return 0;
  }

  private static String table(List<PropertyDoc> properties) {
    return AsciiTable.builder()
        .border(AsciiTable.NO_BORDERS)
        .data(
            properties,
            List.of(
                new Column()
                    .header("property")
                    .dataAlign(HorizontalAlign.LEFT)
                    .with(PropertyDoc::name),
                new Column()
                    .header("default")
                    .dataAlign(HorizontalAlign.LEFT)
                    .maxWidth(28, OverflowBehaviour.NEWLINE)
                    .with(PropertyDoc::defaultValue),
                new Column()
                    .header("meaning")
                    .dataAlign(HorizontalAlign.LEFT)
                    .maxWidth(68, OverflowBehaviour.NEWLINE)
                    .with(PropertyDoc::description)))
        .asString();
  }
}
