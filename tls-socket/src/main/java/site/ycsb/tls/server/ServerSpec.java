package site.ycsb.tls.server;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/**
 * All that a test server's process is told, as a properties file: {@code listeners=a,b} and for
 * each one with TLS {@code a.protocol}, {@code a.suite}, {@code a.certificate}, {@code a.key}. A
 * file, not arguments, so that one can look at it and start the server again by hand.
 *
 * @param listeners at least one, each with a name of its own
 */
public record ServerSpec(List<ListenerSpec> listeners) {
  public ServerSpec {
    listeners = List.copyOf(listeners);
    if (listeners.isEmpty()) {
      throw new IllegalArgumentException("a test server needs at least one listener");
    }
    Set<String> names = new HashSet<>();
    for (ListenerSpec listener : listeners) {
      if (!names.add(listener.name())) {
        throw new IllegalArgumentException("two listeners are named " + listener.name());
      }
    }
  }

  /** Writes the file that {@link #read} reads. */
  public void write(Path file) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(
        "listeners", String.join(",", listeners.stream().map(ListenerSpec::name).toList()));
    for (ListenerSpec listener : listeners) {
      String prefix = listener.name() + ".";
      listener
          .tls()
          .ifPresent(
              tls -> {
                properties.setProperty(prefix + "protocol", tls.protocol());
                properties.setProperty(prefix + "suite", tls.cipherSuite());
                properties.setProperty(prefix + "certificate", tls.certificate().toString());
                properties.setProperty(prefix + "key", tls.key().toString());
              });
    }
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      properties.store(writer, "What the test server listens on");
    }
  }

  /** Reads what {@link #write} wrote. */
  public static ServerSpec read(Path file) throws IOException {
    Properties properties = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    List<ListenerSpec> listeners = new ArrayList<>();
    for (String name : required(properties, "listeners", file).split(",", -1)) {
      String prefix = name + ".";
      if (properties.containsKey(prefix + "suite")) {
        listeners.add(
            ListenerSpec.tls(
                name,
                new ServerTls(
                    required(properties, prefix + "protocol", file),
                    required(properties, prefix + "suite", file),
                    Path.of(required(properties, prefix + "certificate", file)),
                    Path.of(required(properties, prefix + "key", file)))));
      } else {
        listeners.add(ListenerSpec.plain(name));
      }
    }
    return new ServerSpec(listeners);
  }

  private static String required(Properties properties, String name, Path file) throws IOException {
    return Optional.ofNullable(properties.getProperty(name))
        .orElseThrow(() -> new IOException(file + " has no property " + name));
  }
}
