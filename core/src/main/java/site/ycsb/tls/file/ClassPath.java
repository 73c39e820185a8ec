package site.ycsb.tls.file;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The class path of this process. */
public final class ClassPath {
  private ClassPath() {}

  /** What to do about a class that is not on it, as the end of a sentence. */
  public static String advice() {
    return advice(System.getProperty("java.class.path", ""));
  }

  /** Java leaves an entry with a star as it is when no jar is there. */
  static String advice(String classPath) {
    String missing =
        Arrays.stream(classPath.split(File.pathSeparator, -1))
            .filter(entry -> !entry.isEmpty() && !Files.exists(Path.of(entry)))
            .collect(Collectors.joining(", "));
    return missing.isEmpty()
        ? "add its jar with -cp"
        : "of the class path, there is no %s; correct -cp".formatted(missing);
  }
}
