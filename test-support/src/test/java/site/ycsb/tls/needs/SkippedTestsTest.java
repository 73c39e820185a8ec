package site.ycsb.tls.needs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The classes below are run by JUnit, and the list is read as a build reads it. */
class SkippedTestsTest {
  private static final Instant LONG_AGO = Instant.EPOCH;

  /** What these classes skip is not what the build skips. */
  private static final LauncherConfig WITHOUT_LISTENERS =
      LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build();

  private static int runs;

  @TempDir private Path project;

  @BeforeEach
  void noneHasRun() {
    runs = 0;
  }

  /** No JVM is 17 and 20 at once, so these never run. */
  @Needs({Requirement.TESTS_ON_JAVA_17, Requirement.JAVA_20})
  static class SkippedSample {
    @Test
    void first() {
      runs++;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void second(int value) {
      runs += value;
    }
  }

  static class MixedSample {
    @Test
    void runs() {
      runs++;
    }

    @Test
    @Needs({Requirement.TESTS_ON_JAVA_17, Requirement.JAVA_20})
    void doesNot() {
      runs++;
    }
  }

  static class Inheriting extends SkippedSample {}

  private void run(String module, Class<?>... classes) throws Exception {
    Path folder = Files.createDirectories(project.resolve(module));
    Files.writeString(folder.resolve("pom.xml"), "");
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                Arrays.stream(classes)
                    .map(each -> selectClass(each))
                    .toArray(i -> new ClassSelector[i]))
            .build();
    LauncherFactory.create(WITHOUT_LISTENERS)
        .execute(request, new SkippedTestsListener(folder.resolve(SkippedTestsListener.FOLDER)));
  }

  private String list(Instant since, String... accepted) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      String[] arguments = {project.toString(), since.toString(), null};
      if (accepted.length > 0) {
        Path file = project.resolve("accepted");
        Files.write(file, Arrays.asList(accepted));
        arguments = new String[] {arguments[0], arguments[1], file.toString()};
      }
      SkippedTests.main(arguments);
    } finally {
      System.setOut(before);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private static String missing() {
    return (Requirement.JAVA_20.isMet() ? Requirement.TESTS_ON_JAVA_17 : Requirement.JAVA_20)
        .toString();
  }

  @Test
  void aLineForEachThingThatIsMissingWithTheTestsOfEachModule() throws Exception {
    run("one", SkippedSample.class, MixedSample.class);
    run("nested/two", Inheriting.class, MixedSample.class);
    assertThat(runs).as("tests that ran").isEqualTo(2);
    assertThat(list(LONG_AGO))
        .isEqualTo("3 tests of one and 3 tests of two were not run: " + missing() + "\n");
  }

  @Test
  void whatAnEarlierBuildSkippedIsNotListed() throws Exception {
    run("one", MixedSample.class);
    Path file =
        project
            .resolve("one")
            .resolve(SkippedTestsListener.FOLDER)
            .resolve(MixedSample.class.getName() + ".txt");
    assertThat(file).exists();
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(100)));
    assertThat(list(Instant.now().minusSeconds(50))).isEmpty();
    assertThat(list(LONG_AGO)).startsWith("1 test of one was not run: ");
    run("one", MixedSample.class);
    assertThat(list(LONG_AGO)).startsWith("1 test of one was not run: ");
  }

  @Test
  void aReasonThatIsNotAcceptedFails() throws Exception {
    run("one", MixedSample.class);
    assertThat(list(LONG_AGO, "# why", missing())).startsWith("1 test");
    assertThatThrownBy(() -> list(LONG_AGO, "# another"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(missing());
  }
}
