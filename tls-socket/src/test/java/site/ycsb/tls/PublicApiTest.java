package site.ycsb.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.socket.PinnedTransport;

/**
 * What users of this library can call is written down in {@code api.txt}: who changes it sees it in
 * the difference of that file. A line that goes, or becomes another one, breaks programs.
 *
 * <p>After a wanted change: {@code mvn -q -pl tls-socket -am test -Dtest=PublicApiTest
 * -Dsurefire.failIfNoSpecifiedTests=false -Dapi.write=true}.
 */
class PublicApiTest {
  private static final Path FILE = Path.of("api.txt");

  @Test
  void publicApiIsAsWrittenDown() throws Exception {
    List<String> api = publicApi();
    if (Boolean.getBoolean("api.write")) {
      Files.write(FILE, api);
    }
    assertThat(api).containsExactlyElementsOf(Files.readAllLines(FILE));
  }

  private static List<String> publicApi() throws IOException, URISyntaxException {
    URI classes = PinnedTransport.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    List<String> api = new ArrayList<>();
    Path folder = Path.of(classes);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        String name = folder.relativize(file).toString().replace('/', '.').replace(".class", "");
        if (!name.equals("module-info") && !name.endsWith("package-info")) {
          describe(name, api);
        }
      }
    }
    return api;
  }

  private static void describe(String name, List<String> api) {
    Class<?> type;
    try {
      type = Class.forName(name, false, PublicApiTest.class.getClassLoader());
      if (!isVisible(type)) {
        return;
      }
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw new AssertionError(name + " cannot be loaded", e);
    }
    String parents =
        Stream.concat(
                Stream.ofNullable(type.getGenericSuperclass()),
                Arrays.stream(type.getGenericInterfaces()))
            .map(parent -> parent.getTypeName())
            .collect(Collectors.joining(", "));
    api.add(Modifier.toString(type.getModifiers()) + " " + name + " : " + parents);
    Stream.of(
            Arrays.stream(type.getDeclaredFields()).filter(f -> isVisible(f)).map(Field::toString),
            Arrays.stream(type.getDeclaredConstructors())
                .filter(c -> isVisible(c))
                .map(Constructor::toGenericString),
            Arrays.stream(type.getDeclaredMethods())
                .filter(m -> isVisible(m) && !m.isBridge())
                .map(Method::toGenericString))
        .flatMap(members -> members)
        .map(member -> "  " + member)
        .sorted()
        .forEach(api::add);
  }

  /** Whether it, and each class around it, can be seen from other packages. */
  private static boolean isVisible(Class<?> type) {
    int modifiers = type.getModifiers();
    return (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers))
        && (type.getEnclosingClass() == null || isVisible(type.getEnclosingClass()));
  }

  private static boolean isVisible(Member member) {
    return (Modifier.isPublic(member.getModifiers()) || Modifier.isProtected(member.getModifiers()))
        && !(member instanceof Executable executable && executable.isSynthetic())
        && !(member instanceof Field field && field.isSynthetic());
  }
}
