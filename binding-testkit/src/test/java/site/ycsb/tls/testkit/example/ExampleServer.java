package site.ycsb.tls.testkit.example;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.server.PinnedServerContext;
import site.ycsb.tls.testserver.ListenerSpec;
import site.ycsb.tls.testserver.ListenerWitness;
import site.ycsb.tls.testserver.RunningServer;
import site.ycsb.tls.testserver.ServerSpec;
import site.ycsb.tls.testserver.TestServerMain;
import site.ycsb.tls.testserver.WitnessCounter;

/** The test server: keeps records in memory; all listeners have the same. */
public final class ExampleServer implements RunningServer {
  private final Map<String, ServerSocket> listeners = new LinkedHashMap<>();
  private final Map<String, WitnessCounter> counters = new LinkedHashMap<>();
  private final Map<String, TreeMap<String, Map<String, String>>> tables = new HashMap<>();

  public static void main(String[] args) throws InterruptedException {
    System.exit(TestServerMain.serve(args, (spec, arguments) -> new ExampleServer(spec)));
  }

  private ExampleServer(ServerSpec spec) throws IOException {
    for (ListenerSpec listener : spec.listeners()) {
      InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      ServerSocket socket =
          listener.tls().isPresent()
              ? PinnedServerContext.of(listener.tls().get()).serverSocket(free, 50)
              : new ServerSocket(0, 50, free.getAddress());
      WitnessCounter counter = new WitnessCounter();
      listeners.put(listener.name(), socket);
      counters.put(listener.name(), counter);
      start(() -> accept(socket, counter));
    }
  }

  private static void start(Runnable work) {
    Thread thread = new Thread(work, "example server");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket listener, WitnessCounter counter) {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        counter.connected();
        start(() -> converse(socket, counter));
      } catch (IOException e) {
        System.err.println("accept: " + e.getMessage());
      }
    }
  }

  private void converse(Socket accepted, WitnessCounter counter) {
    try (Words client = Words.over(afterHandshake(accepted, counter))) {
      while (true) {
        client.send(answer(client.receive()));
      }
    } catch (IOException | RuntimeException e) {
      System.err.println("a connection ended: " + e.getMessage());
    }
  }

  /** The socket after its handshake, if it has TLS. */
  private static Socket afterHandshake(Socket socket, WitnessCounter counter) throws IOException {
    if (socket instanceof SSLSocket tls) {
      try {
        tls.startHandshake();
        counter.handshaken(tls.getSession(), false); // JSSE's sockets do not say "resumed"
      } catch (IOException e) {
        counter.failed();
        socket.close();
        throw e;
      }
    }
    return socket;
  }

  /** A request is an operation, a table, a key, and what the operation needs. */
  private synchronized List<String> answer(List<String> request) {
    TreeMap<String, Map<String, String>> table =
        tables.computeIfAbsent(request.get(1), name -> new TreeMap<>());
    String key = request.get(2);
    List<String> rest = request.subList(3, request.size());
    List<String> answer = new ArrayList<>(List.of("OK"));
    switch (request.get(0)) {
      case "clear" -> table.clear();
      case "insert" -> table.put(key, Words.fields(rest));
      case "scan" ->
          table.tailMap(key).keySet().stream()
              .limit(Long.parseLong(rest.get(0)))
              .forEach(answer::add);
      default -> {
        Map<String, String> fields = table.get(key);
        if (fields == null) {
          return List.of("NOT_FOUND");
        }
        switch (request.get(0)) {
          case "read" -> answer.addAll(Words.flat(fields));
          case "update" -> fields.putAll(Words.fields(rest));
          case "delete" -> table.remove(key);
          default -> throw new IllegalArgumentException("no such operation: " + request);
        }
      }
    }
    return answer;
  }

  @Override
  public String product() {
    return "example 1";
  }

  @Override
  public Map<String, InetSocketAddress> addresses() {
    Map<String, InetSocketAddress> addresses = new LinkedHashMap<>();
    listeners.forEach(
        (name, socket) ->
            addresses.put(
                name, InetSocketAddress.createUnresolved("127.0.0.1", socket.getLocalPort())));
    return addresses;
  }

  @Override
  public Map<String, ListenerWitness> witness() {
    Map<String, ListenerWitness> seen = new LinkedHashMap<>();
    counters.forEach((name, counter) -> seen.put(name, counter.witness()));
    return seen;
  }

  @Override
  public void close() throws IOException {
    for (ServerSocket listener : listeners.values()) {
      listener.close();
    }
  }
}
