package site.ycsb.tls.comparison.run;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import site.ycsb.tls.binding.InternodeTls;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.ValueType;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.servers.Variant;

/**
 * Which data each run needs. Data of one shape are one table, named after the shape. So they are
 * loaded once, and a comparison never changes a table of the user.
 *
 * @param plan of the comparison
 */
public record Tables(ComparisonPlan plan) {
  /** The properties that change the data: those that CoreWorkload uses when it loads records. */
  private static final List<String> SHAPE =
      List.of(
          RunProperties.RECORDCOUNT.name(),
          RunProperties.INSERTSTART.name(),
          RunProperties.INSERTCOUNT.name(),
          WorkloadProperties.INSERTORDER.name(),
          WorkloadProperties.ZEROPADDING.name(),
          WorkloadProperties.FIELDCOUNT.name(),
          WorkloadProperties.FIELDLENGTH.name(),
          WorkloadProperties.MINFIELDLENGTH.name(),
          WorkloadProperties.FIELDLENGTHDISTRIBUTION.name(),
          WorkloadProperties.FIELDLENGTHHISTOGRAM.name(),
          WorkloadProperties.FIELDNAMEPREFIX.name(),
          WorkloadProperties.DATAINTEGRITY.name());

  /** A table of a store, with the data as they were loaded. */
  record LoadedTable(String store, String table) {}

  /** The names of the tables that a comparison loads; empty when it loads none. */
  public static Set<String> names(ComparisonPlan plan) {
    Tables tables = new Tables(plan);
    Set<String> names = new TreeSet<>();
    for (Point point : plan.points()) {
      for (Variant variant : plan.columns()) {
        names.addAll(tables.propertiesAt(point, variant).values());
      }
    }
    return names;
  }

  /**
   * The property {@code table} for runs and loads at the point; none if the comparison loads no
   * data.
   */
  Map<String, String> propertiesAt(Point point, Variant variant) {
    return plan.loadsData()
        ? Map.of(WorkloadProperties.TABLE.name(), name(point, variant))
        : Map.of();
  }

  private String name(Point point, Variant variant) {
    String shape = ofShape(point, variant);
    return isAlone(point, variant) ? shape + "_" + plan.columns().indexOf(variant) : shape;
  }

  /** Variants that take turns and insert, or that say themselves what they insert. */
  private boolean isAlone(Point point, Variant variant) {
    return variant.properties().containsKey(WorkloadProperties.INSERTPROPORTION.name())
        || (plan.schedule().slices().isPresent() && isGrowing(point, variant));
  }

  private String ofShape(Point point, Variant variant) {
    Map<String, String> properties = plan.properties(point, variant);
    Map<String, String> shape = new TreeMap<>(properties);
    shape.keySet().retainAll(SHAPE);
    String table = properties.getOrDefault(WorkloadProperties.TABLE.name(), "ycsb");
    return table + "_" + "%08x".formatted(shape.toString().hashCode());
  }

  /**
   * What a run reads: runs of which it is equal have the same data. A variant with properties other
   * than TLS may have its own server.
   */
  LoadedTable key(String store, Variant variant, Point point) {
    Map<String, String> own = new TreeMap<>(variant.properties());
    own.keySet()
        .removeIf(
            name ->
                name.startsWith(TlsProperties.PREFIX)
                    || name.startsWith(InternodeTls.PREFIX)
                    || name.equals(RunProperties.CLIENT_JAVA.name()));
    return new LoadedTable(store + own, name(point, variant));
  }

  /** Whether a variant inserts records at the point. */
  boolean isGrowing(Point point) {
    return plan.columns().stream().anyMatch(variant -> isGrowing(point, variant));
  }

  /** Whether the variant inserts records, so that each of its runs needs fresh data. */
  boolean isGrowing(Point point, Variant variant) {
    String inserts =
        plan.properties(point, variant)
            .getOrDefault(WorkloadProperties.INSERTPROPORTION.name(), "0");
    try {
      return plan.loadsData() && ValueType.decimal(inserts) > 0;
    } catch (NumberFormatException e) {
      return true; // The run itself will report the error.
    }
  }

  /**
   * Number of different data sets of the plan.
   *
   * @param store of a variant, see {@link site.ycsb.tls.servers.ServerSide#store}
   */
  int count(Function<Variant, String> store) {
    if (!plan.loadsData()) {
      return 0;
    }
    Set<LoadedTable> all = new HashSet<>();
    for (Point point : plan.points()) {
      plan.columns().forEach(variant -> all.add(key(store.apply(variant), variant, point)));
    }
    return all.size();
  }
}
