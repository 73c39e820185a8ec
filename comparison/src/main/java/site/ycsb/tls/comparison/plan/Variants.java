package site.ycsb.tls.comparison.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.Variant;

/**
 * Sorts properties into those of every run and those that make variants. Makes all combinations of
 * the {@code tls.*} properties that may be lists; plain gets none of them.
 */
public final class Variants {
  /** A property {@code variants.NAME.PROPERTY} belongs to the variant of that name. */
  public static final String PREFIX = "variants.";

  /**
   * The properties that may be comma lists. The suite comes first, so that variants are ordered by
   * it.
   */
  private static final List<String> DIMENSIONS =
      TlsProperties.ALL.stream()
          .filter(property -> property.is(TlsProperties.Kind.AXIS))
          .map(Property::name)
          .toList();

  private final Map<String, String> base = new LinkedHashMap<>();
  private final Map<String, List<String>> dimensions = new LinkedHashMap<>();
  private final Map<String, List<String>> internode = new LinkedHashMap<>();
  private final Map<String, String> commonTls = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> named = new LinkedHashMap<>();
  private final List<String> remarks = new ArrayList<>();

  Variants(Map<String, String> properties) {
    splitInto(dimensions, DIMENSIONS, properties);
    splitInto(internode, InternodeTls.NAMES, properties);
    properties.forEach(this::sort);
  }

  private static void splitInto(
      Map<String, List<String>> lists, List<String> names, Map<String, String> properties) {
    for (String name : names) {
      String value = properties.get(name);
      if (value != null && !value.isBlank()) {
        lists.put(name, split(value));
      }
    }
  }

  /** Whether the property makes variants rather than being the same for all runs. */
  static boolean isDimension(String property) {
    return InternodeTls.NAMES.contains(property) || DIMENSIONS.contains(property);
  }

  /** Whether the property makes variants, or describes their TLS. */
  public static boolean makesVariants(String property) {
    return isDimension(property)
        || property.startsWith(PREFIX)
        || property.startsWith(InternodeTls.PREFIX);
  }

  private void sort(String property, String value) {
    if (isDimension(property)) {
      return;
    }
    if (property.startsWith(PREFIX)) {
      String rest = property.substring(PREFIX.length());
      int dot = rest.indexOf('.');
      if (dot < 1 || dot == rest.length() - 1) {
        throw new UsageException(
            "a named variant is given as variants.NAME.PROPERTY=VALUE, given: " + property);
      }
      named
          .computeIfAbsent(rest.substring(0, dot), name -> new LinkedHashMap<>())
          .put(rest.substring(dot + 1), value);
    } else if (property.startsWith(InternodeTls.PREFIX)) {
      // Refuses it: all valid ones are dimensions.
      InternodeTls.parse(Map.of(property, value));
    } else if (property.startsWith(TlsProperties.PREFIX)
        && !TlsProperties.isForPlainToo(property)) {
      commonTls.put(property, value);
    } else {
      base.put(property, value);
    }
  }

  /** The properties of every run. */
  Map<String, String> base() {
    return base;
  }

  /** The combinations that were left out, and why; filled by {@link #all()}. */
  List<String> remarks() {
    return remarks;
  }

  /** All combinations, then the named variants. */
  List<Variant> all() {
    List<Variant> all = new ArrayList<>();
    if (makesProduct()) {
      all.addAll(product());
    } else if (named.values().stream().noneMatch(Variants::pins)) {
      // Refuses tls.keysize and the like without tls.cipher, and misspelled names.
      Map<String, String> lonely = new LinkedHashMap<>(commonTls);
      dimensions.forEach((property, values) -> lonely.put(property, values.get(0)));
      requireSuiteOfNamed(lonely);
      TlsOptions.parse(lonely);
    }
    all.addAll(withInternode(all));
    named.forEach((name, own) -> all.add(named(name, own)));
    return all;
  }

  /** A suite for all would leave these without TLS, and make a further variant. */
  private void requireSuiteOfNamed(Map<String, String> lonely) {
    if (named.isEmpty()) {
      return;
    }
    for (String property : Property.names(TlsProperties.ALL)) {
      if (!lonely.getOrDefault(property, "").isBlank()) {
        throw new UsageException(
            "%s is given without tls.cipher; give each named variant with TLS its suite, with -p %s%s.tls.cipher=SUITE, or leave the property out"
                .formatted(property, PREFIX, named.keySet().iterator().next()));
      }
    }
  }

  /** Whether there are variants of every combination; lists are theirs then. */
  private boolean makesProduct() {
    return dimensions.containsKey(TlsProperties.CIPHER.name());
  }

  private static boolean pins(Map<String, String> own) {
    return own.containsKey(TlsProperties.CIPHER.name());
  }

  /** TLS between the nodes, for clients without TLS and for each of the pinned ones. */
  private List<Variant> withInternode(List<Variant> pinned) {
    List<Variant> made = new ArrayList<>();
    if (internode.isEmpty()) {
      return made;
    }
    String first = internode.keySet().iterator().next();
    for (Point point : points(internode)) {
      TlsPin pin =
          InternodeTls.parse(point.values())
              .orElseThrow(() -> new UsageException(first + " needs internode.cipher"))
              .pin();
      String name = "internode " + pin.cipherSuite() + pin.serverKey().map(k -> " " + k).orElse("");
      made.add(new Variant(name, point.values()));
      for (Variant variant : pinned) {
        Map<String, String> both = new LinkedHashMap<>(variant.properties());
        both.putAll(point.values());
        made.add(new Variant(variant.name() + " + " + name, both));
      }
    }
    return made;
  }

  private static List<Point> points(Map<String, List<String>> lists) {
    return Point.product(
        lists.entrySet().stream().map(list -> new Axis(list.getKey(), list.getValue())).toList());
  }

  private List<Variant> product() {
    List<Variant> made = new ArrayList<>();
    Map<Point, UsageException> refused = new LinkedHashMap<>();
    for (Point point : points(dimensions)) {
      Map<String, String> properties = new LinkedHashMap<>(point.values());
      properties.putAll(commonTls);
      try {
        Optional<TlsOptions> tls = TlsOptions.parse(properties);
        made.add(new Variant(name(properties, tls.orElseThrow().pin()), properties, tls));
      } catch (UsageException e) {
        refused.put(point, e);
      }
    }
    refused.forEach((point, why) -> leaveOut(point, why, made));
    return made;
  }

  /**
   * A list of suites and a list of protocols have impossible combinations; but a value that fits no
   * combination is a mistake.
   */
  private void leaveOut(Point point, UsageException why, List<Variant> made) {
    boolean allUsed =
        point.values().entrySet().stream()
            .allMatch(
                e ->
                    made.stream()
                        .anyMatch(v -> e.getValue().equals(v.properties().get(e.getKey()))));
    if (!allUsed) {
      throw why;
    }
    remarks.add("left out: " + why.getMessage());
  }

  /** Suite and key, and of the other properties those that differ between variants. */
  private String name(Map<String, String> properties, TlsPin pin) {
    StringBuilder name = new StringBuilder(pin.cipherSuite().toString());
    pin.serverKey().ifPresent(key -> name.append(' ').append(key));
    dimensions.forEach(
        (property, values) -> {
          boolean said =
              property.equals(TlsProperties.CIPHER.name())
                  || property.equals(TlsProperties.KEYSIZE.name());
          if (!said && values.size() > 1) {
            String value = properties.get(property);
            // "on", "4096": a value that does not name its property.
            boolean bare =
                value.matches("[a-z]+|[0-9]+") && !property.equals(TlsProperties.GROUP.name());
            String bareName = property.substring(TlsProperties.PREFIX.length());
            name.append(' ').append(bare ? bareName + "=" + value : value);
          }
        });
    return name.toString();
  }

  private Variant named(String name, Map<String, String> own) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (pins(own)) {
      dimensions.forEach(
          (property, values) -> {
            if (values.size() == 1 && !property.equals(TlsProperties.CIPHER.name())) {
              properties.put(property, values.get(0));
            } else if (!makesProduct() && !own.containsKey(property)) {
              throw new UsageException(
                  "%s=%s: a named variant takes one value; give %s%s.%s"
                      .formatted(property, String.join(",", values), PREFIX, name, property));
            }
          });
      properties.putAll(commonTls);
    }
    properties.putAll(own);
    InternodeTls.parse(properties);
    return new Variant(name, properties);
  }

  private static List<String> split(String value) {
    return Arrays.stream(value.split(",", -1)).map(String::trim).toList();
  }
}
