package site.ycsb.tls.engine.option;

import java.io.File;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import site.ycsb.tls.property.UsageException;

/** The class path of this process. */
public final class ClassPath {
  private ClassPath() {}

  /**
   * The constructor of a class that the user names.
   *
   * @param name of the class
   * @param type what it must extend
   * @param what it is, for messages: {@code workload 'com.acme.Orders'}
   * @param unknown begins the message when there is no such class
   * @throws UsageException when there is none, it is of another type, has no public constructor
   *     without arguments, or needs a class that is not there
   */
  public static <T> Constructor<? extends T> constructor(
      String name, Class<T> type, String what, String unknown) {
    try {
      return Class.forName(name).asSubclass(type).getConstructor();
    } catch (ClassNotFoundException e) {
      throw new UsageException(
          unknown + "; " + advice(System.getProperty("java.class.path", "")), e);
    } catch (ClassCastException e) {
      throw new UsageException(what + " does not extend " + type.getName(), e);
    } catch (NoSuchMethodException e) {
      throw new UsageException(what + " has no public constructor without arguments", e);
    } catch (LinkageError e) {
      throw new UsageException(
          what + " cannot be loaded (" + e + "); add what it needs with -cp", e);
    }
  }

  /**
   * What to do about a class that is not there, as the end of a sentence. Java leaves an entry with
   * a star as it is when no jar is there.
   */
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
