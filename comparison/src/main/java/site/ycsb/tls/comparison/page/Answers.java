package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Point;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.Doubt;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.Verdict;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.statistics.Interval;

/**
 * What each variant costs, in one sentence: server CPU, client CPU and the primary metric. All
 * figures are those of the cells, with the tables' digits.
 *
 * @param rate operations/s for which cores are given
 */
record Answers(ComparisonResult result, Variant variant, double rate) {

  /** One for each variant but the baseline. */
  static List<Document.Answer> of(ComparisonResult result, double rate) {
    return result.plan().others().stream()
        .map(variant -> new Answers(result, variant, rate).answer())
        .toList();
  }

  private Document.Answer answer() {
    List<Effect> all = result.plan().points().stream().flatMap(this::at).toList();
    if (all.isEmpty()) {
      return new Document.Answer(variant.name(), "has no finished block yet.", "");
    }
    List<Verdict> verdicts =
        all.stream()
            .filter(Effect::known)
            .filter(effect -> effect.metric().equals(result.primaryMetric(effect.point(), variant)))
            .map(effect -> effect.overhead().verdict())
            .toList();
    boolean everywhere = verdicts.size() == result.plan().points().size();
    boolean onePoint = all.stream().map(Effect::point).distinct().count() == 1;
    return new Document.Answer(
        variant.name(),
        (onePoint ? sentence(all) : overview(all))
            + defaultGroup()
            + new AccountOfVariants(result).leftOpen(variant, result.plan().baseline()),
        everywhere && verdicts.stream().distinct().count() == 1 ? verdicts.get(0).label() : "");
  }

  /** What an application sends that leaves the group open is more, and new connections pay it. */
  private String defaultGroup() {
    ComparisonPlan plan = result.plan();
    String name = TlsProperties.GROUP.name();
    boolean chosen =
        variant.properties().containsKey(name)
            || plan.axes().stream().anyMatch(axis -> axis.property().equals(name));
    return plan.opensConnections() && !chosen
        ? variant
            .tls()
            .flatMap(tls -> tls.pin().group())
            .map(
                group ->
                    " The group is %s, the default pin; the handshakes of an application that leaves the group open may cost more (-p %s=any)."
                        .formatted(group, name))
            .orElse("")
        : "";
  }

  private Stream<Effect> at(Point point) {
    return Stream.of(Metric.SERVER_CPU, Metric.CLIENT_CPU, result.primaryMetric(point, variant))
        .flatMap(metric -> Effect.at(result, point, variant, metric));
  }

  private String sentence(List<Effect> all) {
    List<String> clauses = new ArrayList<>();
    List<Effect> known = all.stream().filter(Effect::known).toList();
    List<Effect> cpu = only(known, true, Verdict.OVERHEAD, Verdict.GAIN);
    if (!cpu.isEmpty()) {
      clauses.add("costs " + moreCpu(cpu));
    }
    changes(only(known, false, Verdict.OVERHEAD, Verdict.GAIN), clauses);
    equivalent(known.stream().filter(t -> t.is(Verdict.EQUIVALENT)).toList(), clauses);
    inconclusive(known.stream().filter(t -> t.is(Verdict.INCONCLUSIVE)).toList(), clauses);
    indicative(known.stream().filter(t -> t.is(Verdict.INDICATIVE)).toList(), clauses);
    unknown(all.stream().filter(t -> !t.known()).toList(), clauses);
    Point point = all.get(0).point();
    return String.join("; ", clauses)
        + (result.plan().points().size() > 1 ? " at " + point.label() : "")
        + (known.isEmpty() ? "" : scope())
        + "."
        + cores(all);
  }

  /** What the intervals do not contain. */
  private String scope() {
    return result.plan().hasOneServer() ? ", for this process of the server" : "";
  }

  private static List<Effect> only(List<Effect> all, boolean cpu, Verdict... verdicts) {
    return all.stream().filter(t -> t.isCpu() == cpu && t.is(verdicts)).toList();
  }

  /** {@code 15.2 % more CPU on the client (13.1 to 17.3 %) and 23.4 % on the server (…)}. */
  private static String moreCpu(List<Effect> cpu) {
    List<String> phrases = new ArrayList<>();
    for (Effect effect : cpu) {
      boolean said = !phrases.isEmpty() && effect.isLess() == cpu.get(0).isLess();
      phrases.add(
          "%s%s on the %s %s"
              .formatted(
                  effect.size(),
                  said ? "" : effect.isLess() ? " less CPU" : " more CPU",
                  effect.side(),
                  effect.range()));
    }
    return String.join(" and ", phrases);
  }

  /** {@code throughput falls by 16.3 % (14.1 to 18.7 %)}. */
  private static void changes(List<Effect> primary, List<String> clauses) {
    for (Effect effect : primary) {
      String by = " by " + effect.size() + " " + effect.range();
      clauses.add(
          clauses.isEmpty()
              ? (effect.isLess() ? "lowers " : "raises ") + effect.name() + by
              : effect.name() + (effect.isLess() ? " falls" : " rises") + by);
    }
  }

  private void equivalent(List<Effect> found, List<String> clauses) {
    if (!found.isEmpty()) {
      String margin = Figures.share(result.plan().schedule().margin());
      clauses.add(
          (clauses.isEmpty() ? "differs by less than " : "a difference of less than ")
              + margin
              + " in "
              + listed(found));
    }
  }

  private static void inconclusive(List<Effect> found, List<String> clauses) {
    if (!found.isEmpty()) {
      clauses.add(
          (clauses.isEmpty() ? "shows no" : "no") + " significant difference in " + listed(found));
    }
  }

  private static String listed(List<Effect> found) {
    List<String> items = found.stream().map(Effect::withSigns).toList();
    int last = items.size() - 1;
    return last == 0
        ? items.get(0)
        : String.join(", ", items.subList(0, last)) + " and " + items.get(last);
  }

  private static void indicative(List<Effect> found, List<String> clauses) {
    if (found.isEmpty()) {
      return;
    }
    List<Effect> cpu = found.stream().filter(Effect::isCpu).toList();
    List<String> phrases = new ArrayList<>();
    if (!cpu.isEmpty()) {
      phrases.add(moreCpu(cpu));
    }
    found.stream()
        .filter(effect -> !effect.isCpu())
        .forEach(
            effect ->
                phrases.add(
                    "%s %s %s %s"
                        .formatted(
                            effect.size(),
                            effect.isLess() ? "less" : "more",
                            effect.name(),
                            effect.range())));
    clauses.add(
        "indicates %s; %s confidence"
            .formatted(
                String.join(" and ", phrases),
                Figures.level(found.get(0).overhead().confidence())));
  }

  /** Those whose interval is too wide, or that are doubtful: no estimate. */
  private void unknown(List<Effect> found, List<String> clauses) {
    if (!found.isEmpty()) {
      clauses.add(
          (clauses.isEmpty() ? "has an effect that is " : "")
              + "not known yet: "
              + found.stream()
                  .map(effect -> effect.name() + " " + effect.asFarAsKnown())
                  .collect(Collectors.joining(", "))
              + "; "
              + advice(found));
    }
  }

  private String advice(List<Effect> found) {
    boolean quick = result.plan().schedule().quick();
    List<Doubt> doubts =
        found.stream()
            .flatMap(e -> result.doubt(e.point(), variant, e.metric()).stream())
            .distinct()
            .toList();
    return doubts.isEmpty()
        ? "measure more blocks" + (quick ? ", without --quick" : "")
        : doubts.stream()
            .map(
                doubt ->
                    doubt.why()
                        + ": "
                        + (quick && doubt.isOfWarmUp()
                            ? "measure without --quick"
                            : doubt.remedy()))
            .collect(Collectors.joining("; "));
  }

  /**
   * What it takes at the rate: {@code At 10,000 operations/s that is 0.0234 more cores of the
   * server [+0.0214, +0.0262] …}.
   */
  private String cores(List<Effect> all) {
    List<Effect> cpu = all.stream().filter(Effect::isCpu).filter(Effect::known).toList();
    String level = PointFigures.level(cpu.stream().map(Effect::overhead));
    Map<String, List<Cores>> bySide =
        cpu.stream()
            .collect(
                Collectors.groupingBy(
                    Effect::side,
                    LinkedHashMap::new,
                    Collectors.mapping(
                        effect -> Cores.of(effect.overhead(), rate), Collectors.toList())));
    return bySide.isEmpty()
        ? ""
        : " Cores at %s %s/s%s%s: %s."
            .formatted(
                Figures.number(rate),
                result.plan().operations(),
                result.keptAwake() ? ", processors kept awake" : "",
                level.equals(Figures.level(Interval.LEVEL)) ? "" : ", with intervals of " + level,
                bySide.entrySet().stream()
                    .map(side -> side.getKey() + " " + span(side.getValue()))
                    .collect(Collectors.joining(", ")));
  }

  private static String span(List<Cores> cores) {
    Cores least = Collections.min(cores, Cores.BY_ESTIMATE);
    Cores most = Collections.max(cores, Cores.BY_ESTIMATE);
    return least.inBrackets() + (least.equals(most) ? "" : " to " + most.inBrackets());
  }

  /** For several points, the least and the greatest, metric by metric. */
  private String overview(List<Effect> all) {
    Map<String, List<Effect>> byMetric =
        all.stream()
            .collect(Collectors.groupingBy(Effect::name, LinkedHashMap::new, Collectors.toList()));
    return byMetric.entrySet().stream()
            .map(e -> overview(e.getKey(), e.getValue()))
            .collect(Collectors.joining("; "))
        + (all.stream().anyMatch(Effect::known) ? scope() : "")
        + "."
        + cores(all);
  }

  private String overview(String name, List<Effect> all) {
    List<Effect> found = all.stream().filter(Effect::known).toList();
    int points = result.plan().points().size();
    String missing =
        atPoints("not measured", points - Effect.of(result, variant, all.get(0).metric()).size());
    if (found.isEmpty()) {
      return name
          + ": not known yet at any point"
          + (missing.isEmpty() ? "" : " that was measured" + missing);
    }
    String unknown = atPoints("not known yet", all.size() - found.size()) + missing;
    List<Verdict> verdicts = found.stream().map(t -> t.overhead().verdict()).distinct().toList();
    String common =
        switch (verdicts.size() == 1 ? verdicts.get(0) : Verdict.OVERHEAD) {
          case EQUIVALENT ->
              ", a difference of less than "
                  + Figures.share(result.plan().schedule().margin())
                  + (found.size() == points ? " everywhere" : "");
          case INCONCLUSIVE ->
              ", no significant difference" + (found.size() == points ? " anywhere" : "");
          case INDICATIVE -> ", indicative";
          case OVERHEAD, GAIN -> "";
        };
    Effect least = found.stream().min(Effect.BY_SIZE).orElseThrow();
    Effect most = found.stream().max(Effect.BY_SIZE).orElseThrow();
    String one = figures(least);
    return name
        + common
        + ": "
        + (found.size() == 1 ? one : one + " to " + figures(most))
        + unknown;
  }

  private String atPoints(String what, int number) {
    return number > 0
        ? "; %s at %d of %d points".formatted(what, number, result.plan().points().size())
        : "";
  }

  private static String figures(Effect effect) {
    return "%s %s%s (%s)"
        .formatted(
            Figures.change(effect.overhead().change()),
            Figures.interval(effect.overhead().lower(), effect.overhead().upper()),
            effect.lowConfidence(),
            effect.point().label());
  }
}
