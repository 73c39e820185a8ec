package example;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import site.ycsb.tls.jvm.JvmTransport;
import site.ycsb.tls.option.JvmTls;
import site.ycsb.tls.option.TlsOptions;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.socket.PinnedTransport;

/**
 * Fetches a page with exactly one cipher suite, or not at all: {@code java example.PinnedGet
 * TLS_AES_128_GCM_SHA256 https://example.org/}.
 */
public final class PinnedGet {
  private PinnedGet() {}

  /** Prints what was negotiated; the arguments are a suite and a URL. */
  public static void main(String[] args) throws Exception {
    TlsOptions options = TlsOptions.of(TlsPin.of(args[0]));
    JvmTls.prepare(options);
    PinnedTransport transport = new PinnedTransport(options);
    try (JvmTransport jvm = JvmTransport.install(transport)) {
      HttpResponse<String> response =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(URI.create(args[1])).build(), BodyHandlers.ofString());
      jvm.requireNothingElse(Duration.ofSeconds(2));
      System.out.println(response.statusCode() + " " + transport.evidence().orElseThrow());
    }
  }
}
