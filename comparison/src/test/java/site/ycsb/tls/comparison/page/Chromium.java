package site.ycsb.tls.comparison.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import site.ycsb.tls.needs.Requirement;

/** A headless Chromium with one page, spoken to in the DevTools protocol. */
public final class Chromium implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PATIENCE_SECONDS = 60;

  /** Most of a page is in view. */
  private static final int HEIGHT = 40_000;

  /** What the page's console and its scripts complained about. */
  public final List<String> complaints = new ArrayList<>();

  private final Process process;
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private WebSocket socket;
  private String session;
  private int lastId;

  private Chromium(Process process) {
    this.process = process;
  }

  /** Starts the one of this machine; a test that does so needs it. */
  public static Chromium start(Path profile) throws Exception {
    Process process =
        new ProcessBuilder(
                Requirement.chromium().orElseThrow().toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    Chromium chromium = new Chromium(process);
    try {
      chromium.connect();
      return chromium;
    } catch (Exception e) {
      chromium.close();
      throw e;
    }
  }

  private void connect() throws Exception {
    BufferedReader stderr = process.errorReader(StandardCharsets.UTF_8);
    String prefix = "DevTools listening on ";
    String line;
    do {
      line = stderr.readLine();
      if (line == null) {
        throw new IOException("Chromium ended before it listened");
      }
    } while (!line.startsWith(prefix));
    Thread drain = new Thread(() -> stderr.lines().forEach(l -> {}));
    drain.setDaemon(true);
    drain.start();
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(line.substring(prefix.length())), new Listener())
            .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    String target =
        call("Target.createTarget", Map.of("url", "about:blank")).path("targetId").asText();
    session =
        call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
            .path("sessionId")
            .asText();
    call("Page.enable", Map.of());
    call("Runtime.enable", Map.of());
    call("Log.enable", Map.of());
  }

  /** Opens the file with this width and colour scheme, and opens what is folded. */
  public void open(Path file, int width, String scheme) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", HEIGHT, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    call("Page.navigate", Map.of("url", file.toUri().toString()));
    await("document.readyState === 'complete' && location.href !== 'about:blank'");
    evaluate("document.querySelectorAll('details').forEach((d) => (d.open = true))");
  }

  /** Tables that are wider than the page, by their captions; empty when nothing is cut off. */
  public String cutOff() throws Exception {
    return evaluate(
            """
            [...document.querySelectorAll('main .scroll')]
                .filter((s) => s.scrollWidth > s.clientWidth)
                .map((s) => s.textContent.trim().slice(0, 60) + ' ' + s.scrollWidth)
                .join('; ')
            """)
        .asText();
  }

  /** Shows the page as it is on paper. */
  void onPaper() throws Exception {
    call("Emulation.setEmulatedMedia", Map.of("media", "print"));
  }

  /** Waits until a JavaScript expression is true. */
  void await(String condition) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!evaluate(condition).asBoolean()) {
      if (System.nanoTime() > end) {
        throw new IOException("never true: " + condition + "; " + complaints);
      }
      Thread.sleep(50);
    }
  }

  /** The page as PDF, A4, as the browser prints it. */
  byte[] pdf() throws Exception {
    String data =
        call("Page.printToPDF", Map.of("paperWidth", 8.27, "paperHeight", 11.69))
            .path("data")
            .asText();
    return Base64.getDecoder().decode(data);
  }

  /** The value of a JavaScript expression in the page. */
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new IOException(answer.path("exceptionDetails").toString());
    }
    return answer.path("result").path("value");
  }

  /** A picture of the whole page. */
  public byte[] screenshot() throws Exception {
    JsonNode size =
        evaluate(
            "[document.documentElement.clientWidth, Math.ceil(document.body.getBoundingClientRect().height)]");
    Map<String, Object> clip =
        Map.of(
            "x",
            0,
            "y",
            0,
            "width",
            size.get(0).asInt(),
            "height",
            size.get(1).asInt(),
            "scale",
            1);
    String data = call("Page.captureScreenshot", Map.of("clip", clip)).path("data").asText();
    return Base64.getDecoder().decode(data);
  }

  private JsonNode call(String method, Map<String, Object> parameters) throws Exception {
    int id = ++lastId;
    Map<String, Object> message =
        session == null
            ? Map.of("id", id, "method", method, "params", parameters)
            : Map.of("id", id, "method", method, "params", parameters, "sessionId", session);
    socket.sendText(JSON.writeValueAsString(message), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    while (true) {
      JsonNode answer = messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (answer == null) {
        throw new IOException("no answer to " + method);
      }
      note(answer);
      if (answer.path("id").asInt() == id) {
        if (answer.has("error")) {
          throw new IOException(method + ": " + answer.path("error"));
        }
        return answer.path("result");
      }
    }
  }

  private void note(JsonNode message) {
    switch (message.path("method").asText()) {
      case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded" ->
          complaints.add(message.path("params").toString());
      default -> {
        // Not a complaint.
      }
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join();
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        try {
          messages.add(JSON.readTree(text.toString()));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }
}
