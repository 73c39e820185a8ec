package site.ycsb.tls.model.prediction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * All clients of a server that was restarted connect again: a queue in front of its cores. A client
 * whose time is up gives up and tries again later; the server still does the work of the attempt
 * that it gave up, since its first message has arrived. Simulated event by event; the same seed
 * gives the same result.
 *
 * @param clients the clients and the server's cores
 * @param micros the server's CPU time for a connection, µs
 */
public record ReconnectStorm(Reconnection.Clients clients, double micros) {
  /** A storm that is not over by then does not end by itself, s. */
  private static final double LONGEST_SECONDS = 3600;

  /**
   * What happened.
   *
   * @param halfSeconds until half of the clients were connected, s
   * @param allSeconds until all were, s; empty when some were not after an hour
   * @param attempts that were made
   * @param connected clients that were connected in the end
   */
  public record Outcome(
      OptionalDouble halfSeconds, OptionalDouble allSeconds, long attempts, int connected) {}

  private record Attempt(double at, int number) {}

  /** Runs it. */
  public Outcome simulate() {
    SplittableRandom random = new SplittableRandom(clients.seed());
    PriorityQueue<Attempt> arrivals = new PriorityQueue<>(Comparator.comparingDouble(Attempt::at));
    for (int client = 0; client < clients.number(); client++) {
      arrivals.add(new Attempt(0, 1));
    }
    PriorityQueue<Double> free = new PriorityQueue<>(Collections.nCopies(clients.cores(), 0.0));
    List<Double> connected = new ArrayList<>();
    long attempts = 0;
    while (!arrivals.isEmpty() && arrivals.peek().at() < LONGEST_SECONDS) {
      Attempt attempt = arrivals.remove();
      attempts++;
      double end = Math.max(attempt.at(), free.remove()) + micros / 1e6;
      free.add(end);
      if (end - attempt.at() <= clients.timeoutSeconds()) {
        connected.add(end);
      } else {
        double pause =
            Math.min(
                clients.mostBackoffSeconds(),
                clients.backoffSeconds() * Math.pow(2, attempt.number() - 1.0));
        double jittered = pause * (0.5 + random.nextDouble() / 2);
        arrivals.add(
            new Attempt(attempt.at() + clients.timeoutSeconds() + jittered, attempt.number() + 1));
      }
    }
    Collections.sort(connected);
    return new Outcome(
        at(connected, (clients.number() + 1) / 2),
        at(connected, clients.number()),
        attempts,
        connected.size());
  }

  private static OptionalDouble at(List<Double> sorted, int number) {
    return sorted.size() >= number
        ? OptionalDouble.of(sorted.get(number - 1))
        : OptionalDouble.empty();
  }
}
