package site.ycsb.tls.binding.program;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.file.TemporaryDirectory;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.ValueType;

/**
 * A server of another version than the machine's, from Debian's packages: fetched by {@code
 * apt-get} into a folder of the user's cache, without root, and nothing is installed. With all
 * libraries that it needs, the C library too, so that it runs on older systems.
 *
 * @param name of the package, for example {@code valkey-server}
 * @param version the first numbers of its version, for example {@code 9} or {@code 8.1}
 * @param folder where it is unpacked, complete or not there
 */
public record DebianPackage(String name, String version, Path folder) {
  /** Debian's releases, the oldest first, and what becomes the next ones. */
  private static final List<String> SUITES = List.of("bookworm", "trixie", "forky", "sid");

  /** The property with which users choose a version. */
  public static final Property<String> VERSION =
      Property.optional(
          "testbed.version",
          ValueType.matching(
              "version",
              "[0-9]{1,4}(\\.[0-9]{1,4}){0,2}",
              "the first numbers of a version, as in 9 or 11.8"),
          "the installed one's",
          "test server: its version, as in 9 or 11.8: from Debian's packages, fetched into the user's"
              + " cache without root");

  /** The first bytes of a program that the kernel executes itself. */
  private static final byte[] ELF = {0x7F, 'E', 'L', 'F'};

  private static final Set<PosixFilePermission> OTHERS_WRITE =
      PosixFilePermissions.fromString("----w--w-");

  private static final String MIRROR = "http://deb.debian.org/debian";

  /** In {@code sources.list}, or in {@code debian.sources}. */
  private static final Pattern MIRRORS =
      Pattern.compile(
          "(?m)^(?:deb\\s+(?:\\[[^]]*]\\s+)?|URIs:\\s*)(https?://\\S*/debian/?)(?:\\s|$)");

  /** The package in a folder of the user's cache. */
  public static DebianPackage of(String name, String version, Path cache) {
    return new DebianPackage(
        name, version, cache.resolve("packages").resolve(name + "-" + version));
  }

  /**
   * The folder of the cache: this user's, or root's if the servers that root starts as another user
   * must be able to enter it.
   */
  public static Path cache() {
    return isRoot()
        ? Path.of("/var/cache/ycsb-tls")
        : CertificateStore.userDirectory(System.getenv());
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  /** A program in it: {@code usr/bin/valkey-server}. */
  public Path program(String path) {
    return folder.resolve(path);
  }

  /**
   * Fetches and unpacks it, unless it is there.
   *
   * @param programs paths in it of the programs that will be started, by the launcher or by one
   *     another
   * @throws UsageException when this is no Debian, Debian has no such package for this
   *     architecture, it cannot be fetched, or others could have put it there; one line
   */
  public void fetch(List<String> programs) throws IOException, InterruptedException {
    requireOwn();
    if (Files.isDirectory(folder)) {
      return;
    }
    requireTools();
    System.err.printf(
        "Fetching %s %s from Debian's packages into %s (once).%n", name, version, folder);
    Files.createDirectories(
        folder.getParent(),
        PosixFilePermissions.asFileAttribute(
            PosixFilePermissions.fromString(isRoot() ? "rwxr-xr-x" : "rwx------")));
    // Complete or not there: beside the folder, and moved in the end.
    try (TemporaryDirectory work = TemporaryDirectory.create("packages");
        TemporaryDirectory beside = TemporaryDirectory.in(folder.getParent(), "package")) {
      Apt apt = Apt.in(work.path());
      apt.download(name, chosen(apt));
      Path unpacked = beside.path();
      Files.setPosixFilePermissions(unpacked, PosixFilePermissions.fromString("rwxr-xr-x"));
      apt.unpack(unpacked);
      for (String program : programs) {
        wrap(unpacked, program);
      }
      Files.move(unpacked, folder);
    } catch (IOException e) {
      // Another process may have been faster.
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  /** What is there is started as this user. */
  private void requireOwn() throws IOException {
    Path packages = folder.getParent();
    for (Path each : List.of(packages.getParent(), packages, folder)) {
      if (!Files.isDirectory(each)) {
        continue;
      }
      if (!Collections.disjoint(Files.getPosixFilePermissions(each), OTHERS_WRITE)) {
        throw new UsageException(
            "testbed.version: others may write to %s, from which programs would be started; remove it, or take that right from them (chmod go-w)"
                .formatted(each));
      }
      if (!isOfThisUserOrRoot(each)) {
        throw new UsageException(
            "testbed.version: %s, from which programs would be started, belongs to the user %s; set XDG_CACHE_HOME to a folder of your own"
                .formatted(each, Files.getOwner(each).getName()));
      }
    }
  }

  /** In a cache that all may write to, such as one in /tmp, another user may have made it first. */
  private static boolean isOfThisUserOrRoot(Path there) throws IOException {
    if (Files.getAttribute(there, "unix:uid").equals(0)) {
      return true;
    }
    try (TemporaryDirectory own = TemporaryDirectory.create("owner")) {
      return Files.getOwner(there).equals(Files.getOwner(own.path()));
    }
  }

  private static void requireTools() {
    InstalledPrograms installed = InstalledPrograms.ofThisMachine();
    for (String tool : List.of("apt-get", "apt-cache", "dpkg-deb")) {
      if (installed.find(tool).isEmpty()) {
        throw new UsageException(
            "testbed.version: packages are fetched by %s, which is %s; leave it out, and install the server yourself"
                .formatted(tool, InstalledPrograms.nowhere()));
      }
    }
  }

  private static String mirror() throws IOException {
    List<Path> lists = new ArrayList<>(List.of(Path.of("/etc/apt/sources.list")));
    Path more = Path.of("/etc/apt/sources.list.d");
    if (Files.isDirectory(more)) {
      try (Stream<Path> files = Files.list(more)) {
        lists.addAll(files.sorted().toList());
      }
    }
    for (Path list : lists) {
      Matcher found = MIRRORS.matcher(Files.isReadable(list) ? Files.readString(list) : "");
      if (found.find()) {
        return found.group(1);
      }
    }
    return MIRROR;
  }

  /**
   * Fetches the suite's list from the mirror, or from Debian's own: the first address in the
   * machine's lists may be another archive's.
   *
   * @return from which
   */
  private static String use(Apt apt, String mirror, String suite)
      throws IOException, InterruptedException {
    try {
      apt.use(mirror, suite);
      return mirror;
    } catch (UsageException e) {
      if (mirror.equals(MIRROR)) {
        throw e;
      }
      try {
        apt.use(MIRROR, suite);
        return MIRROR;
      } catch (UsageException again) {
        throw e; // Of the one that the machine is set to.
      }
    }
  }

  /** The version of the oldest release that has the wanted one. */
  private String chosen(Apt apt) throws IOException, InterruptedException {
    Map<String, List<String>> known = new LinkedHashMap<>();
    String mirror = mirror();
    for (String suite : SUITES) {
      mirror = use(apt, mirror, suite);
      List<String> versions = apt.versions(name);
      for (String candidate : versions) {
        if (isWanted(candidate)) {
          return candidate;
        }
      }
      known.put(suite, versions);
    }
    known.values().removeIf(List::isEmpty);
    throw new UsageException(
        "testbed.version=%s: Debian has no %s of this version for %s (it has %s)"
            .formatted(version, name, apt.architecture(), known.isEmpty() ? "none" : known));
  }

  boolean isWanted(String candidate) {
    return candidate.replaceFirst("^[0-9]+:", "").matches(Pattern.quote(version) + "([^0-9].*)?");
  }

  /** Makes the program run with the libraries of the folder, under its own name. */
  void wrap(Path unpacked, String program) throws IOException {
    Path given = unpacked.resolve(program);
    if (!isElf(given)) {
      return;
    }
    Path loader = only(unpacked.resolve("usr/lib"), "*/ld-linux*.so.*");
    Path elf = given.resolveSibling(given.getFileName() + ".elf");
    Files.move(given, elf);
    Files.writeString(
        given,
        """
        #!/bin/sh
        exec %s --library-path %s --argv0 "$0" %s "$@"
        """
            .formatted(
                quoted(unpacked, loader),
                quoted(unpacked, loader.getParent()),
                quoted(unpacked, elf)));
    Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static boolean isElf(Path program) throws IOException {
    try (InputStream in = Files.newInputStream(program)) {
      return Arrays.equals(in.readNBytes(ELF.length), ELF);
    }
  }

  private static Path only(Path folder, String pattern) throws IOException {
    PathMatcher matcher = folder.getFileSystem().getPathMatcher("glob:" + pattern);
    try (Stream<Path> files = Files.walk(folder, 2)) {
      return files
          .filter(file -> matcher.matches(folder.relativize(file)))
          .findFirst()
          .orElseThrow(() -> new IOException("there is no " + pattern + " below " + folder));
    }
  }

  /** Where it will be, for a shell. */
  private String quoted(Path unpacked, Path path) {
    return "'" + folder.resolve(unpacked.relativize(path)).toString().replace("'", "'\\''") + "'";
  }
}
