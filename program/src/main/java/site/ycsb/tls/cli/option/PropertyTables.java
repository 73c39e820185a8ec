package site.ycsb.tls.cli.option;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    return PlainTable.of(
        properties,
        PlainTable.column("property", 40, Property::name),
        PlainTable.column("values", 16, property -> property.type().values()),
        PlainTable.column("default", 18, Property::defaultText),
        PlainTable.column("meaning", 52, Property::description));
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
