package site.ycsb.tls.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A process that listens at a port and does nothing else, and the shell that started it.
 *
 * @param starter the shell
 * @param pid of the process that listens
 * @param port that it listens at
 */
record ListeningChild(Process starter, long pid, int port) implements AutoCloseable {

  /** Port 0: one that is free. */
  static ListeningChild at(String address, int port) throws IOException {
    return start(address, port, "");
  }

  /** At a free port, as a process of this name. */
  static ListeningChild named(String name) throws IOException {
    return start("127.0.0.1", 0, name);
  }

  /** An empty name: that of the JVM. */
  private static ListeningChild start(String address, int port, String name) throws IOException {
    Process shell =
        new ProcessBuilder(
                List.of(
                    "/bin/sh",
                    "-c",
                    // Not its last command, which some shells become.
                    "\"$@\"; exit",
                    "sh",
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    ListeningChild.class.getName(),
                    address,
                    Integer.toString(port),
                    name))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    BufferedReader said = shell.inputReader();
    try {
      return new ListeningChild(
          shell, Long.parseLong(said.readLine()), Integer.parseInt(said.readLine()));
    } catch (IOException | NumberFormatException e) {
      shell.destroyForcibly();
      throw new IOException("it does not listen at " + address + ":" + port, e);
    }
  }

  /** Listens until its standard input ends. */
  public static void main(String[] args) throws IOException {
    if (!args[2].isEmpty()) {
      Files.writeString(Path.of("/proc/self/comm"), args[2]);
    }
    try (ServerSocket server =
        new ServerSocket(Integer.parseInt(args[1]), 1, InetAddress.getAllByName(args[0])[0])) {
      System.out.println(ProcessHandle.current().pid());
      System.out.println(server.getLocalPort());
      while (System.in.read() >= 0) {
        // Nothing is said to it.
      }
    }
  }

  @Override
  public void close() throws IOException {
    starter.getOutputStream().close();
    starter.onExit().join();
  }
}
