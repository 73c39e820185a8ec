package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Doubt;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Verdict;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.servers.Variant;

/** The answer in a line, and in three tiles. All figures are those of the cells. */
record Headline(ComparisonResult result, List<Variant> variants) {
  private Headline(ComparisonResult result) {
    this(result, result.plan().variants());
  }

  /** For example {@code TLS_AES_256_GCM_SHA384 RSA-2048 costs MariaDB 20.1 % more CPU}. */
  static String of(ComparisonResult result) {
    return new Headline(result).line();
  }

  /** The same as a sentence, with the interval where there is one. */
  static String sentence(ComparisonResult result) {
    Headline headline = new Headline(result);
    List<Effect> cpu = headline.cpu();
    return headline.line()
        + (headline.cases() == 1 && cpu.size() == 1 && cpu.get(0).known()
            ? " ("
                + Figures.range(cpu.get(0).overhead().lower(), cpu.get(0).overhead().upper())
                + cpu.get(0).lowConfidence()
                + ")"
            : "")
        + ".";
  }

  /** CPU of server and client, and the primary metric. */
  static List<Document.Tile> tiles(ComparisonResult result) {
    Headline headline = new Headline(result);
    return headline.variants.isEmpty()
        ? List.of()
        : Stream.of(
                Metric.SERVER_CPU,
                Metric.CLIENT_CPU,
                result.primaryMetric(result.plan().points().get(0)))
            .map(headline::tile)
            .toList();
  }

  private List<Effect> effects(Metric metric) {
    return variants.stream()
        .flatMap(variant -> Effect.of(result, variant, metric).stream())
        .toList();
  }

  /** Of the server, or of the client where the server's is not known. */
  private List<Effect> cpu() {
    List<Effect> server = effects(Metric.SERVER_CPU);
    return server.isEmpty() ? effects(Metric.CLIENT_CPU) : server;
  }

  /** How many effects the whole comparison has: one that was interrupted has fewer. */
  private int cases() {
    return variants.size() * result.plan().points().size();
  }

  private String line() {
    List<Effect> all = cpu();
    List<Effect> known = all.stream().filter(Effect::known).toList();
    if (known.isEmpty()) {
      return "Not known yet: what %s %s%s%s"
          .formatted(
              subject("cost", variants),
              payer(all),
              cases() == 1 && all.size() == 1 ? " (CPU " + all.get(0).asFarAsKnown() + ")" : "",
              inCases("not measured", cases() - all.size()));
    }
    boolean alike =
        known.size() == 1
            || count(known, Verdict.EQUIVALENT) == known.size()
            || count(known, Verdict.INCONCLUSIVE) == known.size();
    return (alike ? alike(known) : differing(known))
        + inCases("not known yet", all.size() - known.size())
        + inCases("not measured", cases() - all.size());
  }

  /** One effect, or several that are no differences. */
  private String alike(List<Effect> known) {
    Effect first = known.get(0);
    String said =
        switch (first.overhead().verdict()) {
          case EQUIVALENT ->
              "%s the CPU of %s by less than %s"
                  .formatted(
                      subject("change", variantsOf(known)),
                      payer(known),
                      Figures.share(result.plan().schedule().margin()));
          case INCONCLUSIVE ->
              "%s no significant difference to the CPU of %s"
                  .formatted(subject("make", variantsOf(known)), payer(known));
          case INDICATIVE, OVERHEAD, GAIN ->
              "%s %s %s %s CPU"
                  .formatted(
                      subject("cost", variantsOf(known)),
                      payer(known),
                      first.size(),
                      first.isLess() ? "less" : "more");
        };
    return said + at(known) + (first.is(Verdict.INDICATIVE) ? " (indicative)" : "");
  }

  /** From the least to the most, and in how many cases that is no difference. */
  private String differing(List<Effect> known) {
    return span(known)
        + at(known)
        + (count(known, Verdict.INDICATIVE) > 0 ? " (indicative)" : "")
        + inCases("no significant difference", count(known, Verdict.INCONCLUSIVE))
        + inCases(
            "less than " + Figures.share(result.plan().schedule().margin()),
            count(known, Verdict.EQUIVALENT));
  }

  /** The point, where these are of one of several. */
  private String at(List<Effect> known) {
    List<Point> points = known.stream().map(Effect::point).distinct().toList();
    return points.size() == 1 && result.plan().points().size() > 1
        ? " at " + points.get(0).label()
        : "";
  }

  private static List<Variant> variantsOf(List<Effect> effects) {
    return effects.stream().map(Effect::variant).distinct().toList();
  }

  private static int count(List<Effect> effects, Verdict verdict) {
    return (int) effects.stream().filter(effect -> effect.is(verdict)).count();
  }

  private String inCases(String what, int number) {
    return number > 0 ? "; %s in %d of %d cases".formatted(what, number, cases()) : "";
  }

  /** {@code TLS costs MariaDB 12.1 to 35.0 % more CPU}. */
  private String span(List<Effect> effects) {
    Effect least = effects.stream().min(Effect.BY_SIZE).orElseThrow();
    Effect most = effects.stream().max(Effect.BY_SIZE).orElseThrow();
    if (least.isLess() != most.isLess()) {
      return "%s the CPU of %s by %s"
          .formatted(
              subject("change", variantsOf(effects)),
              payer(effects),
              Figures.range(least.overhead().change(), most.overhead().change()));
    }
    Effect first = least.isLess() ? most : least;
    Effect last = least.isLess() ? least : most;
    return "%s %s %s to %s %s CPU"
        .formatted(
            subject("cost", variantsOf(effects)),
            payer(effects),
            first.size().replace(" %", ""),
            last.size(),
            least.isLess() ? "less" : "more");
  }

  /** What has a price, and the verb: {@code TLS costs}, {@code 3 variants cost}. */
  private String subject(String verb, List<Variant> of) {
    boolean tls = of.stream().allMatch(result.plan()::differsByTlsOnly);
    return of.size() == 1
        ? of.get(0).name() + " " + verb + "s"
        : tls ? "TLS " + verb + "s" : of.size() + " variants " + verb;
  }

  /** Who has the price: the server without its version, or its client. */
  private String payer(List<Effect> effects) {
    String server = result.product().orElse(result.plan().binding());
    return effects.stream().anyMatch(effect -> effect.metric().equals(Metric.CLIENT_CPU))
        ? "the client of " + server
        : server;
  }

  private Document.Tile tile(Metric metric) {
    List<Effect> all = effects(metric);
    String name = Effect.name(metric);
    if (all.isEmpty()) {
      boolean inSome =
          result.acceptedRuns().stream().anyMatch(run -> run.figures().containsKey(metric.key()));
      return new Document.Tile(
          name, inSome ? "not known" : "not measured", inSome ? Doubt.GAPS.why() : "", "unknown");
    }
    return cases() == 1 ? tile(name, all.get(0)) : tile(name, all);
  }

  private Document.Tile tile(String name, Effect effect) {
    return effect.known()
        ? new Document.Tile(
            name,
            Figures.change(effect.overhead().change()),
            Figures.range(effect.overhead().lower(), effect.overhead().upper())
                + effect.lowConfidence(),
            effect.overhead().verdict().label())
        : new Document.Tile(name, "not known yet", effect.asFarAsKnown(), "unknown");
  }

  private Document.Tile tile(String name, List<Effect> all) {
    List<Effect> known = all.stream().filter(Effect::known).sorted(Effect.BY_SIZE).toList();
    List<String> remarks = new ArrayList<>();
    remarks.add(Figures.count(variants.size(), "variant"));
    if (result.plan().points().size() > 1) {
      remarks.add(Figures.count(result.plan().points().size(), "point"));
    }
    if (known.size() < all.size()) {
      remarks.add("not known yet in " + (all.size() - known.size()));
    }
    if (all.size() < cases()) {
      remarks.add("not measured in " + (cases() - all.size()));
    }
    List<Verdict> verdicts =
        known.stream().map(effect -> effect.overhead().verdict()).distinct().toList();
    return new Document.Tile(
        name,
        switch (known.size()) {
          case 0 -> "not known yet";
          case 1 -> Figures.change(known.get(0).overhead().change());
          default ->
              Figures.range(
                  known.get(0).overhead().change(),
                  known.get(known.size() - 1).overhead().change());
        },
        String.join(", ", remarks),
        known.isEmpty()
            ? "unknown"
            : verdicts.size() == 1 && known.size() == cases() ? verdicts.get(0).label() : "");
  }
}
