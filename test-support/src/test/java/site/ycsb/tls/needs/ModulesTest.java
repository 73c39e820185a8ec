package site.ycsb.tls.needs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the last modules of a build wait for: Maven builds several at a time. */
class ModulesTest {
  private static final Path PROJECT = Path.of("..");
  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");

  /** It would lack one, or a part of it. */
  @Test
  void theArchiveWaitsForEachBinding() throws IOException {
    List<String> bindings = modules().filter(module -> module.endsWith("-binding")).toList();

    assertThat(bindings).hasSizeGreaterThan(4);
    assertThat(artifacts("distribution/pom.xml")).containsAll(bindings);
  }

  /** What is skipped there would be in no list. Each module waits for those that it depends on. */
  @Test
  void theListOfSkippedTestsWaitsForEachModuleThatMaySkipOne() throws IOException {
    Map<String, String> poms = new HashMap<>();
    for (String module : modules().toList()) {
      poms.put(artifact(module), module + "/pom.xml");
    }
    Set<String> waitedFor = new HashSet<>();
    addWithDependencies("skipped-tests", poms, waitedFor);

    for (String module : modules().toList()) {
      if (maySkip(module)) {
        assertThat(waitedFor).as("skipped-tests/pom.xml").contains(artifact(module));
      }
    }
  }

  private static void addWithDependencies(
      String artifact, Map<String, String> poms, Set<String> found) throws IOException {
    if (poms.containsKey(artifact) && found.add(artifact)) {
      for (String needed : artifacts(poms.get(artifact))) {
        addWithDependencies(needed, poms, found);
      }
    }
  }

  private static Stream<String> modules() throws IOException {
    return groups(MODULE, "pom.xml");
  }

  private static List<String> artifacts(String pom) throws IOException {
    return groups(ARTIFACT, pom).toList();
  }

  private static Stream<String> groups(Pattern pattern, String pom) throws IOException {
    List<MatchResult> found =
        pattern.matcher(Files.readString(PROJECT.resolve(pom))).results().toList();
    return found.stream().map(match -> match.group(1));
  }

  /** The first name after that of the parent. */
  private static String artifact(String module) throws IOException {
    String pom = Files.readString(PROJECT.resolve(module).resolve("pom.xml"));
    Matcher own = ARTIFACT.matcher(pom);
    assertThat(own.find(Math.max(0, pom.indexOf("</parent>")))).as(module).isTrue();
    return own.group(1);
  }

  private static boolean maySkip(String module) throws IOException {
    Path sources = PROJECT.resolve(module).resolve("src");
    if (!Files.isDirectory(sources)) {
      return false;
    }
    try (Stream<Path> files = Files.walk(sources)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        if (Files.readString(file).contains("@Needs(")) {
          return true;
        }
      }
      return false;
    }
  }
}
