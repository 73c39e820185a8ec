package site.ycsb.tls.report;

import com.samskivert.mustache.Mustache;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import site.ycsb.tls.compare.plan.ComparisonPlan;
import site.ycsb.tls.compare.plan.Point;
import site.ycsb.tls.compare.plan.Variant;
import site.ycsb.tls.compare.result.Cell;
import site.ycsb.tls.compare.result.ComparisonResult;
import site.ycsb.tls.compare.result.Metric;
import site.ycsb.tls.compare.result.Overhead;
import site.ycsb.tls.compare.result.RunRecord;
import site.ycsb.tls.measurement.RunResult;
import site.ycsb.tls.socket.TlsEvidence;

/**
 * The report as one page that needs nothing else: style, script and the chart library (Apache
 * ECharts) are in it. Its content security policy admits these scripts by their hashes and nothing
 * from elsewhere, so that no label can become markup that runs.
 */
final class HtmlReport {
  private static final String ECHARTS = "/META-INF/maven/org.mvnpm/echarts/pom.properties";

  private final Report report;
  private final ComparisonResult result;
  private final ComparisonPlan plan;

  private HtmlReport(Report report) {
    this.report = report;
    this.result = report.result();
    this.plan = result.plan();
  }

  static String of(Report report) throws IOException {
    return new HtmlReport(report).page();
  }

  private String page() throws IOException {
    String script = resource("report.js");
    String echarts = echarts();
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("title", "What TLS costs: " + plan.binding());
    page.put("scriptHashes", hash(echarts) + " " + hash(script));
    page.put("style", resource("report.css"));
    page.put("script", script);
    page.put("echarts", echarts);
    page.put("data", ChartData.json(result));
    page.put("description", report.description());
    page.put(
        "answers",
        report.answers().stream()
            .map(a -> Map.of("variant", a.variant(), "text", a.text()))
            .toList());
    page.put("hasWarnings", !result.warnings().isEmpty());
    page.put("warnings", result.warnings());
    page.put("hasAxisCharts", ChartData.hasNumericAxis(result));
    page.put("axis", plan.axes().isEmpty() ? "" : plan.axes().get(0).property());
    page.put("baseline", plan.baseline().name());
    page.put("points", points());
    page.put("evidence", evidence());
    page.put("environment", environment());
    page.put("command", result.command());
    page.put("properties", entries(plan.base()));
    page.put("runCount", result.runs().size());
    page.put("allRuns", result.runs().stream().map(HtmlReport::run).toList());
    return Mustache.compiler().compile(resource("report.mustache")).execute(page);
  }

  private List<Map<String, Object>> points() {
    List<Map<String, Object>> points = new ArrayList<>();
    List<Point> all = plan.points();
    for (int i = 0; i < all.size(); i++) {
      Point point = all.get(i);
      List<Cell> baseline = result.cells(point, plan.baseline());
      if (baseline.isEmpty()) {
        continue;
      }
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("index", i);
      shown.put("heading", point.values().isEmpty() ? "Figures" : point.label());
      shown.put("runs", baseline.get(0).runs());
      shown.put("baseline", plan.baseline().name());
      shown.put("level", level(point));
      List<Metric> metrics = ChartData.metrics(result, point);
      shown.put(
          "columns",
          metrics.stream().map(m -> Map.of("metric", m.key(), "unit", m.kind().unit())).toList());
      shown.put("rows", rows(point, metrics));
      points.add(shown);
    }
    return points;
  }

  private String level(Point point) {
    return plan.columns().stream()
        .flatMap(v -> result.cells(point, v).stream())
        .filter(c -> c.overhead() != null)
        .findFirst()
        .map(c -> Figures.level(c.overhead()))
        .orElse("95 %");
  }

  private List<Map<String, Object>> rows(Point point, List<Metric> metrics) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<Map<String, Object>> cells =
          metrics.stream().map(metric -> cell(result.cell(point, variant, metric))).toList();
      // Long names may be broken after these.
      rows.add(Map.of("name", List.of(variant.name().split("(?<=[ _])")), "cells", cells));
    }
    return rows;
  }

  private static Map<String, Object> cell(Optional<Cell> cell) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("value", cell.map(c -> Figures.number(c.median())).orElse("–"));
    Overhead overhead = cell.map(Cell::overhead).orElse(null);
    shown.put("change", overhead == null ? false : Figures.change(overhead.change()));
    shown.put("interval", overhead == null ? "" : Figures.interval(overhead));
    shown.put("verdict", overhead == null ? "" : overhead.verdict().label());
    shown.put(
        "floor",
        overhead == null || overhead.noiseFloor() == null
            ? false
            : Figures.percent(overhead.noiseFloor()));
    return shown;
  }

  private List<Map<String, Object>> evidence() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Variant variant : plan.columns()) {
      List<RunRecord> runs =
          result.acceptedRuns().stream().filter(r -> r.variant().equals(variant.id())).toList();
      Map<String, String> entries = new LinkedHashMap<>();
      if (runs.isEmpty()) {
        entries.put("runs", "none that counts");
      } else {
        tls(runs.get(0).tls(), entries);
        Map<String, Long> seen = new TreeMap<>();
        runs.forEach(r -> r.witness().forEach((what, n) -> seen.merge(what, n, Long::sum)));
        entries.put(
            "server's own view",
            seen.isEmpty() ? "not available" : seen + " connections in " + runs.size() + " runs");
      }
      variant.properties().forEach((name, value) -> entries.put(name, value));
      all.add(Map.of("variant", variant.name(), "entries", entries(entries)));
    }
    return all;
  }

  private static void tls(TlsEvidence tls, Map<String, String> entries) {
    if (tls == null) {
      entries.put("negotiated", "plain: no TLS");
      return;
    }
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
  }

  private List<Map<String, String>> environment() {
    Map<String, String> entries = new LinkedHashMap<>();
    for (RunRecord run : result.acceptedRuns()) {
      RunResult.Environment environment = run.environment();
      if (environment != null && entries.isEmpty()) {
        entries.put("host", environment.host());
        entries.put("system", environment.os());
        entries.put(
            "processor", environment.cpu() + ", " + environment.processors() + " processors");
        entries.put(
            "memory", Figures.number(environment.memoryBytes() / (double) (1 << 30)) + " GiB");
        entries.put("Java", environment.java());
        entries.put("JVM arguments", String.join(" ", environment.jvmArguments()));
        entries.putAll(run.server());
      }
    }
    entries.put("started", result.startedAt());
    return entries(entries);
  }

  private static List<Map<String, String>> entries(Map<String, String> map) {
    return map.entrySet().stream()
        .map(e -> Map.of("name", e.getKey(), "value", String.valueOf(e.getValue())))
        .toList();
  }

  private static Map<String, Object> run(RunRecord run) {
    Double throughput = run.figures().get(Metric.THROUGHPUT.key());
    return Map.of(
        "href", run.directory() + "/run.json",
        "directory", run.directory(),
        "block", run.block(),
        "position", run.position(),
        "throughput", throughput == null ? "–" : Figures.number(throughput),
        "foreign", run.foreignShare() < 0 ? "–" : Figures.percent(run.foreignShare()),
        "status", run.status().name().toLowerCase(Locale.ROOT),
        "remark", run.remark());
  }

  private static String echarts() throws IOException {
    Properties artifact = new Properties();
    try (InputStream in = open(ECHARTS)) {
      artifact.load(in);
    }
    String version = artifact.getProperty("version");
    String script = text("/META-INF/resources/_static/echarts/" + version + "/dist/echarts.min.js");
    // A script element ends at the first of these, wherever it stands.
    if (script.contains("</script")) {
      throw new IOException("ECharts " + version + " cannot be inlined");
    }
    return script;
  }

  private static String resource(String name) throws IOException {
    return text("/site/ycsb/tls/report/" + name);
  }

  private static String text(String path) throws IOException {
    try (InputStream in = open(path)) {
      // As the browser reads it, or the hash is another.
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    }
  }

  private static InputStream open(String path) throws IOException {
    InputStream in = HtmlReport.class.getResourceAsStream(path);
    if (in == null) {
      throw new FileNotFoundException("not on the class path: " + path);
    }
    return in;
  }

  private static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JVM has SHA-256", e);
    }
  }
}
