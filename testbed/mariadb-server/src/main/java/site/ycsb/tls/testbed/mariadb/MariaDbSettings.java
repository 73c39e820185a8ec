package site.ycsb.tls.testbed.mariadb;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The recipe's settings other than the listener.
 *
 * @param data the data directory, absolute
 * @param places folders of the installed server's programs; empty: use the unpacked jar's
 * @param base of an installation that is not in its usual place
 * @param atRest whether the data are encrypted in files
 * @param options for {@code mariadbd}, as they are
 */
record MariaDbSettings(
    Path data, List<Path> places, Optional<Path> base, boolean atRest, List<String> options) {
  private static final String DATA = "data=";
  private static final String PLACES = "places=";
  private static final String BASE = "base=";
  private static final String AT_REST = "atrest=on";

  MariaDbSettings {
    data = data.toAbsolutePath();
    places = List.copyOf(places);
    options = List.copyOf(options);
  }

  /**
   * Understands {@code data=PATH}, perhaps {@code places=FOLDER:FOLDER} and {@code atrest=on}, then
   * options of {@code mariadbd}, which begin with --.
   */
  static MariaDbSettings parse(List<String> arguments) {
    return new MariaDbSettings(
        Path.of(
            value(arguments, DATA)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "expected %sPATH [%sFOLDER%sFOLDER] [%s] and options of mariadbd"
                                .formatted(DATA, PLACES, File.pathSeparator, AT_REST)))),
        value(arguments, PLACES).stream()
            .flatMap(places -> Stream.of(places.split(File.pathSeparator)))
            .map(Path::of)
            .toList(),
        value(arguments, BASE).map(Path::of),
        arguments.contains(AT_REST),
        arguments.stream().filter(argument -> argument.startsWith("--")).toList());
  }

  private static Optional<String> value(List<String> arguments, String name) {
    return arguments.stream()
        .filter(argument -> argument.startsWith(name))
        .map(argument -> argument.substring(name.length()))
        .findFirst();
  }
}
