package site.ycsb.tls.measurement;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Latencies and status counts of a period, by operation number. Not thread-safe: it belongs to one
 * thread, which may pass it to another.
 */
final class PeriodRecords {
  private final Supplier<Latencies> maker;
  private Latencies[] latencies = new Latencies[16];
  private final List<Map<String, Long>> statuses = new ArrayList<>();
  private final List<Map<String, String>> reasons = new ArrayList<>();

  PeriodRecords(Supplier<Latencies> maker) {
    this.maker = maker;
  }

  void record(int operation, long nanos) {
    Latencies[] all = latencies;
    if (operation < all.length && all[operation] != null) {
      all[operation].record(nanos);
    } else {
      of(operation).record(nanos);
    }
  }

  /** Counts a status other than plain success, or without a latency. */
  void count(int operation, String status, long times) {
    at(statuses, operation).merge(status, times, Long::sum);
  }

  /** Keeps the first reason that was given for a status. */
  void explain(int operation, String status, String reason) {
    at(reasons, operation).putIfAbsent(status, reason);
  }

  private static <V> Map<String, V> at(List<Map<String, V>> byOperation, int operation) {
    while (byOperation.size() <= operation) {
      byOperation.add(new HashMap<>());
    }
    return byOperation.get(operation);
  }

  private Latencies of(int operation) {
    if (operation >= latencies.length) {
      latencies = Arrays.copyOf(latencies, Math.max(operation + 1, 2 * latencies.length));
    }
    if (latencies[operation] == null) {
      latencies[operation] = maker.get();
    }
    return latencies[operation];
  }

  void add(PeriodRecords other) {
    for (int operation = 0; operation < other.latencies.length; operation++) {
      Latencies theirs = other.latencies[operation];
      if (theirs != null && theirs.count() > 0) {
        of(operation).add(theirs);
      }
    }
    for (int operation = 0; operation < other.statuses.size(); operation++) {
      int number = operation;
      other.statuses.get(operation).forEach((status, times) -> count(number, status, times));
      other.reasons(number).forEach((status, reason) -> explain(number, status, reason));
    }
  }

  void reset() {
    for (Latencies each : latencies) {
      if (each != null && each.count() > 0) {
        each.reset();
      }
    }
    statuses.forEach(Map::clear);
    reasons.forEach(Map::clear);
  }

  /** The latencies under this number; null when there are none. */
  Latencies latencies(int operation) {
    return operation < latencies.length ? latencies[operation] : null;
  }

  /** Counts by status name; empty when none was counted. */
  Map<String, Long> statuses(int operation) {
    return operation < statuses.size() ? statuses.get(operation) : Map.of();
  }

  /** One reason by status name, of those that gave one. */
  Map<String, String> reasons(int operation) {
    return operation < reasons.size() ? reasons.get(operation) : Map.of();
  }
}
