package site.ycsb.tls.testbed.mariadb;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.testserver.program.ProgramArguments;

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

  /**
   * Understands {@code data=PATH}, perhaps {@code places=FOLDER:FOLDER} and {@code atrest=on}, then
   * options of {@code mariadbd}, which begin with --.
   */
  static MariaDbSettings parse(List<String> arguments) {
    ProgramArguments given = new ProgramArguments(arguments);
    return new MariaDbSettings(
        given.path("data"),
        given.value("places").stream()
            .flatMap(places -> Stream.of(places.split(File.pathSeparator)))
            .map(Path::of)
            .toList(),
        given.value("base").map(Path::of),
        given.value("atrest").filter("on"::equals).isPresent(),
        given.options());
  }
}
