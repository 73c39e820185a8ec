package site.ycsb.tls.fleet;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jgroups.Address;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.slice.Order;
import site.ycsb.tls.slice.SliceReport;

/** Says what a load generator would say, by a clock that is ahead of this machine's. */
final class ScriptedAgent implements Consumer<FleetEvent>, AutoCloseable {
  static final long SECOND = 1_000_000_000L;

  final int number;
  final AtomicLong ahead;
  final Group group;
  final List<Order> orders = new CopyOnWriteArrayList<>();
  final List<String> dismissals = new CopyOnWriteArrayList<>();
  final CountDownLatch refused = new CountDownLatch(1);

  /** What all agents of the fleet did, one after the other. */
  private final List<String> steps;

  private final long server;

  /** Orders of other runs come, too: they are sent to the whole group. */
  private final Set<Integer> forked = ConcurrentHashMap.newKeySet();

  /** Whole runs that have begun, with the number of pings until each ends. */
  private final Map<Integer, Integer> begun = new ConcurrentHashMap<>();

  volatile long late;
  volatile boolean silent;
  volatile boolean endless;
  volatile String failure = "";
  volatile String refusal = "";
  volatile String result = "";

  /** Whether whole runs end before they begin. */
  volatile boolean idle;

  /** Whether it leaves when it is to fork. */
  volatile boolean leaves;

  /** Whether the load generator of a whole run says nothing, while its agent answers. */
  volatile boolean hangs;

  /** How many pings come after the start of a whole run before it ends; its clock jumps then. */
  volatile int pingsUntilEnd;

  volatile long jump;

  /**
   * Joins a fleet.
   *
   * @param ahead of its clock, ns
   * @param server what it says of the server's CPU time in a slice, ns
   * @param steps gets what it does
   */
  ScriptedAgent(
      int number,
      long ahead,
      long server,
      InetSocketAddress there,
      FleetCertificates certificates,
      List<String> steps)
      throws IOException {
    this.number = number;
    this.ahead = new AtomicLong(ahead);
    this.server = server;
    this.steps = steps;
    group =
        Group.join(
            InetAddress.getLoopbackAddress(), there, certificates.context(), "scripted", this);
    group.send(
        group.founder(),
        new Message.Hello(
            Message.PROTOCOL, "1.0", "17", "host" + number, "machine " + number, number, number));
  }

  /** As it was when it joined, but for its clock. */
  void asUsual() {
    orders.clear();
    begun.clear();
    late = 0;
    silent = false;
    endless = false;
    failure = "";
    refusal = "";
    result = "";
    idle = false;
    leaves = false;
    hangs = false;
    pingsUntilEnd = 0;
    jump = 0;
  }

  private long now() {
    return System.nanoTime() + ahead.get();
  }

  @Override
  public void accept(FleetEvent event) {
    if (event instanceof FleetEvent.Received received && !silent) {
      try {
        received(received.from(), received.message());
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private void received(Address from, Message message) throws IOException {
    if (message instanceof Message.Ping ping) {
      group.send(from, new Message.Pong(ping.number(), now(), System.currentTimeMillis()));
      for (int run : begun.keySet()) {
        pinged(from, run);
      }
    } else if (message instanceof Message.Fork fork) {
      steps.add("agent " + number + " forks");
      fork(from, fork);
    } else if (message instanceof Message.Dismissed dismissed) {
      dismissals.add(dismissed.refusal());
    } else if (message instanceof Message.Stop stop) {
      begun.remove(stop.run());
      group.send(from, new Message.Ended(stop.run(), 130, "stopped", ""));
    } else if (message instanceof Message.Slice slice && forked.contains(slice.run())) {
      Order order = slice.of(number);
      orders.add(order);
      if (order.isSlice() && order.nanos() == 0) {
        begin(from, slice.run(), order.beginAt() + late);
      } else if (!endless || order.kind() != Order.Kind.END) {
        group.send(from, answer(slice.run(), order));
      }
    }
  }

  private void fork(Address from, Message.Fork fork) throws IOException {
    if (leaves) {
      // Not by the thread that receives its messages.
      new Thread(this::close).start();
    } else if (fork.turns() == null && idle) {
      group.send(from, new Message.Ended(fork.run(), 0, "", ""));
    } else if (refusal.isEmpty()) {
      forked.add(fork.run());
      steps.add("agent " + number + " is ready");
      group.send(from, ready(fork.run()));
    } else {
      group.send(from, new Message.Ended(fork.run(), 2, refusal, ""));
      refused.countDown();
    }
  }

  Message ready(int run) {
    return new Message.FromRun(run, new RunMessage.Alive(true));
  }

  /** A whole run does 500 operations in its first second. */
  private void begin(Address from, int run, long nanos) throws IOException {
    group.send(from, new Message.FromRun(run, new RunMessage.Started(nanos)));
    group.send(from, new Message.FromRun(run, new RunMessage.Status(1, 500)));
    begun.put(run, pingsUntilEnd);
    ahead.addAndGet(jump);
    endIfDue(from, run);
  }

  private void pinged(Address from, int run) throws IOException {
    if (!hangs) {
      group.send(from, ready(run));
    }
    begun.computeIfPresent(run, (same, pings) -> pings - 1);
    endIfDue(from, run);
  }

  private void endIfDue(Address from, int run) throws IOException {
    if (!endless && begun.getOrDefault(run, 1) <= 0) {
      begun.remove(run);
      group.send(from, new Message.Ended(run, 0, "", result));
    }
  }

  private Message answer(int run, Order order) {
    if (!failure.isEmpty()) {
      return new Message.Ended(run, 1, failure, "");
    }
    return order.kind() == Order.Kind.END
        ? new Message.Ended(run, 0, "", result)
        : new Message.Sliced(run, now(), now(), report(order));
  }

  private SliceReport report(Order order) {
    if (order.beginAt() == null) {
      return SliceReport.done(order.kind());
    }
    long began = order.beginAt() + late;
    return new SliceReport(
        order.kind(),
        0.1,
        500,
        0,
        40_000,
        0,
        server,
        1,
        2,
        new SliceReport.Instants(
            late > 0 ? began : began - SECOND / 20, began, order.beginAt() + order.nanos()));
  }

  @Override
  public void close() {
    group.close();
  }
}
