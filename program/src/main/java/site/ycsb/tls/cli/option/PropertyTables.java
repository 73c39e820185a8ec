package site.ycsb.tls.cli.option;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.binding.PropertyDoc;
import site.ycsb.tls.option.TlsProperty;

/** Declared properties as tables, for the terminal and for the manual. */
public final class PropertyTables {
  private PropertyTables() {}

  /** The {@code tls.*} properties. */
  public static List<PropertyDoc> ofTls() {
    return Stream.of(TlsProperty.values())
        .map(p -> new PropertyDoc(p.key(), p.defaultValue(), p.description(), p.secret()))
        .toList();
  }

  /** For a terminal of 120 columns. */
  public static String text(List<PropertyDoc> properties) {
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

  /** All properties that do not depend on the binding, as the tables of docs/properties.md. */
  public static String markdown() {
    Map<String, List<PropertyDoc>> all = new LinkedHashMap<>(PropertyNames.ofProgram());
    all.put("TLS", ofTls());
    return all.entrySet().stream()
        .map(e -> "## " + e.getKey() + "\n\n" + markdown(e.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String markdown(List<PropertyDoc> properties) {
    return "| property | meaning | default |\n| --- | --- | --- |\n"
        + properties.stream()
            .map(
                p ->
                    "| `%s` | %s | %s |\n"
                        .formatted(
                            p.name(),
                            p.description(),
                            p.defaultValue().isEmpty() ? "–" : p.defaultValue()))
            .collect(Collectors.joining());
  }
}
