package site.ycsb.tls.session;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.engine.ThirdPartyPool;
import site.ycsb.tls.file.Home;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.socket.Transport;

/** Finds a binding by its name. */
public final class Bindings {
  /** YCSB's own client that does nothing, under its name in YCSB. */
  private static final Map<String, String> THIRD_PARTY = Map.of("basic", "site.ycsb.BasicDB");

  private Bindings() {}

  /**
   * The binding of this name or alias; for the name of a class, a binding around this {@code
   * site.ycsb.DB}.
   *
   * @throws UsageException when there is no such binding on this class path
   */
  public static Binding named(String name) {
    return find(name).orElseThrow(() -> new UsageException(whyNot(name)));
  }

  private static String whyNot(String name) {
    return launcherNames().containsKey(name)
        ? "the binding '%s' is not on the class path: give it directly after the command, as in 'bin/ycsb compare %s'; a program of your own needs its jars there"
            .formatted(name, name)
        : "unknown binding '%s': expected one of %s, or the class name of a site.ycsb.DB that -cp brings"
            .formatted(name, String.join(", ", names()));
  }

  /** The same; empty when there is none on this class path. */
  public static Optional<Binding> find(String name) {
    for (Binding binding : ServiceLoader.load(Binding.class)) {
      if (binding.name().equals(name) || binding.aliases().contains(name)) {
        return Optional.of(binding);
      }
    }
    String className = THIRD_PARTY.getOrDefault(name, name);
    return className.indexOf('.') > 0 || isClass(className)
        ? Optional.of(new ThirdParty(className))
        : Optional.empty();
  }

  /** Without a package name, a class and a misspelled binding look alike. */
  private static boolean isClass(String name) {
    return Bindings.class.getClassLoader().getResource(name + ".class") != null;
  }

  /** All names in the launcher's list, on this class path or not. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(THIRD_PARTY.keySet());
    ServiceLoader.load(Binding.class).forEach(binding -> names.add(binding.name()));
    names.addAll(launcherNames().stringPropertyNames());
    return names;
  }

  /**
   * The class path of a JVM that makes this run: this JVM's and, where they are missing there, the
   * folders of the TLS provider that the run names and of the binding, as the launcher has it.
   *
   * @param name of the binding
   * @param properties of the run
   * @throws UsageException when the binding is not built here
   */
  public static String classPath(String name, Map<String, String> properties) {
    String path = withProvider(System.getProperty("java.class.path"), Home.path(), properties);
    Optional<Path> lib =
        Optional.ofNullable(launcherNames().getProperty(name))
            .map(folders -> Home.path().resolve(folders.split(" ", 2)[0]).resolve("target/lib"));
    if (lib.isPresent() && !path.contains(lib.get().toString()) && !Files.isDirectory(lib.get())) {
      throw new UsageException(
          "the binding %s is not built here (%s is missing): 'bin/ycsb run %s -h' builds it"
              .formatted(name, lib.get(), name));
    }
    return lib.map(folder -> with(path, folder)).orElse(path);
  }

  /**
   * Where its folder is not built, its jar may have come with {@code -cp}; else the run says so.
   */
  static String withProvider(String path, Path home, Map<String, String> properties) {
    return new TypedProperties(properties)
        .given(TlsProperties.PROVIDER)
        .map(name -> home.resolve("providers/" + name.toLowerCase(Locale.ROOT) + "/target/lib"))
        .filter(Files::isDirectory)
        .map(lib -> with(path, lib))
        .orElse(path);
  }

  private static String with(String path, Path lib) {
    return path.contains(lib.toString())
        ? path
        : path + File.pathSeparator + lib + File.separator + "*";
  }

  /** The content of {@code bin/bindings.properties}; empty without that file. */
  private static Properties launcherNames() {
    Path file = Home.path().resolve("bin/bindings.properties");
    Properties known = new Properties();
    if (Files.exists(file)) {
      try (Reader reader = Files.newBufferedReader(file)) {
        known.load(reader);
      } catch (IOException e) {
        throw new UsageException(file + " cannot be read: " + e.getMessage(), e);
      }
    }
    return known;
  }

  /** Any YCSB client, unchanged: it makes its own connections, and takes its TLS from the JVM. */
  private record ThirdParty(String name) implements Binding {
    @Override
    public String description() {
      return "the YCSB client " + name + ", its TLS pinned through the JVM's SSLContext";
    }

    @Override
    public List<Property<?>> properties() {
      return List.of();
    }

    @Override
    public boolean namesServer(Map<String, String> properties) {
      return true;
    }

    @Override
    public boolean isForeign() {
      return true;
    }

    @Override
    public Optional<String> withoutBuffers() {
      return Optional.of("a YCSB client makes its sockets itself");
    }

    @Override
    public DatabasePool open(Map<String, String> properties, Transport transport) {
      return new ThirdPartyPool(name, TypedProperties.asProperties(properties), transport);
    }
  }
}
