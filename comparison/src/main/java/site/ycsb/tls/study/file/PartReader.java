package site.ycsb.tls.study.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.plan.Axis;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.plan.Variants;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.pin.NearestNames;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.study.ChangeRange;
import site.ycsb.tls.study.Check;
import site.ycsb.tls.study.Extent;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.PublishedFigure;
import site.ycsb.tls.study.PublishedTable;
import site.ycsb.tls.study.Size;

/** Reads one part. Points and variants in tables and checks must be among those of the part. */
final class PartReader {
  private static final String NAME = "[a-z0-9][a-z0-9-]*";
  private static final int MOST_AGENTS = 64;
  private static final Secrets SECRETS = Secrets.named(List.of());
  private static final Set<String> OF_FLEET = RunProperties.in(Scope.SET_BY_FLEET);
  private static final Set<String> OWN_OF_RUNS = RunProperties.in(Scope.SET_BY_COMPARISON);

  private final YamlFields fields;
  private List<Axis> axes = List.of();
  private List<String> names = List.of();
  private String baseline = ComparisonPlan.PLAIN;

  PartReader(YamlValue whole) {
    this.fields =
        whole.fields(
            "name",
            "workload",
            "properties",
            "axes",
            "variants",
            "baseline",
            "agents",
            "explain",
            "sizes",
            "published",
            "checks");
  }

  Part read() {
    axes = fields.find("axes", PartReader::axes, List.of());
    Map<String, String> properties = fields.find("properties", PartReader::properties, Map.of());
    Map<String, Map<String, String>> variants = variants(fields.need("variants"), properties);
    names = new ArrayList<>(variants.keySet());
    if (!names.contains(ComparisonPlan.PLAIN)) {
      names.add(0, ComparisonPlan.PLAIN);
    }
    baseline = fields.find("baseline", v -> known(v, names, "a variant"), ComparisonPlan.PLAIN);
    if (!baseline.equals(ComparisonPlan.PLAIN) && !variants.containsKey(ComparisonPlan.PLAIN)) {
      names.remove(ComparisonPlan.PLAIN);
    }
    return new Part(
        fields.need("name").as(PartReader::name),
        fields.need("workload").text(),
        properties,
        axes,
        variants,
        baseline,
        fields.find("agents", value -> value.as(PartReader::agents), 1),
        fields.find("explain", this::explain, false),
        fields.find("sizes", this::sizes, Map.of()),
        fields.find("published", v -> v.list().stream().map(this::table).toList(), List.of()),
        fields.find("checks", v -> v.list().stream().map(this::check).toList(), List.of()));
  }

  private static List<Axis> axes(YamlValue value) {
    List<Axis> axes = new ArrayList<>();
    value
        .map()
        .forEach(
            (property, values) -> {
              List<String> texts = values.texts();
              if (new HashSet<>(texts).size() < texts.size()) {
                throw values.error("axis " + property + " has a value twice: " + texts);
              }
              axes.add(new Axis(property, texts));
            });
    return axes;
  }

  private static Map<String, Map<String, String>> variants(
      YamlValue value, Map<String, String> common) {
    Map<String, Map<String, String>> variants = new LinkedHashMap<>();
    value
        .map()
        .forEach(
            (name, properties) -> {
              if (!name.matches(NAME)) {
                throw properties.error(
                    "a variant is named with small letters, digits and '-', given: " + name);
              }
              variants.put(name, variant(properties, common));
            });
    if (variants.isEmpty()) {
      throw value.error("variants is empty: name at least one beside the baseline");
    }
    return variants;
  }

  /** An impossible pin is reported with its line. */
  private static Map<String, String> variant(YamlValue value, Map<String, String> common) {
    Map<String, String> own = value.textMap();
    if (own.isEmpty()) {
      throw value.error(value.name() + " sets nothing: a variant has at least one property");
    }
    requireNoCredentials(value);
    Map<String, String> tls = new LinkedHashMap<>(own);
    if (own.containsKey(TlsProperties.CIPHER.name())) {
      common.forEach(tls::putIfAbsent);
    }
    try {
      TlsOptions.parse(tls);
      InternodeTls.parse(own);
    } catch (UsageException e) {
      throw value.error(value.name() + ": " + e.getMessage());
    }
    return own;
  }

  private static Map<String, String> properties(YamlValue value) {
    Map<String, YamlValue> all = value.map();
    all.forEach(
        (property, own) -> {
          if (property.equals(TlsProperties.CIPHER.name())
              || property.startsWith(Variants.PREFIX)) {
            throw own.error(
                property
                    + " makes a variant: give it under 'variants', beneath the variant's name");
          }
          if (OF_FLEET.contains(property)) {
            throw own.error(property + ": a fleet sets it; the part's key 'agents' makes one");
          }
          if (OWN_OF_RUNS.contains(property)) {
            throw own.error(
                property
                    + ": a comparison sets it for each run; 'sizes' has warmup, seconds and operations");
          }
        });
    requireNoCredentials(value);
    return value.textMap();
  }

  /** Results have a copy of the file, and are passed on. */
  private static void requireNoCredentials(YamlValue properties) {
    properties
        .map()
        .forEach(
            (property, own) -> {
              List<String> word = List.of(property + "=" + own.text());
              if (!SECRETS.mask(word).equals(word)) {
                throw own.error(
                    property
                        + " is a credential or has one, and the results have a copy of this file: leave it out, and give it with -p "
                        + property
                        + "=env:NAME");
              }
            });
  }

  private static String name(String text) {
    if (!text.matches(NAME)) {
      throw new IllegalArgumentException("expected small letters, digits and '-', given: " + text);
    }
    return text;
  }

  private static int agents(String text) {
    int agents = Integer.parseInt(text);
    if (agents < 1 || agents > MOST_AGENTS) {
      throw new IllegalArgumentException(
          "expected 1 to " + MOST_AGENTS + " load generators, given: " + text);
    }
    return agents;
  }

  private boolean explain(YamlValue value) {
    boolean explain =
        value.as(
            text -> {
              if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException("expected true or false, given: " + text);
              }
              return text.equals("true");
            });
    if (explain && !axes.isEmpty()) {
      throw value.error("explain: one point is explained, and this part has axes");
    }
    if (explain && fields.find("agents").isPresent()) {
      throw value.error("explain: agents are not profiled; leave out explain or agents");
    }
    return explain;
  }

  private static double factor(String text) {
    double factor = ValueType.decimal(text);
    if (!(factor > 0 && factor < 1e9)) {
      throw new IllegalArgumentException("expected a number above 0, given: " + text);
    }
    return factor;
  }

  private Map<Size, Extent> sizes(YamlValue value) {
    List<String> labels = Arrays.stream(Size.values()).map(Size::label).toList();
    YamlFields given = value.fields(labels.toArray(String[]::new));
    Map<Size, Extent> sizes = new EnumMap<>(Size.class);
    for (Size size : Size.values()) {
      given.find(size.label()).ifPresent(v -> sizes.put(size, extent(v, size)));
    }
    return sizes;
  }

  private Extent extent(YamlValue value, Size size) {
    YamlFields given =
        value.fields("properties", "axes", "variants", "blocks", "warmup", "seconds", "operations");
    Map<String, List<String>> points = given.find("axes", this::at, Map.of());
    List<String> only =
        given.find(
            "variants",
            v -> v.list().stream().map(one -> known(one, names, "a variant")).toList(),
            List.of());
    Extent extent =
        new Extent(
            given.find("properties", PartReader::properties, Map.of()),
            points,
            only,
            given.find("blocks").map(v -> v.as(Integer::valueOf)),
            given.find("warmup").map(v -> v.as(ValueType::decimal)),
            given.find("seconds").map(v -> v.as(ValueType::decimal)),
            given.find("operations").map(v -> v.as(Long::valueOf)));
    if (extent.seconds().isPresent() && extent.operations().isPresent()) {
      throw value.error(size.label() + " has both seconds and operations: give one of them");
    }
    try {
      extent.schedule(size, 0);
    } catch (UsageException e) {
      throw value.error(e.getMessage());
    }
    return extent;
  }

  /** Values of axes, all of them known. */
  private Map<String, List<String>> at(YamlValue value) {
    Map<String, List<String>> at = new LinkedHashMap<>();
    value.map().forEach((property, values) -> at.put(property, atAxis(property, values)));
    return at;
  }

  private List<String> atAxis(String property, YamlValue values) {
    List<String> properties = axes.stream().map(Axis::property).toList();
    Axis axis =
        axes.stream()
            .filter(a -> a.property().equals(property))
            .findFirst()
            .orElseThrow(
                () ->
                    values.error(
                        "'" + property + "' is no axis of this part, which has " + properties));
    return values.list().stream()
        .map(one -> known(one, axis.values(), "a value of the axis " + property))
        .toList();
  }

  private static String known(YamlValue value, Collection<String> all, String what) {
    return known(value.text(), value, all, what);
  }

  private static String known(String text, YamlValue at, Collection<String> all, String what) {
    if (!all.contains(text)) {
      throw at.error(
          "'%s' is not %s: did you mean %s? All: %s"
              .formatted(text, what, NearestNames.of(text, all, 1).get(0), String.join(", ", all)));
    }
    return text;
  }

  private PublishedTable table(YamlValue value) {
    YamlFields given = value.fields("table", "metric", "unit", "times", "note", "rows");
    Optional<Metric> metric = given.find("metric").map(v -> v.as(Metric::ofKey));
    List<YamlValue> rows = given.need("rows").list();
    String unit = given.need("unit").text();
    try {
      return new PublishedTable(
          given.need("table").text(),
          metric,
          unit,
          given.find("times", v -> v.as(PartReader::factor), 1.0),
          given.find("note", YamlValue::text, ""),
          rows.stream().map(this::row).toList());
    } catch (IllegalArgumentException e) {
      throw given.need("unit").error(e.getMessage());
    }
  }

  private PublishedTable.Row row(YamlValue value) {
    YamlFields given = value.fields("at", "figures");
    Map<String, List<String>> at = given.find("at", this::at, Map.of());
    Map<String, String> point = new LinkedHashMap<>();
    for (Axis axis : axes) {
      List<String> values = at.getOrDefault(axis.property(), List.of());
      if (values.size() != 1) {
        throw value.error("a row stands at one value of " + axis.property() + ", given: " + values);
      }
      point.put(axis.property(), values.get(0));
    }
    Map<String, PublishedFigure> figures = new LinkedHashMap<>();
    given
        .need("figures")
        .map()
        .forEach(
            (variant, figure) ->
                figures.put(
                    known(variant, figure, names, "a variant"), figure.as(PublishedFigure::parse)));
    return new PublishedTable.Row(new Point(point), figures);
  }

  private Check check(YamlValue value) {
    YamlFields given = value.fields("claim", "metric", "compare", "with", "at", "change");
    YamlValue with = given.find("with").orElse(null);
    String to = with == null ? baseline : known(with, names, "a variant");
    List<String> of =
        given.need("compare").list().stream().map(v -> known(v, names, "a variant")).toList();
    if (of.contains(to)) {
      throw given.need("compare").error("the check compares " + to + " with itself");
    }
    return new Check(
        given.need("claim").text(),
        given.need("metric").as(Metric::ofKey),
        of,
        to,
        given.find("at", this::at, Map.of()),
        given.need("change").as(ChangeRange::parse),
        given.need("change").text());
  }
}
