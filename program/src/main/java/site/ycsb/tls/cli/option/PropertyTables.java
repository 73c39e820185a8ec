package site.ycsb.tls.cli.option;

import com.github.freva.asciitable.AsciiTable;
import com.github.freva.asciitable.Column;
import com.github.freva.asciitable.ColumnData;
import com.github.freva.asciitable.HorizontalAlign;
import com.github.freva.asciitable.OverflowBehaviour;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.session.PropertyNames;

/** Declared properties as tables, for the terminal and for the manual. */
public final class PropertyTables {
  private PropertyTables() {}

  /** For a terminal of 120 columns. */
  public static String text(List<Property<?>> properties) {
    return AsciiTable.builder()
        .border(AsciiTable.NO_BORDERS)
        .data(
            properties,
            List.of(
                column("property", 40, Property::name),
                column("values", 16, property -> property.type().values()),
                column("default", 18, Property::defaultText),
                column("meaning", 52, Property::description)))
        .asString();
  }

  private static ColumnData<Property<?>> column(
      String header, int width, Function<Property<?>, String> text) {
    return new Column()
        .header(header)
        .dataAlign(HorizontalAlign.LEFT)
        .maxWidth(width, OverflowBehaviour.NEWLINE)
        .with(text);
  }

  /** All properties that do not depend on the binding, as the tables of docs/properties.md. */
  public static String markdown() {
    Map<String, List<Property<?>>> all = new LinkedHashMap<>(PropertyNames.ofProgram());
    all.put("TLS", TlsProperties.ALL);
    return all.entrySet().stream()
        .map(e -> "## " + e.getKey() + "\n\n" + markdown(e.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static String markdown(List<Property<?>> properties) {
    return "| property | values | default | meaning |\n| --- | --- | --- | --- |\n"
        + properties.stream().map(PropertyTables::row).collect(Collectors.joining());
  }

  private static String row(Property<?> property) {
    return Stream.of(
            "`" + property.name() + "`",
            property.type().values(),
            property.defaultText().isEmpty() ? "–" : property.defaultText(),
            property.description())
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
