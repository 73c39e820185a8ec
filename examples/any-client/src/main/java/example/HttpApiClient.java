package example;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/**
 * An HTTP API through {@code java.net.http}: {@code GET}, {@code PUT} and {@code DELETE} of {@code
 * http.url/KEY}, whose body is the record. It follows redirects. All threads share one client, as
 * its authors advise.
 */
public class HttpApiClient extends ReadAndWrite {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();

  @Override
  void write(String key, Map<String, String> fields) throws IOException, InterruptedException {
    send(request(key).PUT(HttpRequest.BodyPublishers.ofString(String.join("", fields.values()))));
  }

  @Override
  Map<String, String> read(String key) throws IOException, InterruptedException {
    return Map.of("body", send(request(key).GET()));
  }

  @Override
  void remove(String key) throws IOException, InterruptedException {
    send(request(key).DELETE());
  }

  private HttpRequest.Builder request(String key) {
    return HttpRequest.newBuilder(URI.create(property("http.url", "http://localhost") + "/" + key));
  }

  private static String send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("HTTP status " + response.statusCode());
    }
    return response.body();
  }
}
