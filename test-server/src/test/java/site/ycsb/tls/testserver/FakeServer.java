package site.ycsb.tls.testserver;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import site.ycsb.tls.testserver.ListenerWitness.Negotiated;

/**
 * The process of a server that serves nobody, and one that starts it.
 *
 * @param how it behaves
 * @param awaited a file without which it does not say how it is; empty: it says so at once
 */
record FakeServer(String how, Optional<Path> awaited) implements RunningServer {
  static final ListenerWitness SEEN =
      new ListenerWitness(
          7,
          2,
          Map.of(
              new Negotiated("TLSv1.3", "TLS_AES_128_GCM_SHA256", false), 4L,
              new Negotiated("TLSv1.3", "TLS_AES_128_GCM_SHA256", true), 1L));

  static final ServerHealth ILL =
      new ServerHealth(List.of("b is asleep"), Map.of("b fell asleep", 2L, "a yawned", 1L));

  public static void main(String[] args) throws Exception {
    System.exit(TestServerMain.serve(args, (spec, arguments) -> behave(arguments)));
  }

  private static RunningServer behave(List<String> arguments) throws Exception {
    switch (arguments.get(0)) {
      case "fails" -> throw new IOException("the disk is on fire");
      case "lacks a class" -> {
        // As the threads of a listener that is open already.
        new Thread(new CompletableFuture<Void>()::join, "listener").start();
        throw new NoClassDefFoundError("some/Provider");
      }
      case "hangs" -> Thread.sleep(Duration.ofHours(1).toMillis());
      case "exits" -> System.exit(0);
      default -> System.out.println("what a library prints to stdout");
    }
    return new FakeServer(arguments.get(0), arguments.stream().skip(1).findFirst().map(Path::of));
  }

  /** What starts the server in a JVM of its own. */
  static List<String> command(Path directory, Class<?> main, String... arguments)
      throws IOException {
    Path spec = directory.resolve("server.properties");
    new ServerSpec(List.of(ListenerSpec.plain("a"), ListenerSpec.plain("b")), false).write(spec);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    String classPath = System.getProperty("surefire.test.class.path");
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            classPath == null ? System.getProperty("java.class.path") : classPath,
            main.getName(),
            spec.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  /** A parent that starts a server, says its process id, and waits to be killed. */
  static final class Parent {
    public static void main(String[] args) throws Exception {
      Path directory = Path.of(args[0]).getParent();
      Path log = directory.resolve("child.log");
      ServerProcess child =
          ServerProcess.start(
              command(directory, FakeServer.class, "works"), log, Duration.ofSeconds(60));
      Path said = directory.resolve("said");
      Files.writeString(said, child.processIds().get(0).toString());
      Files.move(said, directory.resolve("pid"));
      Thread.sleep(Duration.ofHours(1).toMillis());
    }
  }

  @Override
  public String product() {
    return "fake 1.0 (of tests)";
  }

  @Override
  public Map<String, InetSocketAddress> addresses() {
    return Map.of(
        "a", InetSocketAddress.createUnresolved("127.0.0.1", 1),
        "b", InetSocketAddress.createUnresolved("127.0.0.2", 2));
  }

  @Override
  public Map<String, ListenerWitness> witness() {
    return Map.of("a", ListenerWitness.NOTHING, "b", SEEN);
  }

  @Override
  public ServerHealth health() throws InterruptedException {
    while (awaited.isPresent() && !Files.exists(awaited.get())) {
      Thread.sleep(10);
    }
    return ILL;
  }

  @Override
  public void close() throws IOException {
    if (how.equals("ends badly")) {
      throw new IOException("a part of it had to be killed");
    }
    System.err.println("closed");
  }
}
