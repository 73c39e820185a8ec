package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.testkit.Ycsb.words;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.needs.ModuleFolder;

/**
 * {@code bin/ycsb} in homes of its own, with a program that prints what it was given and a Maven
 * that only makes lib folders; the last test starts the real program.
 */
class LauncherIT {
  private static final Path REAL_HOME = Path.of(System.getProperty("ycsb.home"));
  private static final String JAVA_HOME = System.getProperty("java.home");
  private static final Map<String, String> AS_BUILT =
      Map.of("YCSB_REBUILD", "no", "JAVA_OPTS", System.getenv().getOrDefault("JAVA_OPTS", ""));
  private static final Instant BUILT = Instant.parse("2026-11-01T12:00:00Z");
  private static final String PROGRAM =
      """
      package site.ycsb.tls.cli;
      public class Main {
        public static void main(String[] arguments) {
          for (String argument : arguments) System.out.println("argument <" + argument + ">");
          for (String name : new String[] {"java.class.path", "ycsb.home", "a", "b", "c",
              "ycsb.stdin.terminal", "ycsb.stderr.terminal"})
            System.out.println(name + "=" + System.getProperty(name));
          for (String word : String.valueOf(System.getenv("YCSB_GIVEN_OPTIONS")).split("\\u001f"))
            System.out.println("option <" + word + ">");
          System.out.println("pid " + ProcessHandle.current().pid());
          System.exit(arguments.length > 0 && arguments[0].equals("exit") ? 7 : 0);
        }
      }
      """;
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "what Maven says"
      echo "$*" >>started
      while [ -e unfinished ]; do sleep 0.1; done
      for module in program one-binding testbed/one-server; do
        mkdir -p $module/target/lib && cp program.jar socket-account-*.jar $module/target/lib/
        echo %s >$module/target/built
      done
      [ ! -e fails ] || exit 1
      """
          .formatted(BUILT);

  /** All that the launcher may need of the system: PATH leads to nothing else. */
  private static final String SYSTEM_TOOLS =
      "cat cp dirname find ln mkdir mv printf readlink rm sed sleep touch xargs";

  @TempDir(factory = ModuleFolder.class)
  private static Path shared;

  @TempDir(factory = ModuleFolder.class)
  private Path directory;

  private Path home;
  private Path tools;
  private Path script;
  private final List<Path> folders = new ArrayList<>();

  private record Outcome(int status, String out, String err) {
    /** What it says, when it has ended with this code. */
    String refusal(int code) {
      assertThat(status).as(err).isEqualTo(code);
      return err;
    }
  }

  @BeforeAll
  static void compileProgram() throws IOException {
    Path source = Files.writeString(shared.resolve("Main.java"), PROGRAM);
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", shared.toString(), source.toString());
    assertThat(failed).isZero();
    String name = "site/ycsb/tls/cli/Main.class";
    try (OutputStream file = Files.newOutputStream(shared.resolve("program.jar"));
        JarOutputStream jar = new JarOutputStream(file)) {
      jar.putNextEntry(new JarEntry(name));
      Files.copy(shared.resolve(name), jar);
    }
  }

  @BeforeEach
  void makeHome() throws IOException {
    home = Files.createDirectory(directory.toRealPath().resolve("a home with  spaces"));
    tools = Files.createDirectory(directory.resolve("tools"));
    Files.writeString(
        home.resolve("pom.xml"),
        "<module>test-support</module>\n<module>core</module>\n<module>program</module>\n<module>one-binding</module>\n");
    changed("pom.xml", BUILT.minusSeconds(1));
    script = Files.createDirectory(home.resolve("bin")).resolve("ycsb");
    Files.copy(REAL_HOME.resolve("bin/ycsb"), script);
    Files.copy(shared.resolve("program.jar"), home.resolve("program.jar"));
    Files.copy(agent(), home.resolve(agent().getFileName()));
    Files.writeString(
        home.resolve("bin/bindings.properties"),
        "# a remark\none=one-binding testbed/one-server\nalias=one-binding testbed/one-server\n");
    executable(tools.resolve("mvn"), MAVEN);
    for (String tool : words(SYSTEM_TOOLS)) {
      Path program = Path.of("/usr/bin", tool);
      forward(tools.resolve(tool), Files.exists(program) ? program : Path.of("/bin", tool));
    }
  }

  @Test
  void passesArgumentsOnAsTheyAre() throws Exception {
    build("program");

    Outcome outcome = run("a b", "", "-p", "x=*", "it's", "$HOME");

    assertThat(outcome.err).isEmpty();
    assertThat(outcome.status).isZero();
    assertThat(outcome.out)
        .startsWith(
            "argument <a b>\nargument <>\nargument <-p>\nargument <x=*>\nargument <it's>\nargument <$HOME>\njava.class.path=")
        .contains("ycsb.home=" + home + "\n");
  }

  @Test
  void saysWhichOptionsItTookItself() throws Exception {
    build("program");

    assertThat(run("-cp", "/x y", "run", "-jvm-args", "-Xmx99m -Da='b c'", "-cp=z").out)
        .contains("argument <run>\njava.class")
        .contains(
            "option <-cp>\noption </x y>\noption <-jvm-args>\noption <-Xmx99m -Da='b c'>\noption <-cp=z>\npid ");
  }

  @Test
  void endsWithTheProgramsExitCode() throws Exception {
    build("program");

    assertThat(run("exit").status).isEqualTo(7);
  }

  @Test
  @Tag("full")
  void findsItsHomeThroughLinks() throws Exception {
    build("program");
    Path elsewhere = Files.createDirectory(directory.resolve("else where"));
    Files.createSymbolicLink(elsewhere.resolve("real"), script);
    Files.createSymbolicLink(elsewhere.resolve("ycsb"), Path.of("real"));
    Files.createSymbolicLink(directory.resolve("linked home"), home);

    for (Path link :
        List.of(elsewhere.resolve("ycsb"), directory.resolve("linked home/bin/ycsb"))) {
      assertThat(run(link, Map.of()).out).contains("ycsb.home=" + home + "\n");
    }
  }

  /** What follows them would be an agent's option, or another part of the class path. */
  @ParameterizedTest
  @ValueSource(strings = {"a=b", "a:b"})
  void saysThatAJvmCannotUseItsFolder(String name) throws Exception {
    Path moved = Files.move(home, home.resolveSibling(name));

    Outcome outcome = run(moved.resolve("bin/ycsb"), Map.of());

    assertThat(outcome.status).isEqualTo(1);
    assertThat(outcome.err)
        .startsWith("ycsb: a JVM cannot have an agent or a class path in " + moved + ": ")
        .hasLineCount(1);
  }

  @Test
  void becomesTheProgram() throws Exception {
    build("program");
    Process process = process(script, Map.of()).start();
    String out = output(process);

    assertThat(out).contains("pid " + process.pid() + "\n");
  }

  @Test
  void takesItsOwnOptionsWhereverTheyStand() throws Exception {
    build("program", "one-binding", "testbed/one-server");

    Outcome outcome =
        run(
            "run",
            "-cp",
            "/x y/z.jar",
            "-jvm-args",
            "-Da=1 -Db='two words'",
            "one",
            "-s",
            "-jvm-args=-Dc=*",
            "-cp=/second");

    assertThat(outcome.out)
        .startsWith(
            "argument <run>\nargument <one>\nargument <-s>\njava.class.path="
                + home
                + "/program/target/lib/")
        .contains(".jar:/x y/z.jar:/second:" + home + "/one-binding/target/lib/")
        .contains("a=1\n", "b=two words\n", "c=*\n");
  }

  @Test
  @Tag("full")
  void studyNamesItsBindingInItsFile() throws Exception {
    build("program", "one-binding", "testbed/one-server");
    Path studies = Files.createDirectory(home.resolve("studies"));
    Files.writeString(studies.resolve("reads.yaml"), "title: t\nbinding: one\n");
    Path own = directory.resolve("my study.yaml");
    Files.writeString(own, "title: t\nbinding: \"alias\"  # quoted\n");

    for (String study : List.of("reads", own.toString())) {
      assertThat(run("study", "--quick", study).out)
          .contains(":" + home + "/one-binding/target/lib/");
    }
    for (String word : List.of("list", "show", "validate", "nothing")) {
      assertThat(classPath(run("study", word, word.equals("nothing") ? "" : "reads")))
          .containsExactly(home + "/program/target/lib/program.jar");
    }
  }

  @Test
  @Tag("full")
  void addsTheTlsProviderThatACommandAStudyOrAFileOfPropertiesNames() throws Exception {
    build(
        "program", "one-binding", "testbed/one-server", "providers/bcjsse", "providers/conscrypt");
    Files.writeString(
        Files.createDirectory(home.resolve("studies")).resolve("reads.yaml"),
        "binding: one\nvariants: {a: {tls.provider: BCJSSE}, b: {tls.provider: Conscrypt}}\n");
    Path properties =
        Files.writeString(directory.resolve("my.properties"), "tls.provider=BCJSSE\n");
    String bouncyCastle = home + "/providers/bcjsse/target/lib/";
    String conscrypt = home + "/providers/conscrypt/target/lib/";

    assertThat(run("study", "reads").out).contains(bouncyCastle, conscrypt);
    assertThat(run("run", "one", "-P", properties.toString()).out)
        .contains(bouncyCastle)
        .doesNotContain(conscrypt);
    assertThat(run("run", "one", "-p", "tls.provider=Conscrypt").out)
        .contains(conscrypt)
        .doesNotContain(bouncyCastle);
    assertThat(run("run", "one").out).doesNotContain("/providers/");
  }

  @Test
  @Tag("full")
  void givesJavaOptsBeforeJvmArgs() throws Exception {
    build("program");

    Outcome outcome =
        run(script, Map.of("JAVA_OPTS", "-Da=1  -Db=1"), "-jvm-args", "-Db=2", "suites");

    assertThat(outcome.out).contains("a=1\n", "b=2\n");
  }

  @Test
  @Tag("full")
  void refusesAnOptionWithoutItsValue() throws Exception {
    build("program");

    for (String option : List.of("-cp", "-jvm-args")) {
      assertThat(run("run", option))
          .isEqualTo(
              new Outcome(
                  2,
                  "",
                  "ycsb: %s is given without a value; expected %s VALUE\n"
                      .formatted(option, option)));
    }
    // Java would take classes from the current folder.
    for (List<String> empty : List.of(List.of("-cp", ""), List.of("-cp="))) {
      assertThat(run(Stream.concat(Stream.of("run"), empty.stream()).toArray(String[]::new)))
          .as("%s", empty)
          .isEqualTo(
              new Outcome(2, "", "ycsb: -cp is given without a value; expected -cp VALUE\n"));
    }
    assertThat(run("-jvm-args", "-Da='1").refusal(2)).contains("a quote without its partner");
  }

  @Test
  void findsTheBindingAfterOptions() throws Exception {
    build("program", "one-binding", "testbed/one-server");

    for (String line : List.of("load --quick -p a=b one", "-debug load alias")) {
      assertThat(classPath(run(line.split(" ", -1))))
          .containsExactly(
              home + "/program/target/lib/program.jar",
              home + "/one-binding/target/lib/program.jar");
    }
    assertThat(classPath(run("agent", "--watch", "one")))
        .containsExactly(home + "/program/target/lib/program.jar");
  }

  @Test
  void doesNotRepeatThePasswordsOfArgumentsThatCannotBeSplit() throws Exception {
    build("program");

    Outcome outcome =
        run(script, Map.of("JAVA_OPTS", "-Djavax.net.ssl.keyStorePassword=it's"), "suites");

    assertThat(outcome.refusal(2)).contains("ycsb: JAVA_OPTS or -jvm-args").doesNotContain("it's");
  }

  @Test
  @Tag("full")
  void usesTheClassPathOfTheBindingThatTheSecondWordNames() throws Exception {
    build("program", "one-binding", "testbed/one-server");

    for (String binding : List.of("one", "alias")) {
      assertThat(classPath(run("load", binding)))
          .containsExactly(
              home + "/program/target/lib/program.jar",
              home + "/one-binding/target/lib/program.jar");
    }
    for (String other : List.of("on", "one=", "#", "some.Class")) {
      assertThat(classPath(run("load", other)))
          .containsExactly(home + "/program/target/lib/program.jar");
    }
  }

  @Test
  void saysThatThereIsNoJava() throws Exception {
    build("program");

    Outcome nowhere = run(script, Map.of("JAVA_HOME", ""));
    Outcome wrong = run(script, Map.of("JAVA_HOME", "/no/such/jdk"));

    assertThat(nowhere.refusal(127)).startsWith("ycsb: no Java found").hasLineCount(1);
    assertThat(wrong.refusal(127)).contains("JAVA_HOME is /no/such/jdk").hasLineCount(1);
  }

  @Test
  void interruptedBeforeJavaEndsWithTheProgramsCode() throws Exception {
    build("program");
    Path slow = Files.createDirectories(directory.resolve("slow/bin"));
    Path asked = slow.resolve("asked");
    executable(
        slow.resolve("java"),
        "#!/bin/sh\n: >'%s'\nwhile [ -e '%s' ]; do sleep 0.1; done\necho 'openjdk version \"17\"' >&2\n"
            .formatted(asked, asked));
    Process process =
        process(script, Map.of("JAVA_HOME", directory.resolve("slow").toString())).start();
    awaitFile(asked);

    process.destroy();
    Files.delete(asked);

    assertThat(process.waitFor()).isEqualTo(130);
  }

  @Test
  void saysThatJavaIsTooOld() throws Exception {
    build("program");
    Path old = Files.createDirectories(directory.resolve("old/bin"));
    executable(old.resolve("java"), "#!/bin/sh\necho 'openjdk version \"1.8.0_392\"' >&2\n");

    String err = run(script, Map.of("JAVA_HOME", directory.resolve("old").toString())).refusal(127);
    assertThat(err).contains("is Java 1.8.0_392; a JDK 17 or newer").hasLineCount(1);
  }

  @Test
  @Tag("full")
  void takesJavaFromThePathWithoutJavaHome() throws Exception {
    build("program");
    forward(tools.resolve("java"), Path.of(JAVA_HOME, "bin", "java"));

    Outcome outcome = run(script, Map.of("JAVA_HOME", ""));

    assertThat(outcome.status).isZero();
  }

  @Test
  void buildsWhatIsMissingAndNothingElse() throws Exception {
    build("program");

    assertThat(run("load", "two").err).isEmpty();
    Outcome first = run("load", "one");
    Outcome second = run("load", "one");

    assertThat(first.status).isZero();
    assertThat(first.out).startsWith("argument <load>");
    assertThat(first.err)
        .startsWith("ycsb: building one-binding testbed/one-server (once")
        .hasLineCount(1);
    assertThat(home.resolve("started"))
        .content()
        .endsWith(" -pl one-binding,testbed/one-server -am package\n")
        .hasLineCount(1);
    assertThat(second.err).isEmpty();
    assertThat(second.status).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pom.xml",
        "core/pom.xml",
        "core/src/main/java/A.java",
        "program/src/main/resources/a.txt",
        "one-binding/src/main/java/B.java"
      })
  void buildsAgainWhatIsOlderThanItsSources(String source) throws Exception {
    build("program", "one-binding", "testbed/one-server");
    changed(source, BUILT.plusSeconds(1));

    Outcome first = run("load", "one");
    changed(source, BUILT);
    Outcome second = run("load", "one");

    assertThat(first.status).as(first.err).isZero();
    assertThat(first.out).startsWith("argument <load>");
    assertThat(first.err)
        .matches("ycsb: building .*one-binding .*again \\(" + source + " is newer\\)\n");
    assertThat(second.err).isEmpty();
    assertThat(home.resolve("started")).content().hasLineCount(1);
  }

  @Test
  void buildsNothingAgainForWhatIsNotInTheProgram() throws Exception {
    build("program", "one-binding");
    Instant later = BUILT.plusSeconds(1);
    for (String source :
        List.of(
            "README.md",
            "docs/decide.md",
            "core/src/test/java/ATest.java",
            "test-support/src/fixtures/java/T.java",
            "one-binding/src/main/java/B.java")) {
      changed(source, later);
    }

    Outcome outcome = run("load", "two");

    assertThat(outcome.status).isZero();
    assertThat(outcome.err).isEmpty();
    assertThat(home.resolve("started")).doesNotExist();
  }

  @Test
  void buildsWhatIsMissingThoughNothingIsToBeBuiltAgain() throws Exception {
    build("program");

    Outcome outcome = run(script, Map.of("YCSB_REBUILD", "no"), "load", "one");

    assertThat(outcome.status).as(outcome.err).isZero();
    assertThat(outcome.err).startsWith("ycsb: building one-binding");
  }

  @Test
  void runsWhatIsBuiltWhereItCannotBeBuiltAgain() throws Exception {
    build("program");
    changed("core/src/main/java/A.java", BUILT.plusSeconds(1));
    Outcome asked = run(script, Map.of("YCSB_REBUILD", "no"), "load", "two");
    Files.delete(tools.resolve("mvn"));

    Outcome outcome = run("load", "two");

    assertThat(asked.err).isEmpty();
    assertThat(outcome.status).isZero();
    assertThat(outcome.out).startsWith("argument <load>");
    assertThat(outcome.err)
        .startsWith("ycsb: core/src/main/java/A.java is newer than program was built from, and ")
        .contains("(no JDK, or no Maven); what is built runs")
        .hasLineCount(1);
  }

  @Test
  @Tag("full")
  void buildsNothingForWhatWillNotRunHere() throws Exception {
    build("program");
    Path check =
        Files.createDirectories(home.resolve("testbed/one-server")).resolve("before-build");
    executable(check, "#!/bin/sh\nprintf 'not here: %s\\n' \"$*\" >&2\nexit 2\n");

    Outcome refused = run("load", "one", "-p", "x=1");
    build("one-binding", "testbed/one-server");
    Outcome built = run("load", "one");

    assertThat(refused).isEqualTo(new Outcome(2, "", "not here: load one -p x=1\n"));
    assertThat(home.resolve("started")).doesNotExist();
    assertThat(built.status).isZero();
  }

  @Test
  void buildsOnceForAllWhoStartAtOnce() throws Exception {
    Path unfinished = Files.createFile(home.resolve("unfinished"));
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      processes.add(start("load", "one"));
    }
    List<String> said = new ArrayList<>();
    for (Process process : processes) {
      said.add(process.errorReader().readLine());
    }
    Files.delete(unfinished);
    for (Process process : processes) {
      assertThat(output(process)).startsWith("argument <load>\nargument <one>\n");
      assertThat(process.waitFor()).isZero();
    }

    assertThat(said).filteredOn(line -> line.startsWith("ycsb: building ")).hasSize(1);
    assertThat(said).filteredOn(line -> line.startsWith("ycsb: waiting for process ")).hasSize(3);
    assertThat(home.resolve("started")).content().hasLineCount(1);
    assertThat(home.resolve("target/building")).doesNotExist();
  }

  @Test
  @Tag("full")
  void buildsAgainAfterABuildThatFailed() throws Exception {
    Files.createFile(home.resolve("fails"));
    Outcome failed = run("load", "one");
    Files.delete(home.resolve("fails"));
    Outcome again = run("load", "one");

    assertThat(failed.status).isEqualTo(1);
    assertThat(failed.out).isEmpty();
    assertThat(failed.err)
        .contains("what Maven says\n")
        .contains("ycsb: the build of program one-binding testbed/one-server failed");
    assertThat(again.status).isZero();
    assertThat(home.resolve("started")).content().hasLineCount(2);
  }

  @Test
  void buildsAgainAfterABuildThatWasKilled() throws Exception {
    build("program", "one-binding", "testbed/one-server");
    Files.createFile(home.resolve("one-binding/target/lib.building"));
    linkOfADeadProcess();

    Outcome outcome = run("load", "one");

    assertThat(outcome.status).isZero();
    assertThat(outcome.err).startsWith("ycsb: building one-binding (once");
  }

  @Test
  @Tag("full")
  void saysWhyNothingCanBeBuiltHere() throws Exception {
    executable(
        tools.resolve("ln"),
        "#!/bin/sh\necho \"ln: failed to create symbolic link '$3': No space left on device\" >&2\nexit 1\n");

    assertThat(run("load", "one").refusal(1))
        .startsWith(
            "ycsb: cannot build program one-binding testbed/one-server: no link can be made in ")
        .contains("(No space left on device); build as a user who may write there")
        .hasLineCount(1);
    assertThat(home.resolve("started")).doesNotExist();
  }

  @Test
  @Tag("full")
  void waitsForTheBuildOfAnotherUser() throws Exception {
    Files.createDirectories(home.resolve("target"));
    Path lock = Files.createSymbolicLink(home.resolve("target/building"), Path.of("1"));

    Process process = start("load", "one");
    String said = process.errorReader().readLine();
    boolean kept = Files.isSymbolicLink(lock);
    build("program", "one-binding", "testbed/one-server");
    Files.delete(lock);

    assertThat(said).startsWith("ycsb: waiting for process 1, which builds (if it does not: rm ");
    assertThat(kept).isTrue();
    assertThat(process.waitFor()).isZero();
    assertThat(home.resolve("started")).doesNotExist();
  }

  /**
   * Both have seen that the one who builds is dead; one of them is slow to do something about it.
   */
  @Test
  @Tag("full")
  void theLinkOfWhoTookOverIsNotRemovedByAnother() throws Exception {
    Path lock = linkOfADeadProcess();
    Path unfinished = Files.createFile(home.resolve("unfinished"));
    Path readlink = tools.resolve("readlink");
    String real = Files.readString(readlink).lines().skip(1).findFirst().orElseThrow();
    executable(
        readlink,
        "#!/bin/sh\n%s\n[ $? -eq 0 ] && : >read && while [ -e hold ]; do sleep 0.1; done\nexit 0\n"
            .formatted(real.substring("exec ".length())));
    Path hold = Files.createFile(home.resolve("hold"));

    Process slow =
        process(script, Map.of(), "load", "one")
            .directory(home.toFile())
            .redirectError(ProcessBuilder.Redirect.PIPE)
            .start();
    awaitFile(home.resolve("read"));
    forward(readlink, Path.of(real.split(" ", -1)[1]));
    Process quick = process(script, Map.of(), "load", "one").start();
    awaitFile(home.resolve("started"));
    Files.delete(hold);
    String said = slow.errorReader().readLine();
    String builder = Files.readSymbolicLink(lock).toString();
    Files.delete(unfinished);

    assertThat(builder).isEqualTo("" + quick.pid());
    assertThat(said).startsWith("ycsb: waiting for process " + quick.pid() + ", which builds");
    assertThat(quick.waitFor()).isZero();
    assertThat(slow.waitFor()).isZero();
    assertThat(home.resolve("started")).content().hasLineCount(1);
    assertThat(home.resolve("target")).isDirectoryNotContaining("glob:**building*");
  }

  /** As of one who was killed when it built. */
  private Path linkOfADeadProcess() throws IOException, InterruptedException {
    Process ended = new ProcessBuilder("sh", "-c", "exit 0").start();
    ended.waitFor();
    Path lock = Files.createDirectories(home.resolve("target")).resolve("building");
    return Files.createSymbolicLink(lock, Path.of("" + ended.pid()));
  }

  private static void awaitFile(Path file) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!Files.exists(file)) {
      assertThat(System.nanoTime()).as("%s never came", file).isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  /** A release has no sources, and what its licence forbids to pass on is missing. */
  @Test
  void aReleaseBuildsNothing() throws Exception {
    Files.delete(home.resolve("pom.xml"));

    Process release = start("load", "one");

    assertThat(release.errorReader().readLine())
        .startsWith("ycsb: ")
        .contains(" is not part of a release ", "use a checkout of the sources");
    assertThat(release.waitFor()).isEqualTo(1);
    assertThat(home.resolve("started")).doesNotExist();
  }

  /** Only a test server can be done without, as a server of one's own takes its place. */
  @ParameterizedTest
  @CsvSource({
    "reliability, use a checkout, name your own server",
    "testbed/mariadb-jar, name your own server, nothing else"
  })
  void aReleaseSaysWhatToUseInsteadOfWhatItLacks(String module, String advice, String none)
      throws Exception {
    Files.delete(home.resolve("pom.xml"));

    Process release = start("-build", module);

    assertThat(release.errorReader().readLine())
        .startsWith("ycsb: " + module + " is not part of a release ")
        .contains(advice)
        .doesNotContain(none);
    assertThat(release.waitFor()).isEqualTo(1);
  }

  /** A full disk leaves a part of it. */
  @Test
  void whatALicenceForbidsToPassOnIsFetchedAsAWholeOrNotAtAll() throws Exception {
    Path server = home.resolve("testbed/one-server");
    Path lib = Files.createDirectories(server.resolve("target/lib"));
    String fetching = Files.readString(REAL_HOME.resolve("distribution/fetch-dynamodb-local"));
    executable(server.resolve("fetch"), fetching.replaceAll("\\$\\{[a-z.-]+}", "1"));
    Path full = Files.createFile(home.resolve("full"));
    executable(
        tools.resolve("mvn"),
        """
        #!/bin/sh
        for last; do :; done
        mkdir -p "${last#*=}" && cd "${last#*=}" || exit
        echo "a part" >DynamoDBLocal-1.jar
        [ ! -e "%s" ] || exit 1
        echo "and the rest" >>DynamoDBLocal-1.jar
        """
            .formatted(full));

    Outcome failed = run(server.resolve("fetch"), Map.of());
    assertThat(failed.refusal(1)).contains("Maven could not fetch it");
    assertThat(lib).isEmptyDirectory();
    Files.delete(full);

    Outcome fetched = run(server.resolve("fetch"), Map.of());
    assertThat(fetched.status).as(fetched.err).isZero();
    assertThat(lib.resolve("DynamoDBLocal-1.jar")).hasContent("a part\nand the rest");
    assertThat(lib).isDirectoryNotContaining("glob:**fetching*");
  }

  @Test
  void saysThatThereIsNoMaven() throws Exception {
    Files.delete(tools.resolve("mvn"));

    assertThat(run("load", "one").refusal(1))
        .startsWith(
            "ycsb: program one-binding testbed/one-server must be built, and Maven (mvn) is not on PATH")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"sed", "xargs"})
  void saysWhichToolIsMissing(String tool) throws Exception {
    Files.delete(tools.resolve(tool));

    assertThat(run("load", "one").refusal(127))
        .startsWith("ycsb: no %s on PATH; install".formatted(tool))
        .hasLineCount(1);
  }

  @Test
  void saysWhichJarOfMavensIsDamaged() throws Exception {
    executable(
        tools.resolve("mvn"),
        """
        #!/bin/sh
        echo "[ERROR] Fatal error compiling: error: error reading /repository/a/1/a-1.jar; zip END header not found -> [Help 1]"
        exit 1
        """);

    assertThat(run("load", "one").refusal(1).lines())
        .last()
        .asString()
        .startsWith("ycsb: /repository/a/1/a-1.jar is damaged")
        .contains("remove it");
  }

  @Test
  void saysThatAJavaWithoutACompilerCannotBuild() throws Exception {
    Path jre = Files.createDirectories(directory.resolve("jre/bin"));
    forward(jre.resolve("java"), Path.of(System.getProperty("java.home"), "bin", "java"));

    Outcome outcome = run(script, Map.of("JAVA_HOME", jre.getParent().toString()), "load", "one");

    assertThat(outcome.refusal(1))
        .contains(
            "must be built, and "
                + jre.resolve("java")
                + " runs programs but does not compile them",
            "install a JDK, 17 or newer")
        .hasLineCount(1);
  }

  @Test
  void startsTheRealProgram() throws Exception {
    Path real = REAL_HOME.resolve("bin/ycsb");

    Outcome version = run(real, AS_BUILT, "--version");
    Outcome legacy = run(real, AS_BUILT, "suites", "--legacy");
    Outcome wrong = run(real, AS_BUILT, "suites", "no-address");

    assertThat(version.out).contains("YCSB-TLS");
    assertThat(version.status).isZero();
    assertThat(legacy.out).contains("tls.legacy=true").contains(" TLS_RSA_WITH_RC4_128_MD5 ");
    assertThat(wrong.status).isEqualTo(2);
    assertThat(wrong.out).isEmpty();
    assertThat(wrong.err).contains("'no-address' is no address").hasLineCount(1);
  }

  /** A device without room for a byte: full(4). */
  @Test
  void aReportThatDoesNotArriveIsAFailure() throws Exception {
    Path err = directory.resolve("stderr");
    Process process =
        process(
                REAL_HOME.resolve("bin/ycsb"),
                AS_BUILT,
                words(
                    "run basic -P workloads/workloadc -p basicdb.verbose=false -p operationcount=10 -p calibration=false"))
            .redirectOutput(Path.of("/dev/full").toFile())
            .redirectError(err.toFile())
            .start();

    assertThat(process.waitFor()).isEqualTo(1);
    assertThat(Files.readString(err))
        .contains("ycsb: standard output did not take all that was printed: ");
  }

  @Test
  void runsAClientOfTheDefaultPackage() throws Exception {
    Path classes = Files.createDirectory(directory.resolve("classes"));
    Path source =
        Files.writeString(
            directory.resolve("KnownDb.java"),
            "public class KnownDb extends site.ycsb.BasicDB {}\n");
    String classPath = System.getProperty("java.class.path");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath, "-d", classes.toString(), "" + source))
        .isZero();
    Path real = REAL_HOME.resolve("bin/ycsb");
    String line =
        """
        run KnownDb -P workloads/workloadc -p basicdb.verbose=false -p operationcount=10
        -p calibration=false -cp
        """;

    Outcome known = run(real, AS_BUILT, words(line, "" + classes));
    Outcome unknown = run(real, AS_BUILT, words(line.replace("KnownDb", "KnowDb"), "" + classes));

    assertThat(known.status).as(known.err).isZero();
    assertThat(known.out).contains("[READ], Operations, 10");
    assertThat(unknown.status).isEqualTo(2);
    assertThat(unknown.err).startsWith("ycsb: unknown binding 'KnowDb': expected one of ");
  }

  private void build(String... modules) throws IOException {
    for (String module : modules) {
      Path lib = Files.createDirectories(home.resolve(module).resolve("target/lib"));
      Files.copy(shared.resolve("program.jar"), lib.resolve("program.jar"));
      Path agent = agent();
      Files.copy(agent, lib.resolve(agent.getFileName()));
      Files.writeString(lib.resolveSibling("built"), BUILT + "\n");
    }
  }

  /** A file of the sources, as it was changed at that time. */
  private void changed(String source, Instant time) throws IOException {
    Path file = home.resolve(source);
    for (Path missing = file.getParent(); !Files.exists(missing); missing = missing.getParent()) {
      folders.add(missing);
    }
    Files.createDirectories(file.getParent());
    if (!Files.exists(file)) {
      Files.createFile(file);
    }
    Files.setLastModifiedTime(file, FileTime.from(time));
    for (Path folder : folders) {
      Files.setLastModifiedTime(folder, FileTime.from(BUILT.minusSeconds(1)));
    }
  }

  /** What the program printed of it, without the agent, which lies in every folder here. */
  private static List<String> classPath(Outcome outcome) {
    String name = "java.class.path=";
    return outcome
        .out
        .lines()
        .filter(line -> line.startsWith(name))
        .flatMap(line -> Stream.of(line.substring(name.length()).split(":", -1)))
        .filter(jar -> !jar.contains("/socket-account-"))
        .toList();
  }

  /** What the launcher starts every JVM with. */
  private static Path agent() throws IOException {
    try (Stream<Path> jars = Files.list(REAL_HOME.resolve("program/target/lib"))) {
      return jars.filter(jar -> jar.getFileName().toString().startsWith("socket-account-"))
          .findFirst()
          .orElseThrow();
    }
  }

  private Outcome run(String... arguments) throws Exception {
    return run(script, Map.of(), arguments);
  }

  private Outcome run(Path launcher, Map<String, String> environment, String... arguments)
      throws Exception {
    Path err = directory.resolve("stderr");
    Process process = process(launcher, environment, arguments).redirectError(err.toFile()).start();
    String out = output(process);
    return new Outcome(process.waitFor(), out, Files.readString(err));
  }

  /** What it says on standard error can be read while it runs. */
  private Process start(String... arguments) throws IOException {
    return process(script, Map.of(), arguments).redirectError(ProcessBuilder.Redirect.PIPE).start();
  }

  private ProcessBuilder process(
      Path launcher, Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>(List.of("/bin/sh", launcher.toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().remove("JAVA_OPTS");
    builder.environment().remove("YCSB_REBUILD");
    builder.environment().put("JAVA_HOME", JAVA_HOME);
    builder.environment().put("PATH", tools.toString());
    builder.environment().putAll(environment);
    return builder;
  }

  private static String output(Process process) throws IOException {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void forward(Path script, Path program) throws IOException {
    executable(script, "#!/bin/sh\nexec %s \"$@\"\n".formatted(program));
  }

  private static void executable(Path file, String content) throws IOException {
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
