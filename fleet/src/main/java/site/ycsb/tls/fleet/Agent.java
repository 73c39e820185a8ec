package site.ycsb.tls.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.jgroups.Address;
import site.ycsb.tls.channel.FleetCertificates;
import site.ycsb.tls.comparison.run.ForkedRunLauncher;
import site.ycsb.tls.comparison.run.LoadGeneratorArguments;
import site.ycsb.tls.measurement.process.Host;
import site.ycsb.tls.measurement.process.WakeUp;
import site.ycsb.tls.measurement.result.Environment;

/**
 * The agent on one load machine: joins a coordinator, makes the runs that it orders, and ends with
 * it. Used once, by one thread.
 */
public final class Agent {
  private static final int CONNECT_MILLIS = 2_000;
  private static final int ANSWER_MILLIS = 300;
  private static final Duration AGAIN = Duration.ofMillis(500);
  private static final long WELCOME_SECONDS = 10;
  private static final long FAREWELL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Options options;
  private final BlockingQueue<FleetEvent> events = new LinkedBlockingQueue<>();

  /** Those that have not ended, by their numbers: one whole run, or several that take turns. */
  private final Map<Integer, AgentRun> runs = new LinkedHashMap<>();

  /** The most heap of each run that takes turns. */
  private long heapBytes;

  private boolean worked;
  private WakeUp.Limit awake = WakeUp.Limit.NONE;
  private Group group;
  private Address coordinator;

  /** In the fleet. */
  private int number;

  /**
   * The settings of an agent.
   *
   * @param coordinator where the coordinator listens
   * @param certificates of the fleet
   * @param onThisMachine whether the coordinator must be on this machine
   * @param joinTimeout how long it tries to join
   * @param number wanted number, from 1; 0 = any
   * @param directory for its runs' results and logs
   * @param version of this program
   * @param jvmArguments for the runs' JVMs
   * @param classPaths gives the class path for a binding's name and a run's properties
   * @param note receives messages, one line each
   */
  public record Options(
      InetSocketAddress coordinator,
      FleetCertificates certificates,
      boolean onThisMachine,
      Duration joinTimeout,
      int number,
      Path directory,
      String version,
      List<String> jvmArguments,
      BiFunction<String, Map<String, String>, String> classPaths,
      Consumer<String> note) {
    public Options {
      Objects.requireNonNull(coordinator);
      jvmArguments = List.copyOf(jvmArguments);
      Objects.requireNonNull(certificates);
      FleetOptions.requireReachableBy("--join", coordinator, onThisMachine);
    }
  }

  public Agent(Options options) {
    this.options = Objects.requireNonNull(options);
  }

  /**
   * Joins, and serves until the coordinator has no more work.
   *
   * @throws IOException when it could not join in time, was refused, or the coordinator is gone;
   *     the message is one line, and what was measured is on disk
   * @throws InterruptedException when this thread was interrupted; the run has been stopped by then
   */
  public void serve() throws IOException, InterruptedException {
    SSLContext tls = options.certificates().context();
    try {
      while (!serveRuns(tls)) {
        options.note().accept("Lost the coordinator before the first run: joining again.");
        leave();
      }
    } finally {
      stopRuns();
      sendLastMessages();
      leave();
      awake.close();
    }
  }

  /** Messages of the run while it was stopped; the coordinator may still be there. */
  private void sendLastMessages() throws IOException {
    for (FleetEvent event = events.poll(); event != null && group != null; event = events.poll()) {
      if (event instanceof FleetEvent.OfRun said) {
        say(said.message());
      }
    }
  }

  private void leave() {
    if (group != null) {
      group.close();
      group = null;
    }
    events.clear();
  }

  private void join(SSLContext tls) throws IOException, InterruptedException {
    long end = System.nanoTime() + options.joinTimeout().toNanos();
    while (true) {
      try {
        InetSocketAddress there = resolved();
        group = Group.join(ownAddress(there, tls), there, tls, "agent", events::add);
        coordinator = group.founder();
        hello();
        return;
      } catch (Refused e) {
        throw e;
      } catch (IOException e) {
        leave();
        if (System.nanoTime() - end > 0) {
          throw new IOException(
              "cannot join the fleet at "
                  + Group.text(options.coordinator())
                  + " within "
                  + options.joinTimeout().toSeconds()
                  + " s (--join-timeout): "
                  + e.getMessage(),
              e);
        }
        Thread.sleep(AGAIN.toMillis());
      }
    }
  }

  private InetSocketAddress resolved() throws IOException {
    InetSocketAddress given = options.coordinator();
    InetSocketAddress there = new InetSocketAddress(given.getHostString(), given.getPort());
    if (there.isUnresolved()) {
      throw new IOException("unknown host " + there.getHostString());
    }
    FleetOptions.requireReachableBy("--join", there, options.onThisMachine());
    return there;
  }

  /**
   * Checks that a member of the same fleet listens there, and finds this machine's address towards
   * it: JGroups would not say why it cannot connect.
   */
  private static InetAddress ownAddress(InetSocketAddress there, SSLContext tls)
      throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(there, CONNECT_MILLIS);
      // Asked while the socket is connected: a closed one says "any address".
      InetAddress own = socket.getLocalAddress();
      showCertificate(tls, socket, there);
      return own;
    }
  }

  private static void showCertificate(SSLContext tls, Socket plain, InetSocketAddress there)
      throws IOException {
    plain.setSoTimeout(CONNECT_MILLIS);
    try (SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(plain, there.getHostString(), there.getPort(), true)) {
      socket.setEnabledProtocols(FleetCertificates.protocols());
      socket.startHandshake();
      socket.setSoTimeout(ANSWER_MILLIS);
      InputStream answer = socket.getInputStream();
      // In TLS 1.3 the refusal of our certificate comes after the handshake.
      if (answer.read() < 0) {
        throw new IOException("the coordinator closed the connection");
      }
    } catch (SocketTimeoutException e) {
      // It waits for our first message: the certificate is accepted.
    } catch (SSLException e) {
      throw new IOException(
          "TLS: "
              + e.getMessage()
              + "; does the coordinator use the same certificates (--fleet)? Without --fleet, the"
              + " same user must start coordinator and agents",
          e);
    }
  }

  private void hello() throws IOException, InterruptedException {
    Environment self = Host.environment(arguments -> List.of());
    say(
        new Message.Hello(
            Message.PROTOCOL,
            options.version(),
            self.java(),
            self.host(),
            Host.id(),
            ProcessHandle.current().pid(),
            options.number()));
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WELCOME_SECONDS);
    while (System.nanoTime() - end < 0) {
      FleetEvent event = events.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (event instanceof FleetEvent.Received received
          && received.message() instanceof Message.Welcome welcome) {
        number = welcome.number();
        options.note().accept("Joined the fleet as " + welcome.name() + ".");
        return;
      }
      if (event != null) {
        handle(event);
      }
    }
    throw new IOException("the coordinator does not answer, or has all of its agents");
  }

  /** Whether all work is done; false when the coordinator was lost before its first order. */
  private boolean serveRuns(SSLContext tls) throws IOException, InterruptedException {
    join(tls);
    try {
      while (handle(events.take())) {
        // Works until it is dismissed.
      }
      return true;
    } catch (Lost e) {
      if (worked) {
        throw e;
      }
      return false;
    }
  }

  /** Whether there may be more work. */
  private boolean handle(FleetEvent event) throws IOException, InterruptedException {
    if (event instanceof FleetEvent.Present present) {
      if (!present.members().contains(coordinator)) {
        if (isDismissedYet()) {
          return false;
        }
        throw new Lost("the coordinator is gone; what was measured is in " + options.directory());
      }
    } else if (event instanceof FleetEvent.OfRun said) {
      say(said.message());
      if (said.message() instanceof Message.Ended ended) {
        runs.remove(ended.run());
      }
    } else if (event instanceof FleetEvent.Received received
        && received.from().equals(coordinator)) {
      return obey(received.message(), received.nanos());
    }
    return true;
  }

  /**
   * Whether the coordinator's last message dismissed this agent: it comes on another thread than
   * the news that its sender has left, and may come after it.
   */
  private boolean isDismissedYet() throws IOException, InterruptedException {
    long end = System.nanoTime() + FAREWELL_NANOS;
    for (long left = FAREWELL_NANOS; left > 0; left = end - System.nanoTime()) {
      if (events.poll(left, TimeUnit.NANOSECONDS) instanceof FleetEvent.Received received
          && received.from().equals(coordinator)
          && received.message() instanceof Message.Dismissed) {
        return !obey(received.message(), received.nanos());
      }
    }
    return false;
  }

  private boolean obey(Message message, long nanos) throws IOException, InterruptedException {
    if (message instanceof Message.Fork fork) {
      if (fork.turns() == null) {
        stopRuns();
      }
      start(fork);
    } else if (message instanceof Message.Slice slice) {
      AgentRun run = runs.get(slice.run());
      if (run != null) {
        run.follow(slice.of(number), nanos);
      }
    } else if (message instanceof Message.Ping ping) {
      say(new Message.Pong(ping.number(), System.nanoTime(), System.currentTimeMillis()));
      runs.values().forEach(run -> run.pinged(ping.number()));
    } else if (message instanceof Message.Stop stop) {
      Optional.ofNullable(runs.get(stop.run())).ifPresent(AgentRun::stop);
    } else if (message instanceof Message.Dismissed dismissed) {
      if (!dismissed.refusal().isEmpty()) {
        throw new Refused(dismissed.refusal());
      }
      return false;
    }
    return true;
  }

  /** The coordinator refuses this agent: trying again is useless. */
  public static final class Refused extends IOException {
    private static final long serialVersionUID = 1;

    Refused(String why) {
      super("the coordinator refused this agent: " + why);
    }
  }

  /** The coordinator is gone. */
  private static final class Lost extends IOException {
    private static final long serialVersionUID = 1;

    Lost(String message) {
      super(message);
    }
  }

  private void start(Message.Fork fork) throws IOException {
    worked = true;
    Path directory =
        options.directory().resolve(String.format(Locale.ROOT, "run-%03d", fork.run()));
    options.note().accept("Run " + fork.run() + ": " + fork.phase().label() + ", " + directory);
    try {
      AgentRun made = made(fork, directory);
      runs.put(fork.run(), made);
      made.start();
    } catch (IOException | RuntimeException e) {
      say(AgentRun.failed(fork.run(), e));
    }
  }

  private AgentRun made(Message.Fork fork, Path directory) throws IOException {
    String classPath = options.classPaths().apply(fork.binding(), fork.properties());
    Consumer<Message> report = message -> events.add(new FleetEvent.OfRun(message));
    if (fork.turns() == null) {
      return new WholeAgentRun(fork, directory, options.jvmArguments(), classPath, report);
    }
    Fleet.SideBySideRuns turns = fork.turns();
    if (turns.keepAwake() && awake == WakeUp.Limit.NONE) {
      awake = WakeUp.keepAwake();
    }
    if (turns.heapBytes() > 0) {
      heapBytes = turns.heapBytes();
    } else if (runs.isEmpty()) {
      // Later the memory has load generators already.
      heapBytes =
          LoadGeneratorArguments.heapBytes(
              turns.together(), options.jvmArguments(), fork.properties());
    }
    return new SlicedAgentRun(
        fork,
        directory,
        new ForkedRunLauncher(options.jvmArguments(), classPath, heapBytes),
        report);
  }

  private void stopRuns() throws InterruptedException {
    runs.values().forEach(AgentRun::stop);
    for (AgentRun run : runs.values()) {
      run.awaitEnd();
    }
    runs.clear();
  }

  private void say(Message message) throws IOException {
    group.send(coordinator, message);
  }
}
