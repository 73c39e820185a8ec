package site.ycsb.tls.model.prediction;

import java.util.ArrayList;
import java.util.List;
import site.ycsb.tls.model.CostModel;
import site.ycsb.tls.model.VariantCost;
import site.ycsb.tls.model.fit.ModelException;
import site.ycsb.tls.model.fit.Term;

/**
 * How long it takes until all clients of a restarted server are connected again, without TLS and
 * with each pin.
 *
 * @param clients what was asked
 * @param storms the baseline first; then each variant with full, and with resumed handshakes
 */
public record Reconnection(Clients clients, List<Storm> storms) {

  /**
   * The clients and the server.
   *
   * @param number of clients
   * @param cores of the server
   * @param timeoutSeconds how long a client waits, s
   * @param backoffSeconds first pause before it tries again, s; doubled each time
   * @param mostBackoffSeconds the longest pause, s
   * @param seed of the random draws
   */
  public record Clients(
      int number,
      int cores,
      double timeoutSeconds,
      double backoffSeconds,
      double mostBackoffSeconds,
      long seed) {}

  /**
   * One simulation.
   *
   * @param variant name of the variant
   * @param resumed whether all resume a session
   * @param micros the server's CPU time for a connection, µs
   * @param outcome what happened
   */
  public record Storm(
      String variant, boolean resumed, double micros, ReconnectStorm.Outcome outcome) {}

  /**
   * Simulates all.
   *
   * @throws ModelException when the server's CPU time is unknown
   */
  public static Reconnection of(CostModel model, Clients clients) throws ModelException {
    if (model.baseline().server() == null) {
      throw new ModelException(
          "--reconnect: the model has no CPU time of the server; measure one with server.pid");
    }
    double plain = model.baseline().server().micros(Term.CONNECTION).value();
    List<Storm> storms = new ArrayList<>();
    storms.add(storm(model.baseline().name(), false, plain, clients));
    for (VariantCost variant : model.variants()) {
      for (Term term : List.of(Term.FULL_HANDSHAKE, Term.RESUMED_HANDSHAKE)) {
        if (variant.server() != null && variant.server().terms().contains(term)) {
          storms.add(
              storm(
                  variant.name(),
                  term == Term.RESUMED_HANDSHAKE,
                  plain + variant.server().micros(term).value(),
                  clients));
        }
      }
    }
    return new Reconnection(clients, List.copyOf(storms));
  }

  private static Storm storm(String variant, boolean resumed, double micros, Clients clients) {
    double least = Math.max(0, micros);
    return new Storm(variant, resumed, least, new ReconnectStorm(clients, least).simulate());
  }
}
