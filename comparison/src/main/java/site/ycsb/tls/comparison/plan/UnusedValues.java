package site.ycsb.tls.comparison.plan;

import static site.ycsb.tls.property.run.WorkloadProperties.FIELDCOUNT;
import static site.ycsb.tls.property.run.WorkloadProperties.FIELDLENGTH;
import static site.ycsb.tls.property.run.WorkloadProperties.FIELDLENGTHDISTRIBUTION;
import static site.ycsb.tls.property.run.WorkloadProperties.FIELDLENGTHHISTOGRAM;
import static site.ycsb.tls.property.run.WorkloadProperties.FIELDNAMEPREFIX;
import static site.ycsb.tls.property.run.WorkloadProperties.INSERTPROPORTION;
import static site.ycsb.tls.property.run.WorkloadProperties.MAXSCANLENGTH;
import static site.ycsb.tls.property.run.WorkloadProperties.MINFIELDLENGTH;
import static site.ycsb.tls.property.run.WorkloadProperties.MINSCANLENGTH;
import static site.ycsb.tls.property.run.WorkloadProperties.READALLFIELDS;
import static site.ycsb.tls.property.run.WorkloadProperties.READMODIFYWRITEPROPORTION;
import static site.ycsb.tls.property.run.WorkloadProperties.READPROPORTION;
import static site.ycsb.tls.property.run.WorkloadProperties.REQUESTDISTRIBUTION;
import static site.ycsb.tls.property.run.WorkloadProperties.SCANLENGTHDISTRIBUTION;
import static site.ycsb.tls.property.run.WorkloadProperties.SCANPROPORTION;
import static site.ycsb.tls.property.run.WorkloadProperties.UPDATEPROPORTION;
import static site.ycsb.tls.property.run.WorkloadProperties.WRITEALLFIELDS;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.engine.option.RunOptions;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.ReplacedBy;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.Scope;
import site.ycsb.tls.servers.Variant;

/**
 * Refuses points and variants that differ in what no operation of their runs uses, or in what
 * another property replaces: they would have the same load, under several names. What operations
 * use is not known of a third party's workload.
 *
 * @param run all properties of a run
 * @param operations those that it does
 * @param usedBy names of properties, and the operations that use them whatever the records are
 * @param reloaded whether its records may be others than those of the other runs
 */
record UnusedValues(
    TypedProperties run,
    Predicate<Property<Double>> operations,
    Map<String, List<Property<Double>>> usedBy,
    boolean reloaded) {
  private static final List<Property<Double>> READS =
      List.of(READPROPORTION, SCANPROPORTION, READMODIFYWRITEPROPORTION);

  private static final List<Property<Double>> WRITES =
      List.of(UPDATEPROPORTION, INSERTPROPORTION, READMODIFYWRITEPROPORTION);

  /** Those of the workload. */
  private static final Map<String, List<Property<Double>>> USED_BY =
      Map.of(
          MINSCANLENGTH.name(), List.of(SCANPROPORTION),
          MAXSCANLENGTH.name(), List.of(SCANPROPORTION),
          SCANLENGTHDISTRIBUTION.name(), List.of(SCANPROPORTION),
          WRITEALLFIELDS.name(), List.of(UPDATEPROPORTION, READMODIFYWRITEPROPORTION),
          READALLFIELDS.name(), READS,
          REQUESTDISTRIBUTION.name(),
              List.of(READPROPORTION, UPDATEPROPORTION, SCANPROPORTION, READMODIFYWRITEPROPORTION));

  /** What only who writes records uses. */
  private static final Set<String> LENGTHS =
      Stream.of(FIELDLENGTH, MINFIELDLENGTH, FIELDLENGTHDISTRIBUTION, FIELDLENGTHHISTOGRAM)
          .map(Property::name)
          .collect(Collectors.toUnmodifiableSet());

  private static final Set<String> VARYING = Set.of("uniform", "zipfian");

  /**
   * Looks at all runs of a plan.
   *
   * @param ofBinding what the binding declares
   * @throws UsageException with the first such property
   */
  static void refuse(ComparisonPlan plan, Collection<Property<?>> ofBinding) {
    Map<String, List<Property<Double>>> usedBy = new HashMap<>(USED_BY);
    ofBinding.forEach(property -> users(property).ifPresent(of -> usedBy.put(property.name(), of)));
    for (Point point : plan.points()) {
      for (Variant variant : plan.columns()) {
        TypedProperties run = new TypedProperties(plan.properties(point, variant));
        refuseReplaced(ofBinding, run, point.values().keySet(), "--vary ");
        refuseReplaced(ofBinding, run, variant.properties().keySet(), ofVariant(variant));
        switch (run.get(RunProperties.WORKLOAD, RunOptions.CORE_WORKLOAD)) {
          case RunOptions.CORE_WORKLOAD ->
              refuse(plan, point, variant, run, share -> isAbove0(run, share), usedBy);
          case RunOptions.CHURN_WORKLOAD ->
              refuse(plan, point, variant, run, READPROPORTION::equals, usedBy);
          default -> {
            // It reads none of these, or is a third party's.
          }
        }
      }
    }
  }

  private static void refuse(
      ComparisonPlan plan,
      Point point,
      Variant variant,
      TypedProperties run,
      Predicate<Property<Double>> operations,
      Map<String, List<Property<Double>>> usedBy) {
    new UnusedValues(run, operations, usedBy, plan.loadsData())
        .refuse(point.values().keySet(), "--vary ");
    Set<String> own = variant.properties().keySet();
    // With anything else it may have another table, or another server.
    boolean others =
        own.stream().anyMatch(n -> !LENGTHS.contains(n) && !n.startsWith(TlsProperties.PREFIX));
    new UnusedValues(run, operations, usedBy, plan.loadsData() || others)
        .refuse(own, ofVariant(variant));
  }

  private static String ofVariant(Variant variant) {
    return Variants.PREFIX + variant.name() + ".";
  }

  private static void refuseReplaced(
      Collection<Property<?>> ofBinding,
      TypedProperties run,
      Collection<String> names,
      String before) {
    for (Property<?> property : ofBinding) {
      for (Property.Scope scope : property.scopes()) {
        if (names.contains(property.name())
            && scope instanceof ReplacedBy name
            && run.has(name.other())) {
          throw new UsageException(
              "%s%s has no effect beside %s, which is another name of it; leave one of the two out"
                  .formatted(before, property, name.other()));
        }
      }
    }
  }

  private static Optional<List<Property<Double>>> users(Property<?> property) {
    if (property.is(Scope.OF_READS)) {
      return Optional.of(READS);
    } else if (property.is(Scope.OF_SCANS)) {
      return Optional.of(List.of(SCANPROPORTION));
    } else if (property.is(Scope.OF_WRITES)) {
      return Optional.of(WRITES);
    }
    return property.is(Scope.OF_INSERTS)
        ? Optional.of(List.of(INSERTPROPORTION))
        : Optional.empty();
  }

  private static boolean isAbove0(TypedProperties run, Property<Double> share) {
    try {
      return run.get(share) > 0;
    } catch (UsageException e) {
      return true; // The run itself refuses it with a better message.
    }
  }

  private void refuse(Collection<String> names, String before) {
    names.stream()
        .sorted()
        .forEach(
            name -> {
              List<Property<Double>> users = usedBy.getOrDefault(name, List.of());
              if (!users.isEmpty() && users.stream().noneMatch(operations)) {
                throw new UsageException(
                    "%s%s has no effect, as no operation uses it; leave it out, or give %s"
                        .formatted(before, name, users.get(0)));
              }
              if (name.equals(MINFIELDLENGTH.name())
                  && !VARYING.contains(run.get(FIELDLENGTHDISTRIBUTION))) {
                throw new UsageException(
                    "%s%s has no effect with %s=%s; leave it out, or give %s=uniform"
                        .formatted(
                            before,
                            name,
                            FIELDLENGTHDISTRIBUTION,
                            run.get(FIELDLENGTHDISTRIBUTION),
                            FIELDLENGTHDISTRIBUTION));
              }
              if (!reloaded && isOfRecords(name) && WRITES.stream().noneMatch(operations)) {
                throw new UsageException(
                    "%s%s has no effect: the runs write nothing, and read the records that were loaded before; give --load, which loads a table for each value"
                        .formatted(before, name));
              }
            });
  }

  private boolean isOfRecords(String name) {
    return LENGTHS.contains(name)
        || ((name.equals(FIELDCOUNT.name()) || name.equals(FIELDNAMEPREFIX.name()))
            && run.get(READALLFIELDS));
  }
}
