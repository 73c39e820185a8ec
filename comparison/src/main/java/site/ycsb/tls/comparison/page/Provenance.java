package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Slicing;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.JvmArguments;
import site.ycsb.tls.comparison.result.Metric;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Section;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.socket.count.TlsEvidence;

/** The origin of a comparison's figures: evidence, environment, command, all runs. */
public record Provenance(ComparisonResult result, ComparisonPlan plan, RunFiles files) {
  /** What some bindings ask their server for each connection. */
  private static final String SERVER_NEGOTIATED = "serverNegotiated";

  /** What a run says of the certificate that it was given. */
  private static final String CLIENT_CERTIFICATE = "clientCertificate";

  /** Where runs differ in what they had: a server that starts again may have new certificates. */
  private static final int MOST_NAMED = 4;

  Provenance(ComparisonResult result, RunFiles files) {
    this(result, result.plan(), files);
  }

  List<Section> sections() {
    return List.of(
        new Section("reading", "How to read this", reading()),
        new Section("evidence", "Evidence", evidence()),
        new Section(
            "environment", "Environment", List.of(new Block.Facts("", environment(result)))),
        new Section("repeat", "Repeat it", repeat()));
  }

  private List<Block> reading() {
    return List.of(
        new Block.Paragraph(
            "An overhead is variant ÷ "
                + plan.baseline().name()
                + " − 1, from pairs of runs of the same block: "
                + interval()
                + ". Each run is a JVM of its own; a block is one run of every variant, "
                + turns()),
        new Block.Paragraph(
            "Verdicts: overhead (worse), gain (better), equivalent (differs by less than "
                + Figures.share(plan.schedule().margin())
                + "), inconclusive, indicative (too few or too short runs to tell). CPU of client"
                + " and server and what answers the question are primary metrics, all others are"
                + " secondary (*); verdicts are Holm-corrected within each of the two families."),
        new Block.Paragraph(
            "A percentile is shown only where every run has at least 100 samples above it. CPU is"
                + " user and system time of the process per operation that succeeded, without the just-in-time compilers"
                + (plan.schedule().slices().isPresent()
                    ? " and without what it uses when idle"
                    : "")
                + ". Latencies of runs without a target compare closed loops: a slower variant also asks less often."));
  }

  private String interval() {
    boolean moderated = plan.schedule().slices().filter(Slicing::moderated).isPresent();
    return moderated
        ? "the mean with a moderated t interval"
        : "the Hodges-Lehmann estimate with the exact Wilcoxon interval"
            + (plan.schedule().slices().isPresent()
                ? " (with fewer than six blocks, the mean with a moderated t interval)"
                : "");
  }

  private String turns() {
    boolean inTurns = plan.schedule().slices().isPresent();
    return (inTurns
            ? "alive side by side and active in short turns, in random order."
            : "back to back, in random order.")
        + (plan.hasOneServer()
            ? " One start of the server serves all blocks, so the intervals do not contain what differs between its starts."
            : inTurns ? " Each block has a new start of the server." : "");
  }

  private List<Block> evidence() {
    List<Block> all = new ArrayList<>();
    plan.remarks().forEach(remark -> all.add(new Block.Paragraph(remark)));
    for (Variant variant : plan.columns()) {
      List<RunRecord> runs =
          result.acceptedRuns().stream().filter(r -> r.variant().equals(variant.id())).toList();
      Map<String, String> entries = new LinkedHashMap<>();
      if (runs.isEmpty()) {
        entries.put("runs", "none that counts");
      } else {
        entries.putAll(tls(runs));
        Map<String, Long> seen = new TreeMap<>();
        runs.forEach(r -> r.facts().witness().forEach((what, n) -> seen.merge(what, n, Long::sum)));
        entries.put(
            "server's own view",
            seen.isEmpty()
                ? toldByServer(runs)
                : seen + " connections in " + runs.size() + " runs");
      }
      runs.stream()
          .map(run -> run.facts().server().get(CLIENT_CERTIFICATE))
          .filter(Objects::nonNull)
          .findFirst()
          .ifPresent(words -> entries.put("client certificate", words));
      entries.putAll(variant.properties());
      all.add(new Block.Facts(variant.name(), entries));
    }
    all.add(new AccountOfVariants(result).table());
    return Block.notEmpty(all);
  }

  /** What was negotiated, as the server reported it to the client of each run. */
  private static String toldByServer(List<RunRecord> runs) {
    Map<String, Integer> reported = new TreeMap<>();
    runs.stream()
        .map(run -> run.facts().server().get(SERVER_NEGOTIATED))
        .filter(Objects::nonNull)
        .forEach(words -> reported.merge(words, 1, Integer::sum));
    return reported.isEmpty()
        ? "not available"
        : reported.entrySet().stream()
            .map(e -> "%s in %d of %d runs".formatted(e.getKey(), e.getValue(), runs.size()))
            .collect(Collectors.joining(", "));
  }

  /** What all runs had; where they differ, such as at the points of a sweep, each of it. */
  private static Map<String, String> tls(List<RunRecord> runs) {
    Map<String, Set<String>> seen = new LinkedHashMap<>();
    for (RunRecord run : runs) {
      tls(run.facts().tls())
          .forEach(
              (name, words) -> seen.computeIfAbsent(name, n -> new LinkedHashSet<>()).add(words));
    }
    Map<String, String> entries = new LinkedHashMap<>();
    seen.forEach(
        (name, words) ->
            entries.put(
                name,
                words.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                    + (words.size() > MOST_NAMED
                        ? "; and " + (words.size() - MOST_NAMED) + " others"
                        : "")));
    return entries;
  }

  private static Map<String, String> tls(TlsEvidence tls) {
    if (tls == null) {
      return Map.of("negotiated", "plain: no TLS");
    }
    Map<String, String> entries = new LinkedHashMap<>();
    entries.put("pinned", tls.pinned());
    entries.put(
        "negotiated",
        String.join(
            ", ", tls.protocol(), tls.cipherSuite(), "group " + tls.group(), tls.serverKey()));
    entries.put("certificate", tls.certificate());
    entries.put("verified", tls.verified());
    entries.put("provider", tls.provider());
    entries.put("resumption", tls.resumption());
    if (tls.legacy()) {
      entries.put("tls.legacy", "disabled algorithms were allowed");
    }
    return entries;
  }

  /**
   * The machine, the JVM and the server, from the first run with this information; of Javas and
   * servers all.
   */
  public static Map<String, String> environment(ComparisonResult result) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (RunRecord run : result.acceptedRuns()) {
      Environment environment = run.facts().environment();
      if (environment != null && entries.isEmpty()) {
        entries.put("host", environment.host());
        entries.put("system", environment.os());
        entries.put(
            "processor", environment.cpu() + ", " + environment.processors() + " processors");
        if (environment.awake() != null) {
          entries.put("idle processors", environment.awake() ? "kept awake" : "allowed to sleep");
        }
        entries.put(
            "memory", Figures.number(environment.memoryBytes() / (double) (1 << 30)) + " GiB");
        entries.put("Java", javas(result));
        entries.put("JVM arguments", String.join(" ", JvmArguments.settings(environment)));
        entries.putAll(run.facts().server());
        result.server().ifPresent(names -> entries.put("server", names));
        entries.putAll(FleetFacts.of(result.acceptedRuns()));
        // They belong to the variant, not to the first run.
        entries.remove(DatabasePool.NO_SERVER_CLOCK);
        entries.remove(SERVER_NEGOTIATED);
        entries.remove(CLIENT_CERTIFICATE);
      }
    }
    entries.put("started", result.startedAt());
    return entries;
  }

  /** One, or with {@code client.java} which runs had which. */
  static String javas(ComparisonResult result) {
    Map<String, Set<String>> runs = new TreeMap<>();
    result.acceptedRuns().stream()
        .filter(run -> run.facts().environment() != null)
        .forEach(
            run ->
                runs.computeIfAbsent(run.facts().environment().java(), java -> new TreeSet<>())
                    .add(
                        result.plan().axes().isEmpty()
                            ? run.variant()
                            : run.variant() + " " + run.point()));
    return runs.size() == 1
        ? runs.keySet().iterator().next()
        : runs.entrySet().stream()
            .map(e -> e.getKey() + " (" + String.join(", ", e.getValue()) + ")")
            .collect(Collectors.joining("; "));
  }

  private List<Block> repeat() {
    return List.of(
        new Block.Code(result.command()),
        new Block.Fold("Properties of every run", List.of(new Block.Facts("", plan.base()))),
        new Block.Fold("All " + result.runs().size() + " runs, with their files", List.of(runs())),
        otherFiles());
  }

  /**
   * The other files of the directory, as far as they are there; the summary comes with the page.
   */
  private Table otherFiles() {
    Map<String, String> known = new LinkedHashMap<>();
    known.put("comparison.json", "plan, runs, seeds and all statistics");
    known.put("comparison.json.gz", "plan, runs, seeds and all statistics");
    known.put("summary.csv", "a line for each point, variant and metric");
    known.put("server/server.log", "output of the test server");
    known.put("loads", "the loads before the runs");
    known.keySet().removeIf(name -> !name.equals("summary.csv") && !files.has(name));
    return new Table(
        "table-files",
        "Other files in the directory of this page.",
        List.of(Column.text("file"), Column.text("what it holds")),
        known.entrySet().stream()
            .map(f -> List.of(Cell.link(f.getKey(), f.getKey()), Cell.text(f.getValue())))
            .toList());
  }

  private Table runs() {
    List<Column> columns =
        List.of(
            Column.text("result"),
            Column.text("latencies"),
            Column.text("messages"),
            Column.number("block", ""),
            Column.number("order", ""),
            Column.number("seed", ""),
            Column.number("throughput", "ops/s"),
            Column.number("related CPU", "%"),
            Column.number("foreign CPU", "%"),
            Column.text("status"),
            Column.text("remark"));
    return new Table(
        "table-runs",
        "All runs in the order in which they were made; the links lead into the directory of this page.",
        columns,
        result.runs().stream().map(this::run).toList());
  }

  private List<Cell> run(RunRecord run) {
    String folder = run.place().directory();
    Double throughput = run.figures().get(Metric.THROUGHPUT.key());
    return List.of(
        link(folder, folder + "/run.json", Cell.text(folder)),
        link("log", folder + "/intervals.hlog", Cell.none()),
        link("stderr", folder + "/stderr.txt", Cell.none()),
        Cell.text(Integer.toString(run.block())),
        Cell.text(Integer.toString(run.place().position())),
        Cell.text(Long.toString(run.place().seed())),
        throughput == null ? Cell.none() : Cell.number(Figures.number(throughput), throughput),
        share(run.facts().relatedShare()),
        share(run.facts().foreignShare()),
        Cell.text(run.status().name().toLowerCase(Locale.ROOT)),
        Cell.text(String.join("; ", run.remarks())));
  }

  /** Runs that failed may not have all files, and others may be gone. */
  private Cell link(String text, String path, Cell absent) {
    return files.has(path) ? Cell.link(text, path) : absent;
  }

  /** Of CPU time; null or negative when unknown. */
  private static Cell share(Double share) {
    return share == null || share < 0
        ? Cell.none()
        : Cell.number(Figures.percent(share), 100 * share);
  }
}
