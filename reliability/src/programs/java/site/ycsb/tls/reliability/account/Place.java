package site.ycsb.tls.reliability.account;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import site.ycsb.tls.certificate.CertificateAuthority;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.option.Trust;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.reliability.Surroundings;
import site.ycsb.tls.reliability.account.MixedServers.Listener;
import site.ycsb.tls.reliability.account.MixedServers.ServerCounts;
import site.ycsb.tls.verify.KeyMaterial;

/** Where the clients of a mixture find servers, and TLS that is not the pinned one. */
final class Place implements AutoCloseable {
  private final Path directory;
  private final Process servers;
  private final BufferedReader answers;
  private final Map<Listener, Integer> ports = new EnumMap<>(Listener.class);
  private final SSLContext earlier;
  private final List<Closeable> kept = new ArrayList<>();

  private Place(Path directory, Process servers) throws Exception {
    this.directory = directory;
    this.servers = servers;
    answers = servers.inputReader(StandardCharsets.US_ASCII);
    Iterator<String> words = Arrays.asList(answers.readLine().split(" ", -1)).iterator();
    for (Listener listener : Listener.values()) {
      ports.put(listener, Integer.valueOf(words.next()));
    }
    earlier = SSLContext.getInstance("TLS");
    earlier.init(null, trust(), null);
  }

  /** Starts the servers. */
  static Place open() throws Exception {
    Path directory = Files.createTempDirectory("mixed");
    CertificateAuthority.create().save(directory);
    Process servers =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                MixedServers.class.getName(),
                directory.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new Place(directory, servers);
  }

  private TrustManager[] trust() {
    return new TrustManager[] {KeyMaterial.trustManager(options().trust())};
  }

  TlsOptions options() {
    return TlsOptions.of(TlsPin.of(MixedServers.SUITE))
        .withTrust(Trust.ofCa(CertificateAuthority.certificateFile(directory)));
  }

  int port(Listener listener) {
    return ports.get(listener);
  }

  Path unixSocket(String name) {
    return directory.resolve(name);
  }

  /** Of a context from before a transport was installed: another suite. */
  SSLSocketFactory earlier() {
    return earlier.getSocketFactory();
  }

  /** Of a native library, over Java's sockets: another version. */
  SSLContext nativeContext() throws Exception {
    SSLContext context =
        SSLContext.getInstance(
            "TLSv1.2",
            Class.forName("org.conscrypt.OpenSSLProvider")
                .asSubclass(Provider.class)
                .getConstructor()
                .newInstance());
    context.init(null, trust(), null);
    return context;
  }

  /** Stays open until the case was judged. */
  void keep(Closeable open) {
    kept.add(open);
  }

  /** A server connects to a port of this process. */
  void reverse(boolean tls, int port) throws IOException {
    command("reverse " + (tls ? "tls " : "plain ") + port);
  }

  /** What the servers have seen since the last time. */
  ServerCounts take() throws IOException {
    command("take");
    return ServerCounts.parse(answers.readLine());
  }

  private void command(String line) throws IOException {
    OutputStream commands = servers.getOutputStream();
    commands.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
    commands.flush();
  }

  /** Closes what was kept. */
  void clear() {
    for (Closeable open : kept) {
      try {
        open.close();
      } catch (IOException e) {
        // Its other end was faster.
      }
    }
    kept.clear();
  }

  @Override
  public void close() throws Exception {
    clear();
    servers.destroy();
    servers.waitFor(10, TimeUnit.SECONDS);
    Surroundings.delete(directory);
  }
}
