package site.ycsb.tls.reliability.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocket;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.probe.JvmSuites;
import site.ycsb.tls.probe.SuiteAvailability;
import site.ycsb.tls.probe.SuiteAvailability.Status;
import site.ycsb.tls.reliability.Arguments;
import site.ycsb.tls.reliability.EngineChannel;
import site.ycsb.tls.reliability.Surroundings;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.socket.PinnedTransport;

/**
 * Servers that lie: a real TLS server for each suite in each version of TLS, and between it and the
 * client somebody who changes one of its records. The client must get its own bytes back, or an
 * {@link IOException} within the time limit; never another exception, never other bytes, and no
 * exception where nothing was changed; no thread and no descriptor may be left.
 *
 * <pre>
 * java -cp "reliability/target/lib/*" site.ycsb.tls.reliability.tls.LyingServers 100000 [SEED]
 * java -cp "reliability/target/lib/*:providers/bcjsse/target/lib/*" \
 *     site.ycsb.tls.reliability.tls.LyingServers 100000 1 BCJSSE
 * </pre>
 */
public final class LyingServers implements AutoCloseable {
  /** A server that stops in the middle is given up after this time, ms. */
  private static final int READ_TIMEOUT = 500;

  /** The longest that a case may take, s. */
  private static final long LIMIT = 20;

  /** A class that is loaded late may open a file. */
  private static final int FEW_DESCRIPTORS = 10;

  /** Caches that a provider fills; a hundred thousand connections would be far more. */
  private static final int FEW_MEGABYTES = 100;

  /** The name of this series' own threads. */
  private static final String THREAD = "lying-servers";

  private static final byte[] MESSAGE =
      "what goes out must come back".getBytes(StandardCharsets.US_ASCII);

  private final ExecutorService threads =
      Executors.newCachedThreadPool(Surroundings.daemons(THREAD));
  private final Path authorityDirectory;
  private final List<Target> targets = new ArrayList<>();

  /** Lies that could not be told. */
  private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();

  /** One set for all: without the optimizing compiler an RSA key takes seconds. */
  private static final class Keys {
    static final CertificateAuthority AUTHORITY = CertificateAuthority.create();
    static final CertifiedKey RSA = AUTHORITY.issueServer(ServerKey.parse("RSA-2048"));
    static final CertifiedKey EC = AUTHORITY.issueServer(ServerKey.parse("EC-256"));
  }

  /** A server and the pin for it. */
  private record Target(TlsOptions options, SSLServerSocket server) {
    /** Such as {@code TLSv1.2 TLS_RSA_WITH_AES_128_CBC_SHA}. */
    String name() {
      return options.pin().protocol() + " " + options.pin().cipherSuite();
    }
  }

  /** What a seed stands for. */
  private record Case(Tampering tampering, Target target, boolean engine) {
    @Override
    public String toString() {
      return tampering + " with " + target.name() + (engine ? ", engine" : ", socket");
    }
  }

  /** What came of a case. */
  enum Outcome {
    ECHOED,
    REFUSED
  }

  /**
   * What a series came to.
   *
   * @param echoed cases in which the client got its bytes back
   * @param refused cases with a lie that ended with an {@link IOException}
   * @param suites how many cases each suite had, in each version of TLS
   * @param wrong a line for each case that did neither, with its seed
   */
  public record Series(
      Map<Tampering.Kind, Long> echoed,
      Map<Tampering.Kind, Long> refused,
      Map<String, Long> suites,
      List<String> wrong) {
    Series() {
      this(
          new EnumMap<>(Tampering.Kind.class),
          new EnumMap<>(Tampering.Kind.class),
          new TreeMap<>(),
          new ArrayList<>());
    }

    long count(Map<Tampering.Kind, Long> of) {
      return of.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Starts a server for each suite, in each version of TLS, that the provider has, and the JVM too.
   *
   * @param provider of the client's TLS; empty for the JVM's own. The servers have the JVM's own.
   */
  public LyingServers(Optional<String> provider) throws IOException {
    authorityDirectory = Files.createTempDirectory("lying-servers");
    Keys.AUTHORITY.save(authorityDirectory);
    JvmSuites client = provider.map(JvmSuites::ofProvider).orElseGet(JvmSuites::ofDefaultProvider);
    JvmSuites server = JvmSuites.ofDefaultProvider();
    Trust trust = Trust.ofCa(CertificateAuthority.certificateFile(authorityDirectory));
    for (SuiteAvailability pair : client.available()) {
      if (server.of(pair.protocol(), pair.suite()).status() == Status.AVAILABLE) {
        TlsPin pin = TlsPin.of(pair.suite().name()).withProtocol(pair.protocol());
        boolean isRsa = pair.suite().keyAlgorithms().contains(ServerKey.Algorithm.RSA);
        SSLServerSocket socket =
            PinnedServerContext.of(pin, isRsa ? Keys.RSA : Keys.EC)
                .serverSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
        TlsPin pinOfClient = provider.map(pin::withProvider).orElse(pin);
        targets.add(new Target(TlsOptions.of(pinOfClient).withTrust(trust), socket));
        threads.execute(() -> serve(socket));
      }
    }
  }

  /** Echoes. */
  private void serve(SSLServerSocket server) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(LIMIT));
        threads.execute(() -> echo(socket));
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private static void echo(Socket socket) {
    try (socket) {
      byte[] message = socket.getInputStream().readNBytes(MESSAGE.length);
      socket.getOutputStream().write(message);
    } catch (IOException e) {
      // The client did not like what it got.
      return;
    }
  }

  /**
   * Runs cases; each has a seed of its own, drawn from this one.
   *
   * @param workers how many at a time
   */
  public Series run(long cases, long seed, int workers) throws InterruptedException {
    Series all = new Series();
    ExecutorService clients = Executors.newFixedThreadPool(workers, Surroundings.daemons(THREAD));
    try {
      List<Long> seeds = new SplittableRandom(seed).longs(cases).boxed().toList();
      List<Future<Outcome>> running =
          seeds.stream().map(each -> clients.submit(() -> one(each))).toList();
      for (int i = 0; i < running.size(); i++) {
        record(seeds.get(i), running.get(i), all);
      }
      all.wrong().addAll(mistakes);
    } finally {
      clients.shutdownNow();
    }
    return all;
  }

  /** All cases before this one have ended, so it runs or is next. */
  private void record(long seed, Future<Outcome> running, Series all) throws InterruptedException {
    Case drawn = of(seed);
    all.suites().merge(drawn.target().name(), 1L, Long::sum);
    try {
      Outcome outcome = running.get(2 * LIMIT, TimeUnit.SECONDS);
      (outcome == Outcome.ECHOED ? all.echoed() : all.refused())
          .merge(drawn.tampering().kind(), 1L, Long::sum);
    } catch (TimeoutException e) {
      all.wrong().add("seed %d, %s: did not end within %d s".formatted(seed, drawn, LIMIT));
    } catch (ExecutionException e) {
      all.wrong().add("seed %d, %s: %s".formatted(seed, drawn, e.getCause()));
    }
  }

  private Case of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Tampering tampering = Tampering.of(random);
    return new Case(tampering, targets.get(random.nextInt(targets.size())), random.nextBoolean());
  }

  /** One case; repeats it if it is called again. */
  Outcome one(long seed) throws Exception {
    return one(of(seed));
  }

  /** A lie of one's own to a socket, with the suite in its newest version of TLS. */
  Outcome bySocket(Tampering tampering, String suite) throws Exception {
    String name = TlsPin.of(suite).protocol() + " " + suite;
    Target target =
        targets.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
    return one(new Case(tampering, target, false));
  }

  private Outcome one(Case drawn) throws Exception {
    Tampering tampering = drawn.tampering();
    Target target = drawn.target();
    PinnedTransport transport = new PinnedTransport(target.options());
    try (ServerSocket between = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      threads.execute(() -> relay(between, target.server().getLocalPort(), tampering));
      int timeout = timeout(tampering);
      byte[] echoed =
          drawn.engine()
              ? byEngine(transport, between, timeout)
              : bySocket(transport, between, timeout);
      if (!Arrays.equals(echoed, MESSAGE)) {
        throw new AssertionError("other bytes came back: " + Arrays.toString(echoed));
      }
      return Outcome.ECHOED;
    } catch (IOException e) {
      return refused(tampering.kind(), e);
    }
  }

  /** An error is an end that is promised, with a message, and where somebody lied. */
  static Outcome refused(Tampering.Kind kind, IOException error) {
    if (error.getMessage() == null) {
      throw new AssertionError("an exception without a message", error);
    }
    if (kind == Tampering.Kind.NONE) {
      throw new AssertionError("nobody lied, but: " + error.getMessage(), error);
    }
    return Outcome.REFUSED;
  }

  /** Of each read, ms. A server that does not lie answers, however busy the machine is. */
  private static int timeout(Tampering tampering) {
    return tampering.kind() == Tampering.Kind.NONE
        ? (int) TimeUnit.SECONDS.toMillis(LIMIT)
        : READ_TIMEOUT;
  }

  private static byte[] bySocket(PinnedTransport transport, ServerSocket between, int timeout)
      throws IOException {
    try (Socket socket = transport.socketFactory().createSocket()) {
      socket.setSoTimeout(timeout);
      socket.connect(new InetSocketAddress("localhost", between.getLocalPort()), timeout);
      socket.getOutputStream().write(MESSAGE);
      byte[] echoed = socket.getInputStream().readNBytes(MESSAGE.length);
      // A stream that ends early is no lie that TLS must notice: the client sees the end.
      if (echoed.length < MESSAGE.length
          && Arrays.equals(echoed, Arrays.copyOf(MESSAGE, echoed.length))) {
        throw new IOException("the stream ended");
      }
      return echoed;
    }
  }

  private static byte[] byEngine(PinnedTransport transport, ServerSocket between, int timeout)
      throws IOException {
    try (Socket socket = new Socket(between.getInetAddress(), between.getLocalPort())) {
      socket.setSoTimeout(timeout);
      SSLEngine engine = transport.engine("localhost", between.getLocalPort());
      try {
        EngineChannel channel =
            new EngineChannel(
                engine,
                Channels.newChannel(socket.getInputStream()),
                Channels.newChannel(socket.getOutputStream()));
        channel.write(ByteBuffer.wrap(MESSAGE));
        ByteBuffer echoed = ByteBuffer.allocate(2 * MESSAGE.length);
        while (echoed.position() < MESSAGE.length) {
          channel.read(echoed);
        }
        return Arrays.copyOf(echoed.array(), echoed.position());
      } finally {
        close(engine);
      }
    }
  }

  /** An engine that is not closed keeps what its provider has opened, until it is collected. */
  private static void close(SSLEngine engine) {
    engine.closeOutbound();
    try {
      engine.closeInbound();
    } catch (IOException e) {
      // The server did not say goodbye.
      return;
    }
  }

  private void relay(ServerSocket between, int port, Tampering tampering) {
    try (Socket client = between.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
      server.setSoTimeout(4 * timeout(tampering));
      threads.execute(() -> pass(client, server));
      tampering.pass(server.getInputStream(), client.getOutputStream());
    } catch (IOException e) {
      // One of the ends is gone: the case is over.
      return;
    } catch (RuntimeException e) {
      mistakes.add(tampering + ": a mistake of this series: " + e);
    }
  }

  private static void pass(Socket from, Socket to) {
    try {
      from.getInputStream().transferTo(to.getOutputStream());
      to.shutdownOutput();
    } catch (IOException e) {
      // Gone.
      return;
    }
  }

  /** Ends servers and threads. */
  @Override
  public void close() throws IOException {
    for (Target target : targets) {
      target.server().close();
    }
    threads.shutdownNow();
    Surroundings.delete(authorityDirectory);
  }

  /**
   * What this process holds.
   *
   * @param threads without those of this series itself
   * @param heapMegabytes after a collection
   */
  private record Held(long descriptors, long threads, long heapMegabytes) {
    static Held now() throws IOException {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      long heap = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
      long threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> !thread.getName().equals(THREAD))
              .count();
      try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
        return new Held(descriptors.count(), threads, heap);
      }
    }

    /**
     * When the servers have given up their last connections, and when collections close no more
     * descriptors: Conscrypt's engines keep a pipe each until they are collected.
     */
    static Held atRest() throws Exception {
      TimeUnit.SECONDS.sleep(LIMIT);
      Held before;
      Held now = now();
      do {
        before = now;
        Thread.sleep(500);
        now = now();
      } while (now.descriptors < before.descriptors);
      return now;
    }

    boolean hasGrown(Held before) {
      return descriptors > before.descriptors + FEW_DESCRIPTORS
          || threads > before.threads
          || heapMegabytes > before.heapMegabytes + FEW_MEGABYTES;
    }

    @Override
    public String toString() {
      return "%d descriptors, %d threads, %d MB of heap"
          .formatted(descriptors, threads, heapMegabytes);
    }
  }

  /**
   * The arguments are the number of cases, perhaps a seed, and perhaps the client's provider; exits
   * with 1 if one was wrong, or if descriptors, threads or memory are left.
   */
  public static void main(String[] words) throws Exception {
    System.exit(Arguments.run(words, "CASES [SEED [PROVIDER]]", LyingServers::runAll));
  }

  private static int runAll(Arguments arguments) throws Exception {
    arguments.requireCount(1, 3);
    int cases = arguments.number(0);
    long seed = arguments.seed(1);
    Optional<String> provider = arguments.words().stream().skip(2).findFirst();
    JvmTls.liftDisabledAlgorithms();
    try (LyingServers servers = new LyingServers(provider)) {
      servers.run(200, seed, 16);
      Held before = Held.atRest();
      long start = System.nanoTime();
      Series series = servers.run(cases, seed, 48);
      System.out.printf(
          "%d cases in %.0f s: %d echoed, %d refused, %d wrong%n",
          cases,
          (System.nanoTime() - start) / 1e9,
          series.count(series.echoed()),
          series.count(series.refused()),
          series.wrong().size());
      for (Tampering.Kind kind : Tampering.Kind.values()) {
        System.out.printf(
            "  %-22s echoed %6d  refused %6d%n",
            kind, series.echoed().getOrDefault(kind, 0L), series.refused().getOrDefault(kind, 0L));
      }
      System.out.printf(
          "%d suites, counted in each version of TLS; the fewest cases of one: %d%n",
          series.suites().size(), Collections.min(series.suites().values()));
      series.wrong().forEach(System.out::println);
      Held after = Held.atRest();
      System.out.printf("before: %s%nafter:  %s%n", before, after);
      return series.wrong().isEmpty() && !after.hasGrown(before) ? 0 : 1;
    }
  }
}
