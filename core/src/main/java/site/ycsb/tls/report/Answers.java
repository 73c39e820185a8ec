package site.ycsb.tls.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;
import site.ycsb.tls.compare.result.Verdict;
import site.ycsb.tls.report.document.Document;
import site.ycsb.tls.report.page.Figures;

/** What each variant costs, in one sentence. */
final class Answers {
  private Answers() {}

  /** One for each variant but the baseline. */
  static List<Document.Answer> of(ComparisonResult result) {
    ComparisonPlan plan = result.plan();
    List<Document.Answer> answers = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      if (!variant.equals(plan.baseline())) {
        answers.add(answer(result, variant));
      }
    }
    return answers;
  }

  /** The cell that the sentence is about, and where it is. */
  private record Place(Point point, Cell cell) {
    Overhead overhead() {
      return cell.overhead();
    }
  }

  private static Document.Answer answer(ComparisonResult result, Variant variant) {
    List<Place> places = new ArrayList<>();
    for (Point point : result.plan().points()) {
      headline(result, point, variant).map(cell -> new Place(point, cell)).ifPresent(places::add);
    }
    List<Verdict> verdicts = places.stream().map(p -> p.overhead().verdict()).distinct().toList();
    return new Document.Answer(
        variant.name(),
        places.isEmpty() ? "has no finished block yet." : sentence(result, variant, places),
        verdicts.size() == 1 ? verdicts.get(0).label() : "");
  }

  private static String sentence(ComparisonResult result, Variant variant, List<Place> found) {
    List<Place> places = new ArrayList<>(found);
    if (places.size() == 1) {
      Place place = places.get(0);
      String where = result.plan().points().size() > 1 ? " at " + place.point.label() : "";
      return said(place) + where + cpu(result, place.point, variant) + ".";
    }
    places.sort(Comparator.comparingDouble(p -> p.overhead().change()));
    Place least = places.get(0);
    Place most = places.get(places.size() - 1);
    return "%s %s (%s) to %s (%s)."
        .formatted(
            opening(places),
            figures(least.overhead()),
            least.point.label(),
            figures(most.overhead()),
            most.point.label());
  }

  /** What is true at all points. */
  private static String opening(List<Place> places) {
    String name = named(Metric.ofKey(places.get(0).cell.metric()));
    List<Verdict> verdicts = places.stream().map(p -> p.overhead().verdict()).distinct().toList();
    return switch (verdicts.size() == 1 ? verdicts.get(0) : Verdict.OVERHEAD) {
      case EQUIVALENT -> "differs by less than 1 % in " + name + ":";
      case INCONCLUSIVE -> "cannot be told from the baseline in " + name + ":";
      case INDICATIVE -> "indicates a change of " + name + " of";
      case OVERHEAD, GAIN -> "changes " + name + " by";
    };
  }

  /** Throughput; the mean latency of the most frequent operation where throughput was given. */
  private static Optional<Cell> headline(ComparisonResult result, Point point, Variant variant) {
    Metric.Kind kind = result.plan().throttled() ? Metric.Kind.MEAN : Metric.Kind.THROUGHPUT;
    return result.cells(point, variant).stream()
        .filter(c -> c.overhead() != null && Metric.ofKey(c.metric()).kind() == kind)
        .findFirst();
  }

  private static String said(Place place) {
    Overhead overhead = place.overhead();
    Metric metric = Metric.ofKey(place.cell.metric());
    boolean less = overhead.change() < 0;
    String size = Figures.percent(overhead.change()) + " " + Figures.sizes(overhead);
    return switch (overhead.verdict()) {
      case OVERHEAD, GAIN ->
          metric.moreIsBetter()
              ? (less ? "costs " : "gains ") + size + " of the throughput"
              : (less ? "takes " : "adds ")
                  + size
                  + (less ? " off the " : " to the ")
                  + named(metric);
      case EQUIVALENT -> "differs by less than 1 % in " + named(metric) + ": " + figures(overhead);
      case INCONCLUSIVE ->
          "cannot be told from the baseline in " + named(metric) + ": " + figures(overhead);
      case INDICATIVE ->
          "indicates "
              + Figures.percent(overhead.change())
              + (less ? " less " : " more ")
              + named(metric)
              + " "
              + Figures.sizes(overhead)
              + (overhead.confidence() > 0
                  ? ", " + Figures.level(overhead) + " confidence"
                  : ", from a single block");
    };
  }

  private static String named(Metric metric) {
    return metric.kind() == Metric.Kind.MEAN
        ? "mean " + metric.operation() + " latency"
        : metric.key();
  }

  private static String figures(Overhead overhead) {
    return Figures.change(overhead.change()) + " " + Figures.interval(overhead);
  }

  /** {@code , and 12.3 µs of CPU per operation (client +8.1, server +4.2)}. */
  private static String cpu(ComparisonResult result, Point point, Variant variant) {
    Optional<Double> client = more(result, point, variant, Metric.CLIENT_CPU);
    Optional<Double> server = more(result, point, variant, Metric.SERVER_CPU);
    if (client.isEmpty()) {
      return "";
    }
    double sum = client.get() + server.orElse(0.0);
    return "; CPU per operation: %s µs (client %s, server %s)"
        .formatted(
            signed(sum), signed(client.get()), server.map(Answers::signed).orElse("not measured"));
  }

  private static Optional<Double> more(
      ComparisonResult result, Point point, Variant variant, Metric metric) {
    Optional<Cell> base = result.cell(point, result.plan().baseline(), metric);
    Optional<Cell> own = result.cell(point, variant, metric);
    return own.filter(c -> c.overhead() != null)
        .flatMap(c -> base.map(b -> b.median() * c.overhead().change()));
  }

  private static String signed(double micros) {
    return (micros < 0 ? "-" : "+") + Figures.number(Math.abs(micros));
  }
}
