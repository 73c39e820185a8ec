package site.ycsb.tls.reliability.account;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import site.ycsb.tls.jvm.ByteAccount;
import site.ycsb.tls.jvm.JvmTransport;
import site.ycsb.tls.reliability.Arguments;
import site.ycsb.tls.reliability.account.MixedServers.ServerCounts;
import site.ycsb.tls.socket.PinnedTransport;
import site.ycsb.tls.socket.PlainTransport;

/**
 * Runs of a client that mixes connections with the pinned TLS, in clear, with another TLS and of
 * native code, by a seed. Half of the runs are right. Each must be confirmed if and only if all its
 * bytes went through the pinned TLS; or, in runs without TLS, none through any. What was right the
 * servers say, which are in another process and count what they saw.
 *
 * <pre>
 * java -javaagent:"$(echo reliability/target/lib/socket-account-*.jar)" \
 *     -cp "reliability/target/lib/*:providers/conscrypt/target/lib/*" \
 *     site.ycsb.tls.reliability.account.MixedConnections 400 [SEED]
 * </pre>
 */
public final class MixedConnections implements AutoCloseable {
  /** How long a connection may take to begin its TLS: none of these begins later. */
  private static final Duration PATIENCE = Duration.ofMillis(200);

  private static final int MOST_WAYS = 8;

  private final Place place;

  /**
   * What a seed stands for.
   *
   * @param pinned whether the run is one with TLS
   * @param ways what the client does, in this order
   */
  record Case(boolean pinned, List<ClientBehaviour> ways) {
    Case {
      ways = List.copyOf(ways);
    }

    boolean isRight() {
      return ways.stream()
          .allMatch(way -> pinned ? way.isRightWhenPinned() : way.isRightWhenPlain());
    }

    static Case of(SplittableRandom random) {
      boolean pinned = random.nextInt(4) > 0;
      boolean right = random.nextBoolean();
      List<ClientBehaviour> allowed =
          Arrays.stream(ClientBehaviour.values())
              .filter(way -> pinned ? way.isRightWhenPinned() : way.isRightWhenPlain())
              .toList();
      List<ClientBehaviour> ways = new ArrayList<>();
      // A run without one connection that is right would be refused for that.
      ways.add(pinned ? ClientBehaviour.PINNED_SOCKET : ClientBehaviour.CLEAR_SOCKET);
      for (int i = random.nextInt(MOST_WAYS); i > 0; i--) {
        ways.add(allowed.get(random.nextInt(allowed.size())));
      }
      if (!right) {
        List<ClientBehaviour> wrong =
            Arrays.stream(ClientBehaviour.values()).filter(way -> !allowed.contains(way)).toList();
        for (int i = 1 + random.nextInt(2); i > 0; i--) {
          ways.add(random.nextInt(ways.size() + 1), wrong.get(random.nextInt(wrong.size())));
        }
      }
      return new Case(pinned, ways);
    }
  }

  /**
   * What came of a case.
   *
   * @param confirmed whether the run was confirmed
   * @param message why not
   * @param seen what the servers saw
   */
  record Verdict(boolean confirmed, String message, ServerCounts seen) {}

  /**
   * What a series came to.
   *
   * @param wrong a line for each case with another end than it must have, with its seed
   */
  public record Series(int right, int confirmed, int notRight, int refused, List<String> wrong) {}

  /** Starts the servers. */
  public MixedConnections() throws Exception {
    place = Place.open();
  }

  /** Runs cases; each has a seed of its own, drawn from this one. */
  public Series run(int cases, long seed) throws Exception {
    int right = 0;
    int confirmed = 0;
    int refused = 0;
    List<String> wrong = new ArrayList<>();
    for (long own : new SplittableRandom(seed).longs(cases).toArray()) {
      SplittableRandom random = new SplittableRandom(own);
      Case drawn = Case.of(random);
      Verdict verdict = one(drawn, random);
      right += drawn.isRight() ? 1 : 0;
      confirmed += drawn.isRight() && verdict.confirmed() ? 1 : 0;
      refused += !drawn.isRight() && !verdict.confirmed() ? 1 : 0;
      if (verdict.confirmed() != drawn.isRight() || !agrees(drawn, verdict.seen())) {
        wrong.add("seed %d, %s: %s".formatted(own, drawn, verdict));
      }
    }
    return new Series(right, confirmed, cases - right, refused, wrong);
  }

  /** Whether the servers saw what makes the case right or not. */
  private static boolean agrees(Case drawn, ServerCounts seen) {
    boolean right =
        drawn.pinned() ? seen.clear() == 0 && seen.others() == 0 : seen.handshakes() == 0;
    return right == drawn.isRight()
        // In a run without TLS, what nobody can know is not for the servers to say.
        || (!drawn.pinned()
            && drawn.ways().stream().anyMatch(way -> way.needs() == ClientBehaviour.Needs.UNKNOWN));
  }

  Verdict one(Case drawn, SplittableRandom random) throws Exception {
    place.take();
    try (JvmTransport jvm =
        JvmTransport.install(
            drawn.pinned() ? new PinnedTransport(place.options()) : new PlainTransport(),
            ByteAccount.Reach.TO_OTHERS)) {
      for (ClientBehaviour way : drawn.ways()) {
        go(way, drawn.pinned(), random);
      }
      return verdict(jvm);
    } finally {
      place.clear();
    }
  }

  /** Without TLS, a client that wants it gets none. */
  private void go(ClientBehaviour way, boolean pinned, SplittableRandom random) throws Exception {
    try {
      way.go(place, random);
    } catch (IOException e) {
      if (pinned
          || way.needs() == ClientBehaviour.Needs.CLEAR
          || way.needs() == ClientBehaviour.Needs.NOTHING) {
        throw new IOException(way + " failed", e);
      }
    }
  }

  private Verdict verdict(JvmTransport jvm) throws Exception {
    try {
      jvm.requireNothingElse(PATIENCE);
      jvm.requireHandshake();
      return new Verdict(true, "", place.take());
    } catch (IOException e) {
      return new Verdict(false, e.getMessage(), place.take());
    }
  }

  @Override
  public void close() throws Exception {
    place.close();
  }

  /** Exit code 1 if a case had another end than it must have. */
  public static void main(String[] words) throws Exception {
    System.exit(Arguments.run(words, "CASES [SEED]", MixedConnections::series));
  }

  private static int series(Arguments arguments) throws Exception {
    arguments.requireCount(1, 2);
    int cases = arguments.number(0);
    long seed = arguments.seed(1);
    try (MixedConnections connections = new MixedConnections()) {
      Series series = connections.run(cases, seed);
      System.out.printf(
          "%d right, %d of them confirmed; %d not right, %d of them refused%n",
          series.right(), series.confirmed(), series.notRight(), series.refused());
      series.wrong().forEach(System.out::println);
      return series.wrong().isEmpty() ? 0 : 1;
    }
  }
}
