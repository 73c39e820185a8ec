package site.ycsb.tls.testserver;

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
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.TlsPin;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.server.ServerTls;

/**
 * The settings of a test server's process, as a properties file: {@code listeners=a,b}, {@code
 * legacy=false}, and for each listener with TLS {@code a.protocol}, {@code a.cipher}, {@code
 * a.certificate}, {@code a.key}, and {@code a.provider} if it is not the JVM's. It is a file and
 * not arguments, so that a user can read it and start the server again by hand.
 *
 * @param listeners at least one, each with a name of its own
 * @param legacy whether the process must allow what its JVM disables, because one of the pins needs
 *     it
 */
public record ServerSpec(List<ListenerSpec> listeners, boolean legacy) {
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
    properties.setProperty("legacy", Boolean.toString(legacy));
    for (ListenerSpec listener : listeners) {
      listener.tls().ifPresent(tls -> put(properties, listener.name() + ".", tls));
    }
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      properties.store(writer, "What the test server listens on");
    }
  }

  private static void put(Properties properties, String prefix, ServerTls tls) {
    properties.setProperty(prefix + "protocol", tls.pin().protocol().toString());
    properties.setProperty(prefix + "cipher", tls.pin().cipherSuite().name());
    tls.pin().provider().ifPresent(name -> properties.setProperty(prefix + "provider", name));
    properties.setProperty(prefix + "certificate", tls.certificate().toString());
    properties.setProperty(prefix + "key", tls.key().toString());
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException when the file cannot be read or something is missing in it
   * @throws IllegalArgumentException when a value cannot be understood
   */
  public static ServerSpec read(Path file) throws IOException {
    Properties properties = new Properties();
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    List<ListenerSpec> listeners = new ArrayList<>();
    for (String name : required(properties, "listeners", file).split(",", -1)) {
      String prefix = name + ".";
      listeners.add(
          properties.containsKey(prefix + "cipher")
              ? ListenerSpec.tls(name, tls(properties, prefix, file))
              : ListenerSpec.plain(name));
    }
    return new ServerSpec(listeners, Boolean.parseBoolean(properties.getProperty("legacy")));
  }

  private static ServerTls tls(Properties properties, String prefix, Path file) throws IOException {
    TlsPin pin =
        new TlsPin(
            TlsProtocol.parse(required(properties, prefix + "protocol", file)),
            CipherSuites.parse(required(properties, prefix + "cipher", file)),
            Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(properties.getProperty(prefix + "provider")));
    return new ServerTls(
        pin,
        Path.of(required(properties, prefix + "certificate", file)),
        Path.of(required(properties, prefix + "key", file)));
  }

  private static String required(Properties properties, String name, Path file) throws IOException {
    return Optional.ofNullable(properties.getProperty(name))
        .orElseThrow(() -> new IOException(file + " has no property " + name));
  }
}
