package site.ycsb.tls.comparison.explanation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.explanation.Breakdown.Amount;
import site.ycsb.tls.comparison.explanation.Breakdown.Compared;
import site.ycsb.tls.comparison.explanation.Breakdown.Row;
import site.ycsb.tls.comparison.result.Side;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

/**
 * An explanation as sections of a page: the sentence, tables, flame graphs.
 *
 * @param explanation with at least one breakdown
 */
public record ExplanationPage(Explanation explanation) {
  private static final String UNIT = "µs/op";
  private static final String ALL_ROWS = "all rows";

  /** So many rows are in the sentence. */
  private static final int ROWS_TO_NAME = 3;

  /** A larger change of the baseline between the comparison and these runs is worth a remark. */
  private static final double NOTEWORTHY_SPEED = 0.05;

  /** A larger share of the CPU time that no category knows is worth a remark. */
  private static final double NOTEWORTHY_REST = 0.05;

  /** Samples that are further apart than others by more than this share are worth a remark. */
  private static final double NOTEWORTHY_DISTANCE = 0.25;

  /** A section for each variant. */
  public static List<Section> sections(Explanation explanation) {
    ExplanationPage page = new ExplanationPage(explanation);
    return explanation.variants().stream().map(page::section).toList();
  }

  /** The same for a terminal: the differences of both sides in one table, and the sentences. */
  public static List<Section> brief(Explanation explanation) {
    ExplanationPage page = new ExplanationPage(explanation);
    return explanation.variants().stream().map(page::briefSection).toList();
  }

  private Section section(Variant variant) {
    List<Block> blocks = new ArrayList<>(remarks(variant));
    blocks.addAll(paragraphs(sentences(variant)));
    List<Breakdown> sides = sides(variant);
    sides.forEach(each -> blocks.add(table(each)));
    sides.stream()
        .filter(each -> detail(each) == Detail.METHODS)
        .forEach(each -> blocks.add(flames(each)));
    blocks.add(new Block.Fold("How the CPU time was broken down", paragraphs(how(variant))));
    return new Section(id(variant), title(variant), blocks);
  }

  private Section briefSection(Variant variant) {
    List<Block> blocks = new ArrayList<>(remarks(variant));
    blocks.add(differences(variant));
    blocks.addAll(paragraphs(sentences(variant)));
    return new Section(id(variant), title(variant), blocks);
  }

  /** Of the runs of all variants, once. */
  private List<Block> remarks(Variant variant) {
    return variant.equals(explanation.variants().get(0))
        ? paragraphs(explanation.remarks())
        : List.of();
  }

  private static List<Block> paragraphs(List<String> lines) {
    return lines.stream().<Block>map(Block.Paragraph::new).toList();
  }

  private static String id(Variant variant) {
    return Ids.of("why", variant.id());
  }

  private static String title(Variant variant) {
    return "Where the CPU time goes: " + variant.name();
  }

  private List<Breakdown> sides(Variant variant) {
    return Stream.of(Side.values())
        .flatMap(side -> explanation.breakdown(variant, side).stream())
        .toList();
  }

  private List<String> sentences(Variant variant) {
    List<String> sentences = new ArrayList<>();
    for (Breakdown side : sides(variant)) {
      sentences.add(sentence(side));
      speed(side).ifPresent(sentences::add);
      disagreement(side).ifPresent(sentences::add);
      rest(side).ifPresent(sentences::add);
      if (detail(side) != Detail.TIMES) {
        unseen(side, side.baseline(), side.baselineProfile()).ifPresent(sentences::add);
        unseen(side, variant, side.variantProfile()).ifPresent(sentences::add);
      }
    }
    Optional<Breakdown> server = explanation.breakdown(variant, Side.SERVER);
    if (server.isEmpty()) {
      sentences.add(
          "The server's CPU time is not broken down: its process is not on this machine, or not known, or has too few samples.");
    } else if (detail(server.get()) == Detail.TIMES) {
      sentences.add(
          "The server's CPU time is broken down only into its own code and the kernel's, which are hardly known of processes that live for a few milliseconds: the server is not a test server in a JVM, and the program perf, which tells its libraries apart, is not installed or may not look at all processes.");
    } else if (detail(server.get()) == Detail.OBJECTS) {
      sentences.add(
          "The server's CPU time is broken down by program, libraries and kernel: the server is not a test server in a JVM.");
    }
    return sentences;
  }

  /** What is known of both variants. */
  private static Detail detail(Breakdown side) {
    return Detail.of(
        CollapsedStacks.sum(
            List.of(side.baselineProfile().stacks(), side.variantProfile().stacks())));
  }

  /**
   * {@code Of +1.84 µs for each operation on the client, +1.10 are record layer, …}: with rows that
   * are known. Where the sum is not: {@code No difference is known for each operation …}.
   */
  static String sentence(Breakdown side) {
    List<Row> known = side.known();
    String rows =
        known.stream()
            .limit(ROWS_TO_NAME)
            .map(
                row ->
                    "%s are %s"
                        .formatted(
                            signed(row.amount().difference()), row.category().label(side.side())))
            .collect(Collectors.joining(", "));
    Interval difference = side.sum().difference();
    if (!side.sum().isKnown()) {
      return "The difference for each operation on the %s is not known: %s %s µs%s."
          .formatted(
              side.side().label(),
              signed(difference),
              Figures.signedInterval(difference.lower(), difference.upper()),
              rows.isEmpty() ? "" : "; of its rows, " + rows);
    }
    return "Of %s µs for each operation on the %s, %s."
        .formatted(
            signed(difference),
            side.side().label(),
            rows.isEmpty()
                ? "the difference of no single row is known"
                : known.size() > ROWS_TO_NAME || known.size() == side.rows().size()
                    ? rows
                    : rows + "; the differences of the other rows are not known");
  }

  /** That an operation took another time than in the comparison, even without what is explained. */
  private static Optional<String> speed(Breakdown side) {
    return side.compared()
        .map(Compared::amount)
        .filter(found -> Math.abs(side.sum().baseline() / found.baseline() - 1) > NOTEWORTHY_SPEED)
        .map(
            found ->
                "In these runs an operation of %s cost the %s %s µs, and in the comparison %s: compare the overheads, %s here and %s there."
                    .formatted(
                        side.baseline().name(),
                        side.side().label(),
                        Figures.number(side.sum().baseline()),
                        Figures.number(found.baseline()),
                        Figures.change(side.sum().overhead().estimate()),
                        Figures.change(found.overhead().estimate())));
  }

  /** Whether the rows add up to what the comparison found. */
  private static Optional<String> disagreement(Breakdown side) {
    return side.agrees()
        .filter(agrees -> !agrees)
        .map(
            unused ->
                "These rows add up to %s on the %s, and the comparison measured %s. The two do not agree within their intervals, so the rows do not explain the difference that the comparison measured."
                    .formatted(
                        share(side.sum()),
                        side.side().label(),
                        share(side.compared().orElseThrow().amount())));
  }

  private static Optional<String> rest(Breakdown side) {
    return side.unknownShare() < NOTEWORTHY_REST
        ? Optional.empty()
        : Optional.of(
            "%s of the %s's CPU time is in no category; most of it in %s."
                .formatted(
                    Figures.percent(side.unknownShare()),
                    side.side().label(),
                    String.join(", ", side.unknownFrames())));
  }

  /**
   * That a part of the CPU time has no samples: they are taken at the same distance of all that are
   * profiled in the same way.
   */
  private Optional<String> unseen(Breakdown side, Variant variant, Breakdown.Profile profile) {
    double nearest =
        explanation.breakdowns().stream()
            .filter(each -> detail(each) == detail(side))
            .flatMap(each -> Stream.of(each.baselineProfile(), each.variantProfile()))
            .mapToDouble(Breakdown.Profile::millisPerSample)
            .min()
            .orElseThrow();
    double apart = profile.millisPerSample();
    return apart <= (1 + NOTEWORTHY_DISTANCE) * nearest
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "Of %s on the %s there is a sample for each %.1f ms of CPU time, and elsewhere for each %.1f ms: %s of its CPU time was not seen, and is divided among the rows as the rest.",
                variant.name(),
                side.side().label(),
                apart,
                nearest,
                Figures.percent(1 - nearest / apart)));
  }

  private static Table table(Breakdown side) {
    List<List<Cell>> rows = new ArrayList<>();
    side.rows().forEach(row -> rows.add(cells(label(side, row.category()), row.amount())));
    rows.add(cells(ALL_ROWS, side.sum()));
    side.compared().ifPresent(found -> rows.add(cells("the comparison", found.amount())));
    return new Table(
        Ids.of("table", "why", side.side().label(), side.variant().id()),
        "CPU time of the %s for each operation, and the difference with its interval of 95 %%, from %s. It includes what profiling cost in the profiled slices.%s"
            .formatted(side.side().label(), blocks(side), agreement(side)),
        List.of(
            Column.text(side.side().label()),
            Column.number(side.baseline().name(), UNIT),
            Column.number(side.variant().name(), UNIT),
            Column.number("difference", UNIT)),
        rows);
  }

  private static String blocks(Breakdown side) {
    return Figures.count(side.blocks(), "block");
  }

  private static String agreement(Breakdown side) {
    if (side.compared().isEmpty()) {
      return "";
    }
    return side.agrees()
        .map(
            agrees ->
                agrees
                    ? " Within the intervals, the rows add up to what the comparison measured."
                    : " The rows do not add up to what the comparison measured.")
        .orElse(
            " Whether the rows add up to what the comparison measured is not known: one of the two"
                + " has too wide an interval, or client or server was still warming up.");
  }

  private static String label(Breakdown side, CostCategory category) {
    String label = category.label(side.side());
    return category == CostCategory.REST && !side.unknownFrames().isEmpty()
        ? label + " (most: " + String.join(", ", side.unknownFrames()) + ")"
        : label;
  }

  private static List<Cell> cells(String label, Amount amount) {
    return List.of(
        Cell.text(label),
        Cell.number(Figures.number(amount.baseline()), amount.baseline()),
        Cell.number(Figures.number(amount.variant()), amount.variant()),
        difference(amount));
  }

  /** Differences only, of both sides. */
  private Table differences(Variant variant) {
    List<Breakdown> sides = sides(variant);
    List<List<Cell>> rows = new ArrayList<>();
    for (CostCategory category : CostCategory.values()) {
      List<Optional<Amount>> found =
          sides.stream().map(side -> side.row(category).map(Row::amount)).toList();
      if (found.stream().anyMatch(Optional::isPresent)) {
        rows.add(differences(category.label(), found));
      }
    }
    rows.add(differences(ALL_ROWS, sides.stream().map(s -> Optional.of(s.sum())).toList()));
    rows.add(
        differences(
            "the comparison",
            sides.stream().map(side -> side.compared().map(Compared::amount)).toList()));
    List<Column> columns =
        new ArrayList<>(List.of(Column.text("more than " + sides.get(0).baseline().name())));
    sides.forEach(side -> columns.add(Column.number(side.side().label(), UNIT)));
    String caption =
        sides.stream()
            .map(side -> side.side().label() + " from " + blocks(side))
            .collect(Collectors.joining(", ", "Intervals of 95 %: ", "."));
    return new Table(Ids.of("table", "why", variant.id()), caption, columns, rows);
  }

  private static List<Cell> differences(String label, List<Optional<Amount>> amounts) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.text(label)));
    for (Optional<Amount> amount : amounts) {
      cells.add(amount.map(ExplanationPage::difference).orElseGet(Cell::none));
    }
    return cells;
  }

  private static Chart flames(Breakdown side) {
    return new Chart.FlameGraph(
        Ids.of("flames", side.side().label(), side.variant().id()),
        "What the %s executes".formatted(side.side().label()),
        "Each box is a method, below the method that called it. Its width is CPU time for each operation: that of %s or of %s, the larger of the two. A method narrower than 0.6 %% is part of its caller's box, and methods that only call one other method share a box. The tables have the figures; the folder explain has all stacks."
            .formatted(side.baseline().name(), side.variant().name()),
        UNIT,
        side.baseline().name(),
        side.variant().name(),
        FlameTree.of(side));
  }

  private List<String> how(Variant variant) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "After the comparison the same runs were made again, with new servers where the comparison"
            + " had new ones, and were profiled in the middle three quarters of their measured"
            + " slices. Each sample is the stack of a thread that was using a processor, in such a"
            + " slice. A stack belongs to the category of the frame nearest to its leaf that has"
            + " one; a category has the share of its samples in the CPU time that the kernel"
            + " counted for the run.");
    for (Breakdown side : sides(variant)) {
      lines.add(
          "%s, %s: %s; %s."
              .formatted(
                  side.side().label(),
                  blocks(side),
                  samples(side.baseline(), side.baselineProfile(), detail(side)),
                  samples(side.variant(), side.variantProfile(), detail(side))));
    }
    if (sides(variant).stream().anyMatch(side -> detail(side) == Detail.OBJECTS)) {
      lines.add(
          "Of the server a sample is the file that a processor was executing, or the kernel, and not a stack.");
    }
    explanation.costs().stream()
        .filter(
            cost ->
                cost.variant().id().equals(variant.id())
                    || sides(variant).stream()
                        .anyMatch(side -> side.baseline().id().equals(cost.variant().id())))
        .map(ExplanationPage::cost)
        .forEach(lines::add);
    return lines;
  }

  private static String samples(Variant variant, Breakdown.Profile profile, Detail detail) {
    String samples =
        String.format(
            Locale.ROOT,
            detail == Detail.TIMES
                ? "%s %,d steps of the kernel's count, one for each %.1f ms of CPU time"
                : "%s %,d samples, one for each %.1f ms of CPU time",
            variant.name(),
            profile.stacks().count(),
            profile.millisPerSample());
    return detail == Detail.METHODS ? samples + leftOut(profile) : samples;
  }

  private static String leftOut(Breakdown.Profile profile) {
    return String.format(
        Locale.ROOT,
        " (and %,d of just-in-time compilers%s, which are left out)",
        profile.compilers(),
        // Of a run with a target.
        profile.spinning() == 0
            ? ""
            : String.format(
                Locale.ROOT,
                " and %,d of threads that waited for the intended start of an operation",
                profile.spinning()));
  }

  private static String cost(Explanation.ProfilingCost cost) {
    return "Profiling changes what the load generator of %s does: throughput %s, client CPU %s."
        .formatted(cost.variant().name(), change(cost.throughput()), change(cost.clientCpu()));
  }

  private static String change(Optional<Interval> change) {
    return change
        .map(c -> Figures.change(c.estimate()) + " (" + Figures.range(c.lower(), c.upper()) + ")")
        .orElse("is not known");
  }

  /** {@code +20.1 % [+15.0, +25.1]}. */
  private static String share(Amount amount) {
    Interval overhead = amount.overhead();
    return Figures.change(overhead.estimate())
        + " "
        + Figures.interval(overhead.lower(), overhead.upper());
  }

  private static String signed(Interval difference) {
    return Figures.signed(difference.estimate());
  }

  private static Cell difference(Amount amount) {
    Interval difference = amount.difference();
    return Cell.signed(difference.estimate(), difference.lower(), difference.upper());
  }
}
