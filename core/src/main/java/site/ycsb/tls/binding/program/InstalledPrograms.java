package site.ycsb.tls.binding.program;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the programs of servers that are installed on this machine, for recipes of test servers.
 *
 * @param places folders where they may be, in this order
 */
public record InstalledPrograms(List<Path> places) {
  /** Folders of packages' servers, which are not on every user's PATH. */
  private static final List<String> USUAL_PLACES =
      List.of("/usr/sbin", "/usr/bin", "/usr/libexec", "/usr/local/mysql/bin");

  public InstalledPrograms {
    places = List.copyOf(places);
  }

  /** In the folders of this process's PATH, and where packages put servers. */
  public static InstalledPrograms ofThisMachine() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return new InstalledPrograms(
        Stream.concat(Stream.of(path.split(File.pathSeparator)), USUAL_PLACES.stream())
            .filter(place -> !place.isEmpty())
            .map(Path::of)
            .toList());
  }

  /** The first program of this name. */
  public Optional<Path> find(String name) {
    return places.stream()
        .map(place -> place.resolve(name))
        .filter(program -> Files.isRegularFile(program) && Files.isExecutable(program))
        .findFirst();
  }

  /** The first folder that has all of these programs. */
  public Optional<Path> folderOf(String... names) {
    return places.stream()
        .filter(place -> Stream.of(names).allMatch(n -> Files.isExecutable(place.resolve(n))))
        .findFirst();
  }

  /** Where they were looked for, for messages: {@code neither on PATH nor in …}. */
  public static String nowhere() {
    return "neither on PATH nor in " + String.join(", ", USUAL_PLACES);
  }

  /** The folders with colons between them, as a launcher's argument. */
  public String asPath() {
    return places.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
