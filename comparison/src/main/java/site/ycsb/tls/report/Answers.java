package site.ycsb.tls.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;
import site.ycsb.tls.compare.result.Verdict;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.document.Figures;
import site.ycsb.tls.statistics.Precision;

/**
 * What each variant costs, in one sentence: client CPU, server CPU and the primary metric. All
 * figures are those of the cells, with the tables' digits.
 */
final class Answers {
  /** Of an interval whose estimate is an answer: 10 points, see {@link Precision#halfWidth}. */
  private static final double WIDEST_HALF_WIDTH = 0.1;

  private final ComparisonResult result;
  private final Variant variant;

  private Answers(ComparisonResult result, Variant variant) {
    this.result = result;
    this.variant = variant;
  }

  /** One for each variant but the baseline. */
  static List<Document.Answer> of(ComparisonResult result) {
    ComparisonPlan plan = result.plan();
    return plan.columns().stream()
        .filter(variant -> !variant.equals(plan.baseline()))
        .map(variant -> new Answers(result, variant).answer())
        .toList();
  }

  /** A figure of the sentence, and its point. */
  private record Told(Point point, Metric metric, Overhead overhead) {
    boolean is(Verdict... verdicts) {
      return List.of(verdicts).contains(overhead.verdict());
    }

    boolean isCpu() {
      return metric.equals(Metric.CLIENT_CPU) || metric.equals(Metric.SERVER_CPU);
    }

    boolean isLess() {
      return overhead.change() < 0;
    }

    String name() {
      return metric.kind() == Metric.Kind.MEAN
          ? "mean " + metric.operation() + " latency"
          : metric.key();
    }

    /** {@code 15.2 %}, without a sign. */
    String size() {
      return Figures.percent(overhead.change());
    }

    /** {@code (13.1 to 17.3 %)}. */
    String range() {
      return "(" + Figures.range(overhead) + ")";
    }

    /** {@code -18.9 and +419.9 %}. */
    String signedRange() {
      return Figures.range(overhead.lower(), overhead.upper()).replace(" to ", " and ");
    }

    /** Whether its interval is narrow enough that a reader may take the estimate for the answer. */
    boolean isKnown() {
      return overhead.upper() - overhead.lower()
          <= 2 * Precision.halfWidth(overhead.change(), WIDEST_HALF_WIDTH);
    }

    /** {@code client CPU (+1.2 %, -0.8 to +3.1 %)}. */
    String withSigns() {
      return "%s (%s, %s)"
          .formatted(
              name(),
              Figures.change(overhead.change()),
              Figures.range(overhead.lower(), overhead.upper()));
    }
  }

  private Document.Answer answer() {
    List<Told> all = result.plan().points().stream().flatMap(this::at).toList();
    if (all.isEmpty()) {
      return new Document.Answer(variant.name(), "has no finished block yet.", "");
    }
    List<Verdict> verdicts =
        all.stream()
            .filter(told -> told.metric.equals(result.primaryMetric(told.point)))
            .map(told -> told.overhead.verdict())
            .distinct()
            .toList();
    boolean onePoint = all.stream().map(Told::point).distinct().count() == 1;
    return new Document.Answer(
        variant.name(),
        (onePoint ? sentence(all) : overview(all))
            + new AccountOfVariants(result).leftOpen(variant, result.plan().baseline()),
        verdicts.size() == 1 ? verdicts.get(0).label() : "");
  }

  private Stream<Told> at(Point point) {
    return Stream.of(Metric.CLIENT_CPU, Metric.SERVER_CPU, result.primaryMetric(point))
        .flatMap(
            metric ->
                result.cell(point, variant, metric).map(Cell::overhead).stream()
                    .map(overhead -> new Told(point, metric, overhead)));
  }

  private String sentence(List<Told> all) {
    List<String> clauses = new ArrayList<>();
    costs(only(all, true, Verdict.OVERHEAD, Verdict.GAIN), clauses);
    changes(only(all, false, Verdict.OVERHEAD, Verdict.GAIN), clauses);
    equivalent(all.stream().filter(t -> t.is(Verdict.EQUIVALENT)).toList(), clauses);
    inconclusive(all.stream().filter(t -> t.is(Verdict.INCONCLUSIVE)).toList(), clauses);
    indicative(all.stream().filter(t -> t.is(Verdict.INDICATIVE)).toList(), clauses);
    Point point = all.get(0).point;
    return String.join("; ", clauses)
        + (result.plan().points().size() > 1 ? " at " + point.label() : "")
        + "."
        + cpu(all);
  }

  private static List<Told> only(List<Told> all, boolean cpu, Verdict... verdicts) {
    return all.stream().filter(t -> t.isCpu() == cpu && t.is(verdicts)).toList();
  }

  /** {@code costs 15.2 % more CPU on the client (13.1 to 17.3 %) and 23.4 % on the server (…)}. */
  private static void costs(List<Told> cpu, List<String> clauses) {
    if (!cpu.isEmpty()) {
      clauses.add("costs " + moreCpu(cpu));
    }
  }

  private static String moreCpu(List<Told> cpu) {
    List<String> phrases = new ArrayList<>();
    for (Told told : cpu) {
      boolean said = !phrases.isEmpty() && told.isLess() == cpu.get(0).isLess();
      phrases.add(
          "%s%s on the %s %s"
              .formatted(
                  told.size(),
                  said ? "" : told.isLess() ? " less CPU" : " more CPU",
                  told.metric.equals(Metric.CLIENT_CPU) ? "client" : "server",
                  told.range()));
    }
    return String.join(" and ", phrases);
  }

  /** {@code throughput falls by 16.3 % (14.1 to 18.7 %)}. */
  private static void changes(List<Told> primary, List<String> clauses) {
    for (Told told : primary) {
      String by = " by " + told.size() + " " + told.range();
      clauses.add(
          clauses.isEmpty()
              ? (told.isLess() ? "lowers " : "raises ") + told.name() + by
              : told.name() + (told.isLess() ? " falls" : " rises") + by);
    }
  }

  private void equivalent(List<Told> found, List<String> clauses) {
    if (!found.isEmpty()) {
      String margin = Figures.share(result.plan().schedule().margin());
      clauses.add(
          (clauses.isEmpty() ? "differs by less than " : "a difference of less than ")
              + margin
              + " in "
              + listed(found));
    }
  }

  private static void inconclusive(List<Told> found, List<String> clauses) {
    if (!found.isEmpty()) {
      clauses.add(
          (clauses.isEmpty() ? "shows no" : "no") + " significant difference in " + listed(found));
    }
  }

  private static String listed(List<Told> found) {
    List<String> items = found.stream().map(Told::withSigns).toList();
    int last = items.size() - 1;
    return last == 0
        ? items.get(0)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }

  /** Figures of code that was still being compiled are too high, however well they are known. */
  private boolean isKnown(Told told) {
    return told.isKnown() && !result.hasCodeStillCompiled();
  }

  private void indicative(List<Told> found, List<String> clauses) {
    if (found.isEmpty()) {
      return;
    }
    List<Told> known = found.stream().filter(this::isKnown).toList();
    List<Told> cpu = known.stream().filter(Told::isCpu).toList();
    List<String> phrases = new ArrayList<>();
    if (!cpu.isEmpty()) {
      phrases.add(moreCpu(cpu));
    }
    known.stream()
        .filter(told -> !told.isCpu())
        .forEach(
            told ->
                phrases.add(
                    "%s %s %s %s"
                        .formatted(
                            told.size(),
                            told.isLess() ? "less" : "more",
                            told.name(),
                            told.range())));
    if (!phrases.isEmpty()) {
      Overhead first = known.get(0).overhead;
      clauses.add(
          "indicates %s; %s"
              .formatted(
                  String.join(" and ", phrases),
                  first.confidence() > 0
                      ? Figures.level(first) + " confidence"
                      : "from a single block"));
    }
    List<String> unknown =
        found.stream()
            .filter(told -> !isKnown(told))
            .map(told -> told.name() + " between " + told.signedRange())
            .toList();
    if (!unknown.isEmpty()) {
      clauses.add(
          (clauses.isEmpty() ? "has an effect that is " : "")
              + "not known yet: "
              + String.join(", ", unknown)
              + "; measure more blocks"
              + (result.plan().schedule().quick() ? ", without --quick" : ""));
    }
  }

  /** {@code CPU per operation: client +8.10 µs [+7.20, +9.05], server +4.21 µs [+3.90, +4.60].} */
  private String cpu(List<Told> all) {
    String figures =
        all.stream()
            .filter(Told::isCpu)
            .filter(told -> !told.is(Verdict.INDICATIVE) || isKnown(told))
            .map(
                told ->
                    "%s %s µs %s"
                        .formatted(
                            told.metric.equals(Metric.CLIENT_CPU) ? "client" : "server",
                            Figures.signed(told.overhead.difference().estimate()),
                            Figures.interval(told.overhead.difference())))
            .collect(Collectors.joining(", "));
    return figures.isEmpty() ? "" : " CPU per operation: " + figures + ".";
  }

  /** For several points, the least and the greatest, metric by metric. */
  private String overview(List<Told> all) {
    Map<String, List<Told>> byMetric =
        all.stream()
            .collect(Collectors.groupingBy(Told::name, LinkedHashMap::new, Collectors.toList()));
    return byMetric.entrySet().stream()
            .map(e -> overview(e.getKey(), e.getValue()))
            .collect(Collectors.joining("; "))
        + ".";
  }

  private String overview(String name, List<Told> found) {
    List<Verdict> verdicts = found.stream().map(t -> t.overhead.verdict()).distinct().toList();
    String common =
        switch (verdicts.size() == 1 ? verdicts.get(0) : Verdict.OVERHEAD) {
          case EQUIVALENT ->
              ", a difference of less than "
                  + Figures.share(result.plan().schedule().margin())
                  + " everywhere";
          case INCONCLUSIVE -> ", no significant difference anywhere";
          case INDICATIVE -> ", indicative";
          case OVERHEAD, GAIN -> "";
        };
    Comparator<Told> bySize = Comparator.comparingDouble(t -> t.overhead.change());
    Told least = found.stream().min(bySize).orElseThrow();
    Told most = found.stream().max(bySize).orElseThrow();
    String one = figures(least);
    return name + common + ": " + (found.size() == 1 ? one : one + " to " + figures(most));
  }

  private static String figures(Told told) {
    return "%s %s (%s)"
        .formatted(
            Figures.change(told.overhead.change()),
            Figures.interval(told.overhead),
            told.point.label());
  }
}
