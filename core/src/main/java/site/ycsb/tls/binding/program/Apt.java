package site.ycsb.tls.binding.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import site.ycsb.tls.property.UsageException;

/**
 * Debian's package tools with lists and archives of their own, as if nothing were installed. The
 * machine's settings for its mirror and proxy hold; signatures are verified.
 *
 * @param directory for all files
 */
record Apt(Path directory) {
  private static final Path KEYS = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");

  /** In two steps: of a pipe only the last command's status would be known. */
  private static final String UNPACK =
      "dpkg-deb --fsys-tarfile \"$1\" >\"$3\" && "
          + "tar -x --keep-directory-symlink --no-same-owner -f \"$3\" -C \"$2\" && rm \"$3\"";

  private static final String ERROR = "E: ";

  /** A line of {@code apt-cache madison}: package, version, source. */
  private static final Pattern VERSION = Pattern.compile("(?m)^\\s*\\S+ \\|\\s*(\\S+) \\|.*$");

  static Apt in(Path directory) throws IOException {
    for (String folder : List.of("state/lists/partial", "cache/archives/partial", "none")) {
      Files.createDirectories(directory.resolve(folder));
    }
    Files.writeString(directory.resolve("status"), "");
    return new Apt(directory);
  }

  /** Fetches the list of the suite's packages, in place of that of another. */
  void use(String mirror, String suite) throws IOException, InterruptedException {
    String signed = Files.exists(KEYS) ? "[signed-by=" + KEYS + "] " : "";
    Files.writeString(
        directory.resolve("sources.list"), "deb " + signed + mirror + " " + suite + " main\n");
    run("apt-get", "update");
  }

  /** The versions of the package in the list, for this architecture. */
  List<String> versions(String name) throws IOException, InterruptedException {
    return VERSION
        .matcher(run("apt-cache", "madison", name))
        .results()
        .map((MatchResult line) -> line.group(1))
        .distinct()
        .toList();
  }

  String architecture() throws IOException, InterruptedException {
    return run("apt-config", "dump", "--format=%v%n", "APT::Architecture").strip();
  }

  /** Fetches the package and all that it depends on. */
  void download(String name, String version) throws IOException, InterruptedException {
    run(
        "apt-get",
        "--yes",
        "--no-install-recommends",
        "--download-only",
        "install",
        name + "=" + version);
  }

  /** Unpacks all that was fetched into the folder. */
  void unpack(Path root) throws IOException, InterruptedException {
    // As on Debian's systems since bookworm: some packages still have files in the one, some in the
    // other.
    for (String folder : List.of("bin", "sbin", "lib", "lib64")) {
      Files.createDirectories(root.resolve("usr").resolve(folder));
      Files.createSymbolicLink(root.resolve(folder), Path.of("usr", folder));
    }
    List<Path> archives;
    try (Stream<Path> files = Files.list(directory.resolve("cache/archives"))) {
      archives = files.filter(file -> file.toString().endsWith(".deb")).sorted().toList();
    }
    for (Path archive : archives) {
      // dpkg-deb -x puts a folder in the place of such a link.
      String files = directory.resolve("files.tar").toString();
      execute(List.of("sh", "-c", UNPACK, "dpkg-deb", archive.toString(), root.toString(), files));
    }
    // Nobody updates these copies: none of them may make another user's rights its own.
    execute(List.of("chmod", "-R", "a-s", root.toString()));
  }

  private String run(String tool, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(tool));
    for (String option :
        List.of(
            "Dir::State=" + directory.resolve("state"),
            "Dir::State::status=" + directory.resolve("status"),
            "Dir::Cache=" + directory.resolve("cache"),
            "Dir::Etc::sourcelist=" + directory.resolve("sources.list"),
            "Dir::Etc::sourceparts=" + directory.resolve("none"),
            "Dir::Etc::preferencesparts=" + directory.resolve("none"),
            "Acquire::Languages=none",
            // Otherwise lists that cannot be fetched are left out, without an error.
            "APT::Update::Error-Mode=any",
            // A mirror may be behind; signatures are verified all the same.
            "Acquire::Check-Valid-Until=false",
            // Whatever the machine's settings allow.
            "Acquire::AllowInsecureRepositories=false",
            "Acquire::AllowWeakRepositories=false",
            "Acquire::AllowDowngradeToInsecureRepositories=false",
            "APT::Get::AllowUnauthenticated=false",
            "APT::Sandbox::User=root",
            "Debug::NoLocking=true")) {
      command.addAll(List.of("-o", option));
    }
    command.addAll(List.of(arguments));
    return execute(command);
  }

  /**
   * Runs it to its end.
   *
   * @return what it writes
   * @throws UsageException when it fails; the message has its errors
   */
  private static String execute(List<String> command) throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    String output;
    try {
      process.getOutputStream().close();
      output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
    } finally {
      process.destroy();
    }
    if (process.exitValue() != 0) {
      List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
      String last = lines.isEmpty() ? "it printed nothing" : lines.get(lines.size() - 1);
      throw new UsageException(
          "testbed.version: %s fails (%s); it needs the network, and the mirror and proxy of /etc/apt"
              .formatted(
                  command.get(0),
                  lines.stream()
                      .filter(line -> line.startsWith(ERROR))
                      .findFirst()
                      .map(line -> line.substring(ERROR.length()))
                      .orElse(last)));
    }
    return output;
  }
}
