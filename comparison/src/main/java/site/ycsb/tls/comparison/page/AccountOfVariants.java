package site.ycsb.tls.comparison.page;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.result.RunRecord;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.AccountRow.Agreement;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.servers.Variant;

/**
 * What was asked of TLS and what was observed, by variant; and what nobody asked for, but differs
 * between two variants, so that their difference contains it.
 */
record AccountOfVariants(ComparisonResult result) {
  private static final String APPLICATION_PROTOCOL = "ApplicationProtocol";

  /** What differs between two installations of Java by itself. */
  private static final List<String> OF_JAVA = List.of("Java", "ProviderInUse");

  /** The runs of a variant that count. */
  private List<RunRecord> runs(Variant variant) {
    return result.acceptedRuns().stream()
        .filter(run -> run.variant().equals(variant.id()))
        .toList();
  }

  /** Of its first run that counts, by setting; empty for plain. */
  private Map<String, AccountRow> rows(Variant variant) {
    return runs(variant).stream().findFirst().map(AccountOfVariants::rows).orElse(Map.of());
  }

  /** By setting; empty for plain. */
  private static Map<String, AccountRow> rows(RunRecord run) {
    return Stream.ofNullable(run.facts().tls())
        .flatMap(tls -> tls.account().stream())
        .collect(
            Collectors.toMap(AccountRow::setting, row -> row, (a, b) -> a, LinkedHashMap::new));
  }

  /** A column for each variant with TLS; no rows when there is none, or only files without it. */
  Table table() {
    Map<Variant, Map<String, AccountRow>> known = new LinkedHashMap<>();
    result.plan().columns().forEach(variant -> known.put(variant, rows(variant)));
    known.values().removeIf(Map::isEmpty);
    List<Column> columns = new ArrayList<>(List.of(Column.text("setting")));
    known.keySet().forEach(variant -> columns.add(Column.text(variant.name())));
    return new Table(
        "table-account",
        "What was observed of each setting, in the first run of each variant; in brackets what was asked.",
        columns,
        known.values().stream()
            .flatMap(rows -> rows.keySet().stream())
            .distinct()
            .map(setting -> line(setting, known.values().stream()))
            .toList());
  }

  private static List<Cell> line(String setting, Stream<Map<String, AccountRow>> variants) {
    return Stream.concat(
            Stream.of(setting),
            variants.map(rows -> rows.get(setting)).map(AccountOfVariants::text))
        .map(Cell::text)
        .toList();
  }

  private static String text(AccountRow row) {
    return row == null
        ? ""
        : row.agreement() == Agreement.LEFT_OPEN || row.asked().equals(row.observed())
            ? row.observed()
            : row.observed() + " (" + row.asked() + ")";
  }

  /**
   * A sentence about what was left open and differs from the baseline, in the same block at the
   * same point; empty when nothing does.
   */
  String leftOpen(Variant variant, Variant baseline) {
    if (rows(baseline).isEmpty() != rows(variant).isEmpty()) {
      return runs(rows(variant).isEmpty() ? baseline : variant).stream()
          .flatMap(run -> Stream.ofNullable(rows(run).get(APPLICATION_PROTOCOL)))
          .map(AccountRow::observed)
          .filter(protocol -> protocol.matches(".*\\bh[23]\\b.*"))
          .findFirst()
          .map(
              protocol ->
                  " Only TLS negotiated HTTP's version (%s): the difference may contain that of HTTP."
                      .formatted(protocol))
          .orElse("");
    }
    Map<String, Map<String, AccountRow>> theirs = new HashMap<>();
    runs(baseline).forEach(run -> theirs.put(place(run), rows(run)));
    Map<String, Integer> differences = new TreeMap<>();
    List<RunRecord> ours =
        runs(variant).stream().filter(run -> theirs.containsKey(place(run))).toList();
    for (RunRecord run : ours) {
      differences(rows(run), theirs.get(place(run)), hasJava(variant) || hasJava(baseline))
          .forEach(difference -> differences.merge(difference, 1, Integer::sum));
    }
    return differences.isEmpty()
        ? ""
        : " Left open, and different from "
            + baseline.name()
            + ": "
            + differences.entrySet().stream()
                .map(e -> e.getKey() + inSome(e.getValue(), ours.size()))
                .collect(Collectors.joining("; "))
            + ".";
  }

  private static String place(RunRecord run) {
    return run.block() + " " + run.point();
  }

  private static String inSome(int runs, int of) {
    return runs == of ? "" : " (%d of %d runs)".formatted(runs, of);
  }

  private static List<String> differences(
      Map<String, AccountRow> ours, Map<String, AccountRow> theirs, boolean javaWasAsked) {
    List<String> differences = new ArrayList<>();
    ours.forEach(
        (setting, row) -> {
          AccountRow their = theirs.get(setting);
          if (their != null
              && row.agreement() == Agreement.LEFT_OPEN
              && their.agreement() == Agreement.LEFT_OPEN
              && !values(row).equals(values(their))
              && !isCounter(row)
              && !(javaWasAsked && OF_JAVA.contains(setting))) {
            differences.add(setting + " " + row.observed() + ", not " + their.observed());
          }
        });
    return differences;
  }

  /** Of several values each has its number of handshakes, which differs from run to run. */
  private static Set<String> values(AccountRow row) {
    return new HashSet<>(
        List.of(row.observed().replaceAll(" \\(\\d+\\)(?=, |$)", "").split(", ", -1)));
  }

  private boolean hasJava(Variant variant) {
    String name = RunProperties.CLIENT_JAVA.name();
    return variant.properties().containsKey(name) || result.plan().base().containsKey(name);
  }

  /** A number of something is no setting. */
  private static boolean isCounter(AccountRow row) {
    return !row.observed().isEmpty() && Character.isDigit(row.observed().charAt(0));
  }
}
