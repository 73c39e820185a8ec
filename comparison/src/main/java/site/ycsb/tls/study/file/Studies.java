package site.ycsb.tls.study.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import site.ycsb.tls.pin.NearestNames;
import site.ycsb.tls.property.UsageException;

/**
 * The studies of a folder.
 *
 * @param folder of the studies
 */
public record Studies(Path folder) {
  private static final String SUFFIX = ".yaml";

  /** Their names, in alphabetical order. */
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    }
  }

  /**
   * The file of a study.
   *
   * @param nameOrFile name of one of these studies, or a file anywhere
   * @throws UsageException when there is no such study or file; the message has the nearest names
   */
  public Path file(String nameOrFile) throws IOException {
    Path named = folder.resolve(nameOrFile + SUFFIX);
    if (Files.isRegularFile(Path.of(nameOrFile))) {
      return Path.of(nameOrFile);
    }
    if (Files.isRegularFile(named)) {
      return named;
    }
    throw new UsageException(
        "no study and no file '%s'; the nearest names are %s; 'bin/ycsb study list' shows all"
            .formatted(nameOrFile, String.join(", ", NearestNames.of(nameOrFile, names(), 2))));
  }
}
