package site.ycsb.tls.reliability.settings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.certificate.CertificateFiles;
import site.ycsb.tls.certificate.CertifiedKey;
import site.ycsb.tls.certificate.Validity;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.NamedGroup;
import site.ycsb.tls.pin.ServerKey;
import site.ycsb.tls.reliability.Arguments;
import site.ycsb.tls.reliability.Surroundings;
import site.ycsb.tls.reliability.settings.SettingsClient.Preamble;
import site.ycsb.tls.verify.KeyMaterial;

/**
 * Random settings of TLS against real servers. Each is tried in a process of its own, through a
 * relay that reads the wire by itself; a server of Java says what its session has. Either the
 * client refuses with one line, or each row of its account that can be seen independently is what
 * was seen.
 *
 * <pre>
 * java -cp "reliability/target/lib/*:providers/bcjsse/target/lib/*:providers/conscrypt/target/lib/*" \
 *     site.ycsb.tls.reliability.settings.RandomSettings 200 [SEED] [postgres=PORT:CA] [mysql=PORT:CA] [java=HOME]…
 * </pre>
 */
public final class RandomSettings implements AutoCloseable {
  private static final String EXPECTED =
      "a number of settings, then a seed, postgres=PORT:CA, mysql=PORT:CA, java=HOME";
  private static final long PATIENCE_SECONDS = 120;
  private static final String TLS_1_3 = "TLSv1.3";
  private static final List<String> SUITES =
      List.of(
          "TLS_AES_128_GCM_SHA256",
          "TLS_AES_256_GCM_SHA384",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_RSA_WITH_AES_128_GCM_SHA256");

  private final ExecutorService threads =
      Executors.newCachedThreadPool(Surroundings.daemons("random-settings"));
  private final CertificateAuthority authority = CertificateAuthority.create();
  private final Path directory;
  private final Map<String, CertificateFiles> files = new LinkedHashMap<>();
  private final Map<Preamble, Database> databases = new LinkedHashMap<>();
  private final List<Path> javas = new ArrayList<>();

  /** A server that runs already. */
  private record Database(int port, Path ca) {}

  /** What is tried. */
  private record Settings(
      Preamble preamble,
      String serverKey,
      boolean asksForCertificate,
      Path java,
      Map<String, String> properties) {}

  /** What a Java server's session had: the client's certificate or none. */
  private final Queue<Boolean> certificates = new ConcurrentLinkedQueue<>();

  /**
   * What a series came to.
   *
   * @param refused settings that the client refused with one line
   * @param compared rows that were compared with what was seen
   * @param disagreements a line for each row that says something else
   */
  public record Series(int refused, int compared, List<String> disagreements) {
    /** Whether the account was compared with what was seen, and was the same. */
    boolean isAsPromised() {
      return compared > 0 && disagreements.isEmpty();
    }
  }

  /**
   * @param directory for certificates
   */
  RandomSettings(Path directory) throws IOException {
    this.directory = directory;
    authority.save(directory);
    for (String key : List.of("RSA-2048", "EC-256", "EC-384")) {
      ServerKey parsed = ServerKey.parse(key);
      write("server-" + key, authority.issueServer(parsed, List.of("localhost"), Validity.days(2)));
      write("client-" + key, authority.issueClient(parsed, "a client", Validity.days(2)));
    }
    javas.add(Path.of(System.getProperty("java.home")));
  }

  private void write(String name, CertifiedKey key) throws IOException {
    CertificateFiles written = CertificateFiles.in(directory, name);
    written.write(key);
    files.put(name, written);
  }

  /** Prints what the series came to. */
  public static void main(String[] words) throws Exception {
    System.exit(Arguments.run(words, EXPECTED, RandomSettings::run));
  }

  private static int run(Arguments arguments) throws Exception {
    arguments.requireCount(1, 10);
    long seed = arguments.seed(1);
    Path directory = Files.createTempDirectory("random-settings");
    try (RandomSettings settings = new RandomSettings(directory)) {
      for (String word :
          arguments
              .words()
              .subList(Math.min(2, arguments.words().size()), arguments.words().size())) {
        settings.add(word, arguments);
      }
      Series series = settings.run(arguments.number(0), seed);
      series.disagreements().forEach(System.out::println);
      System.out.printf(
          "%d settings, %d refused with a line, %d rows compared, %d disagreements%n",
          arguments.number(0), series.refused(), series.compared(), series.disagreements().size());
      return series.isAsPromised() ? 0 : 1;
    }
  }

  private void add(String word, Arguments arguments) {
    String[] parts = word.split("[=:]", 3);
    switch (parts[0]) {
      case "postgres", "mysql" ->
          databases.put(
              parts[0].equals("mysql") ? Preamble.MYSQL : Preamble.POSTGRES,
              new Database(Integer.parseInt(parts[1]), Path.of(parts[2])));
      case "java" -> javas.add(Path.of(parts[1]));
      default -> throw arguments.wrong(word);
    }
  }

  /** Tries so many settings. */
  Series run(int count, long seed) throws Exception {
    Random random = new Random(seed);
    int refused = 0;
    int compared = 0;
    List<String> disagreements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Settings settings = draw(random);
      List<String> wrong = new ArrayList<>();
      int rows = attempt(settings, wrong);
      refused += rows < 0 ? 1 : 0;
      compared += Math.max(0, rows);
      for (String line : wrong) {
        disagreements.add(
            "setting %d of seed %d, %s: %s".formatted(i + 1, seed, settings.properties(), line));
      }
    }
    return new Series(refused, compared, disagreements);
  }

  private static <T> T any(Random random, List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private Settings draw(Random random) {
    List<Preamble> servers = new ArrayList<>(List.of(Preamble.NONE));
    servers.addAll(databases.keySet());
    Preamble preamble = any(random, servers);
    Map<String, String> properties = new LinkedHashMap<>();
    CipherSuite suite = CipherSuites.parse(any(random, SUITES));
    properties.put("tls.cipher", suite.name());
    boolean ec = suite.keyAlgorithms().contains(ServerKey.Algorithm.EC);
    boolean rsa = suite.keyAlgorithms().contains(ServerKey.Algorithm.RSA);
    List<String> keys = new ArrayList<>(rsa ? List.of("RSA-2048") : List.of());
    keys.addAll(ec ? List.of("EC-256", "EC-384") : List.of());
    String serverKey = any(random, keys);
    if (preamble == Preamble.NONE && random.nextBoolean()) {
      properties.put("tls.keysize", serverKey);
    }
    maybe(random, properties, "tls.provider", "SunJSSE", "BCJSSE", "Conscrypt");
    maybe(random, properties, "tls.group", "any", "x25519", "secp256r1", "secp384r1", "ffdhe2048");
    maybe(random, properties, "tls.recordsize", "1024", "4096", "16000");
    maybe(random, properties, "tls.resumption", "on", "50%");
    maybe(random, properties, "tls.renegotiate", "1");
    if (random.nextBoolean()) {
      CertificateFiles client = files.get("client-" + any(random, List.of("RSA-2048", "EC-256")));
      properties.put("tls.cert", client.certificate().toString());
      properties.put("tls.key", client.key().toString());
    }
    Path ca =
        preamble == Preamble.NONE
            ? CertificateAuthority.certificateFile(directory)
            : databases.get(preamble).ca();
    properties.put("tls.ca", ca.toString());
    return new Settings(preamble, serverKey, random.nextBoolean(), any(random, javas), properties);
  }

  private static void maybe(
      Random random, Map<String, String> properties, String name, String... values) {
    if (random.nextInt(3) == 0) {
      properties.put(name, any(random, List.of(values)));
    }
  }

  /** Returns how many rows were compared; -1 when the client refused. */
  private int attempt(Settings settings, List<String> wrong) throws Exception {
    certificates.clear();
    List<WireView> views = new ArrayList<>();
    try (ServerSocket relay = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SSLServerSocket server = settings.preamble() == Preamble.NONE ? server(settings) : null) {
      int port = server == null ? databases.get(settings.preamble()).port() : server.getLocalPort();
      threads.execute(() -> relay(relay, port, settings.preamble(), views));
      List<String> lines = client(settings, relay.getLocalPort());
      Optional<String> refusal =
          lines.stream().filter(line -> line.startsWith(SettingsClient.REFUSED)).findFirst();
      if (refusal.isPresent()) {
        if (refusal.get().endsWith("null") || refusal.get().contains("Exception")) {
          wrong.add("no right line: " + refusal.get());
        }
        return -1;
      }
      Map<String, String> observed =
          lines.stream()
              .filter(line -> line.startsWith(SettingsClient.ROW))
              .map(line -> line.split(SettingsClient.SEPARATOR, -1))
              .collect(Collectors.toMap(words -> words[1], words -> words[2]));
      if (observed.isEmpty()) {
        wrong.add("no rows: " + lines);
        return 0;
      }
      synchronized (views) {
        return compare(settings, observed, views, wrong);
      }
    }
  }

  private List<String> client(Settings settings, int port) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(settings.java().resolve("bin/java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(
        List.of(
            SettingsClient.class.getName(), Integer.toString(port), settings.preamble().name()));
    settings.properties().forEach((name, value) -> command.add(name + "=" + value));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    threads.execute(
        () -> {
          try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
              process.destroyForcibly();
            }
          } catch (InterruptedException e) {
            process.destroyForcibly();
          }
        });
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      return output.lines().toList();
    }
  }

  /** Rows beside what the relay and the server saw. */
  private int compare(
      Settings settings, Map<String, String> rows, List<WireView> all, List<String> wrong) {
    List<WireView> views = all.stream().filter(WireView::answered).toList();
    Map<String, String> seen = new LinkedHashMap<>();
    if (views.isEmpty()) {
      wrong.add("no handshake was seen on the wire, with the server " + settings.preamble());
      return 0;
    }
    WireView first = views.get(0);
    boolean tls13 = first.version() == 0x0304;
    long resumed = views.stream().filter(WireView::resumed).count();
    List<WireView> full = views.stream().filter(view -> !view.resumed()).toList();
    seen.put("ProtocolOnWire", tls13 ? TLS_1_3 : "TLSv1.2");
    seen.put("CipherSuiteOnWire", CipherSuites.ofCode(first.suite()).orElseThrow().name());
    seen.put("Resumed", resumed + " of " + views.size() + " handshakes");
    if (first.group() != 0) {
      seen.put("GroupOnWire", name(first.group()));
    }
    if (views.stream().map(WireView::keyShares).distinct().count() == 1) {
      seen.put(
          "KeyShares",
          first.keyShares().isEmpty()
              ? "none"
              : first.keyShares().stream()
                  .map(RandomSettings::name)
                  .collect(Collectors.joining("+")));
    }
    int largest = all.stream().mapToInt(view -> view.client.largest()).max().orElse(0);
    seen.put("LargestRecordOut", largest + " bytes");
    boolean java = settings.preamble() == Preamble.NONE;
    if (tls13 && java && !certificates.isEmpty()) {
      seen.put("ClientCertificate", certificates.peek() ? "sent" : "not sent");
    } else if (!tls13) {
      boolean sent = full.stream().allMatch(WireView::clientCertificate);
      boolean requested = full.stream().anyMatch(view -> !view.server.messages(13).isEmpty());
      seen.put(
          "ClientCertificate", sent ? "sent" : requested ? "requested, not sent" : "not requested");
    }
    seen.forEach(
        (setting, value) -> {
          String row = rows.get(setting).replace(" after a second hello", "");
          if (!row.equals(value)) {
            wrong.add("%s: the account says %s, seen is %s".formatted(setting, row, value));
          }
        });
    return seen.size();
  }

  private static String name(int group) {
    return NamedGroup.ofCode(group)
        .map(NamedGroup::toString)
        .orElseGet(() -> "0x%04X".formatted(group));
  }

  /** A server of Java that takes any suite. */
  private SSLServerSocket server(Settings settings) throws Exception {
    char[] password = "in memory".toCharArray();
    CertificateFiles key = files.get("server-" + settings.serverKey());
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(CertifiedKey.read(key.certificate(), key.key()).toKeyStore(password), password);
    Trust trust = Trust.ofCa(CertificateAuthority.certificateFile(directory));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), new TrustManager[] {KeyMaterial.trustManager(trust)}, null);
    SSLServerSocket server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server.setWantClientAuth(settings.asksForCertificate());
    threads.execute(() -> serve(server));
    return server;
  }

  private void serve(SSLServerSocket server) {
    while (!server.isClosed()) {
      try {
        SSLSocket client = (SSLSocket) server.accept();
        threads.execute(() -> answer(client));
      } catch (IOException e) {
        return; // The attempt is over.
      }
    }
  }

  /** Each read is answered by a byte. */
  private void answer(SSLSocket client) {
    try (client) {
      client.startHandshake();
      certificates.add(hasCertificate(client));
      InputStream in = client.getInputStream();
      byte[] buffer = new byte[1 << 14];
      while (in.read(buffer) >= 0) {
        client.getOutputStream().write(1);
      }
    } catch (IOException e) {
      return; // The client is gone, or refused.
    }
  }

  private static boolean hasCertificate(SSLSocket client) {
    try {
      return client.getSession().getPeerCertificates().length > 0;
    } catch (SSLPeerUnverifiedException e) {
      return false;
    }
  }

  private void relay(ServerSocket relay, int port, Preamble preamble, List<WireView> views) {
    while (!relay.isClosed()) {
      try {
        Socket client = relay.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        client.setTcpNoDelay(true);
        server.setTcpNoDelay(true);
        WireView view = new WireView();
        synchronized (views) {
          views.add(view);
        }
        view.client.skip(preamble == Preamble.POSTGRES ? 8 : preamble == Preamble.MYSQL ? 36 : 0);
        threads.execute(() -> pass(client, server, view.client, views));
        threads.execute(() -> passBack(server, client, preamble, view.server, views));
      } catch (IOException e) {
        return; // The attempt is over.
      }
    }
  }

  private static void passBack(
      Socket from, Socket to, Preamble preamble, WireView.Direction into, Object lock) {
    try {
      if (preamble == Preamble.POSTGRES) {
        into.skip(1);
      } else if (preamble == Preamble.MYSQL) {
        byte[] header = from.getInputStream().readNBytes(4);
        to.getOutputStream().write(header);
        into.skip((header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16);
      }
    } catch (IOException e) {
      return; // One of the ends is gone.
    }
    pass(from, to, into, lock);
  }

  private static void pass(Socket from, Socket to, WireView.Direction into, Object lock) {
    byte[] buffer = new byte[1 << 15];
    try (from;
        to) {
      OutputStream out = to.getOutputStream();
      int count = from.getInputStream().read(buffer);
      while (count >= 0) {
        synchronized (lock) {
          into.pass(buffer, count);
        }
        out.write(buffer, 0, count);
        count = from.getInputStream().read(buffer);
      }
    } catch (IOException e) {
      return; // One of the ends is gone.
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    Surroundings.delete(directory);
  }
}
