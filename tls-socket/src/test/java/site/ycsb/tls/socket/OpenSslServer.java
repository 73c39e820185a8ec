package site.ycsb.tls.socket;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import site.ycsb.tls.certificate.CertificateFiles;

/** {@code openssl s_server}: a TLS implementation that shares no code with ours. */
final class OpenSslServer implements AutoCloseable {
  private static final String ALL = "ALL:COMPLEMENTOFALL:@SECLEVEL=0";

  private final Process process;
  private final int port;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  private OpenSslServer(Process process) throws IOException, InterruptedException {
    this.process = process;
    Thread reader = new Thread(this::read, "openssl-output");
    reader.setDaemon(true);
    reader.start();
    String accept = await("ACCEPT ");
    this.port = Integer.parseInt(accept.substring(accept.lastIndexOf(':') + 1));
  }

  /** Accepts every suite that OpenSSL has, but for what the options say. */
  static OpenSslServer start(CertificateFiles files, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("openssl", "s_server"));
    command.addAll(List.of("-accept", "127.0.0.1:0", "-cipher", ALL));
    command.addAll(
        List.of("-cert", files.certificate().toString(), "-key", files.key().toString()));
    command.addAll(List.of(options));
    return new OpenSslServer(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  int port() {
    return port;
  }

  /** The next line that begins so, without its beginning. */
  String await(String beginning) throws IOException, InterruptedException {
    return find(beginning).orElseThrow(() -> new IOException("openssl said no " + beginning));
  }

  /** Waits for a line that begins and ends so. */
  void await(String beginning, String end) throws IOException, InterruptedException {
    String rest = await(beginning);
    while (!rest.endsWith(end)) {
      rest = await(beginning);
    }
  }

  private Optional<String> find(String beginning) throws InterruptedException {
    for (String line = next(); line != null; line = next()) {
      if (line.startsWith(beginning)) {
        return Optional.of(line.substring(beginning.length()));
      }
    }
    return Optional.empty();
  }

  private String next() throws InterruptedException {
    return lines.poll(20, TimeUnit.SECONDS);
  }

  private void read() {
    try (BufferedReader output = process.inputReader(StandardCharsets.US_ASCII)) {
      output.lines().forEach(lines::add);
    } catch (IOException | UncheckedIOException e) {
      lines.add("ERROR " + e.getMessage());
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
