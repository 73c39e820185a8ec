package site.ycsb.tls.comparison.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.account.CallCounts;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.measurement.result.RunResult;
import site.ycsb.tls.measurement.result.resource.Counters;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.socket.count.TransportCounts;

/**
 * What TLS changes beside cryptography, at one point, from the runs' own files: system calls,
 * records, bytes and allocation of the client for each operation.
 */
record TrafficFigures(PointFiles at) {
  /** The most payload of a TLS record, bytes (RFC 8446 5.1). */
  private static final int LARGEST_RECORD = 1 << 14;

  /** From so many records on, the caption names a request that would fit into one. */
  private static final double SEVERAL = 1.5;

  /**
   * The JVM has two beans for each concurrent collector, {@code ZGC Cycles} and {@code ZGC Pauses}:
   * a collection is one cycle with several pauses.
   */
  private static final String PAUSES = " Pauses";

  private static final String CAPTION =
      " for each operation that succeeded: system calls that moved bytes, TLS records, bytes of payload and on the wire, in the measured windows of all runs.";

  /**
   * The traffic of all runs of a variant together.
   *
   * @param operations that succeeded
   * @param calls null when a run does not know them
   * @param allocated bytes on the load generators' heaps; null when a run does not know them
   * @param collections of garbage
   * @param setUp connections that were opened before the measured windows
   */
  private record Traffic(
      Variant variant,
      long operations,
      TransportCounts counts,
      CallCounts calls,
      Long allocated,
      long collections,
      long setUp) {

    List<Cell> sent() {
      return row(
          calls == null ? null : calls.writes(),
          counts.recordsOut(),
          counts.payloadBytesOut(),
          counts.wireBytesOut());
    }

    List<Cell> received() {
      return row(
          calls == null ? null : calls.reads(),
          counts.recordsIn(),
          counts.payloadBytesIn(),
          counts.wireBytesIn());
    }

    List<Cell> memory() {
      double perMillion = 1e6 * collections / operations;
      return List.of(
          Cell.text(variant.name()),
          perOperation(allocated),
          Cell.number(Figures.number(perMillion), perMillion));
    }

    List<Cell> connections() {
      return Stream.concat(
              Stream.of(Cell.text(variant.name())),
              Stream.of(setUp, counts.opened(), counts.fullHandshakes(), counts.resumedHandshakes())
                  .map(count -> Cell.number(Long.toString(count), count)))
          .toList();
    }

    private List<Cell> row(Long count, long records, long payload, long wire) {
      return List.of(
          Cell.text(variant.name()),
          perOperation(count),
          perOperation(records(records)),
          perOperation(payload),
          perOperation(wire));
    }

    /** Plain has none, which is not a number of them. */
    private Long records(long count) {
      return counts.recordsOut() + counts.recordsIn() == 0 ? null : count;
    }

    private Cell perOperation(Long count) {
      if (count == null) {
        return Cell.none();
      }
      double each = (double) count / operations;
      return Cell.number(Figures.number(each), each);
    }

    /** Whether one record would have been enough for each request. */
    boolean sendsInPieces() {
      return counts.recordsOut() > SEVERAL * mostRequests()
          && counts.payloadBytesOut() < LARGEST_RECORD * mostRequests()
          && counts.opened() * 2 < operations;
    }

    /** An operation may be several requests, each of which was answered by a record or more. */
    private long mostRequests() {
      return Math.max(operations, counts.recordsIn());
    }

    String pieces() {
      return String.format(
          Locale.ROOT,
          "%s sends %.1f records of %s bytes in all, and receives %.1f",
          variant.name(),
          (double) counts.recordsOut() / operations,
          Figures.number((double) counts.payloadBytesOut() / operations),
          (double) counts.recordsIn() / operations);
    }
  }

  /** What is sent and what is received; empty without the runs' files, or without counts. */
  List<Table> tables() {
    List<Traffic> all = all();
    return List.of(
        table("sent", "write", "What the client sends" + CAPTION + pieces(all), all, Traffic::sent),
        table("received", "read", "What it receives, likewise.", all, Traffic::received),
        new Table(
            Ids.of("table", "allocated", at.point().id()),
            "What it allocates on its heap for each operation, and how often that is collected.",
            List.of(
                Column.text("variant"),
                Column.number("allocated", "B/op"),
                Column.number("collections", "/million op")),
            all.stream().map(Traffic::memory).toList()));
  }

  /** Its connections and handshakes, likewise. */
  Table connections() {
    return new Table(
        Ids.of("table", "connections", at.point().id()),
        "Connections (of the set-up, and opened in the measured windows of all runs)"
            + " and handshakes (full and resumed), as the transport counted them.",
        List.of(
            Column.text("variant"),
            Column.number("set-up", ""),
            Column.number("opened", ""),
            Column.number("full", ""),
            Column.number("resumed", "")),
        all().stream().map(Traffic::connections).toList());
  }

  private List<Traffic> all() {
    return at.columns().stream()
        .flatMap(variant -> traffic(variant, at.results(variant)).stream())
        .toList();
  }

  private Table table(
      String id,
      String call,
      String caption,
      List<Traffic> all,
      Function<Traffic, List<Cell>> row) {
    return new Table(
        Ids.of("table", id, at.point().id()),
        caption,
        List.of(
            Column.text("variant"),
            Column.number(call + "s", "/op"),
            Column.number("records", "/op"),
            Column.number("payload", "B/op"),
            Column.number("wire", "B/op")),
        all.stream().map(row).toList());
  }

  private static String pieces(List<Traffic> all) {
    String some =
        all.stream()
            .filter(Traffic::sendsInPieces)
            .map(Traffic::pieces)
            .collect(Collectors.joining("; "));
    return some.isEmpty()
        ? ""
        : " "
            + some
            + ": the driver writes a request in pieces, each of which becomes a record with its own encryption; one record would hold them all.";
  }

  private static Optional<Traffic> traffic(Variant variant, List<RunResult> runs) {
    long operations = runs.stream().mapToLong(RunResult::succeeded).sum();
    if (operations == 0 || runs.stream().anyMatch(r -> r.transport().connections() == null)) {
      return Optional.empty();
    }
    boolean known = runs.stream().allMatch(r -> r.transport().calls() != null);
    return Optional.of(
        new Traffic(
            variant,
            operations,
            runs.stream()
                .map(r -> r.transport().connections())
                .reduce(TransportCounts.NONE, TransportCounts::plus),
            known
                ? runs.stream()
                    .map(r -> r.transport().calls())
                    .reduce(CallCounts.NONE, CallCounts::plus)
                : null,
            runs.stream()
                .map(r -> r.resources().counters())
                .reduce(Counters.NONE, Counters::plus)
                .allocatedBytes(),
            runs.stream().mapToLong(TrafficFigures::collections).sum(),
            runs.stream()
                .flatMap(r -> Stream.ofNullable(r.transport().setupConnections()))
                .mapToLong(TransportCounts::opened)
                .sum()));
  }

  private static long collections(RunResult run) {
    return run.resources().collections().entrySet().stream()
        .filter(collector -> !collector.getKey().endsWith(PAUSES))
        .mapToLong(collector -> collector.getValue().count())
        .sum();
  }
}
