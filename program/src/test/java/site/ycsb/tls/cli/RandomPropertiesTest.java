package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.cli.option.WorkloadArguments;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.session.PropertyNames;

/** What is given is what a run gets, whatever it is and wherever it is written, or is refused. */
class RandomPropertiesTest {
  private static final Binding SHOP = new PropertyNamesTest.Shop();
  private static final List<Property<?>> DECLARED =
      Stream.concat(
              PropertyNames.ofProgram().values().stream().flatMap(List::stream),
              TlsProperties.ALL.stream())
          .toList();

  /** They are refused of the client of the test, or of any user, or are looked into at once. */
  private static final Set<String> NOT_OF_ANY_CLIENT =
      Set.of("tls.sndbuf", "tls.rcvbuf", "tls.also", "fleet.agents", "fleet.member");

  private static final Pattern NEAREST = Pattern.compile("did you mean (\\S+)\\?");

  @TempDir private Path directory;

  private static String value(SplittableRandom random, int size) {
    return RandomCases.one(random, "1", "true", "a b", "x=y", "a,b,c")
        + RandomCases.text(random, "ab 01.-_=,:;#!\\/'\"%&?é€", 0, size);
  }

  /** Names and values of properties and of others; none of them is of one kind of client only. */
  private static Map<String, String> properties(SplittableRandom random, int size) {
    List<String> names =
        Property.names(DECLARED).stream().filter(n -> !NOT_OF_ANY_CLIENT.contains(n)).toList();
    Map<String, String> properties = new TreeMap<>();
    for (int i = random.nextInt(size + 1); i > 0; i--) {
      String name = RandomCases.one(random, "somebody.elses", RandomCases.one(random, names));
      properties.put(name, value(random, size));
    }
    return properties;
  }

  private Path file(SplittableRandom random, Map<String, String> properties) throws Exception {
    StringWriter text = new StringWriter();
    TypedProperties.asProperties(properties).store(text, null);
    Charset charset = RandomCases.one(random, StandardCharsets.UTF_8, StandardCharsets.UTF_16LE);
    String mark = charset.equals(StandardCharsets.UTF_8) ? "" : "\uFEFF";
    return Files.writeString(
        Files.createTempFile(directory, "properties", ""), mark + text, charset);
  }

  @Test
  void aRunHasWhatWasGivenLast() {
    RandomCases.check(
        100,
        8,
        (random, size) -> {
          Map<String, String> expected = new TreeMap<>();
          List<List<String>> options = new ArrayList<>();
          List<List<String>> files = new ArrayList<>();
          for (int i = random.nextInt(3); i > 0; i--) {
            Map<String, String> ofFile = properties(random, size);
            files.add(List.of("-P", file(random, ofFile).toString()));
            expected.putAll(ofFile);
          }
          Map<String, String> given = properties(random, size);
          given.forEach((name, value) -> options.add(List.of("-p", name + "=" + value)));
          expected.putAll(given);
          if (!given.containsKey("threadcount") && random.nextBoolean()) {
            options.add(List.of("-threads", "7"));
            expected.put("threadcount", "7");
          }
          if (!given.containsKey("target") && random.nextBoolean()) {
            options.add(List.of("-target", "70%"));
            expected.put("target", "70%");
          }
          if (random.nextBoolean()) {
            options.add(List.of("-s"));
            expected.put("status", "true");
          }

          List<String> words = new ArrayList<>(List.of("basic"));
          merged(random, files, RandomCases.shuffled(random, options)).forEach(words::addAll);
          assertThat(parsed(words)).isEqualTo(expected);
        });
  }

  /** Both, each in its own order. */
  private static <T> List<T> merged(SplittableRandom random, List<T> first, List<T> second) {
    List<T> all = new ArrayList<>();
    int next = 0;
    for (T each : second) {
      while (next < first.size() && random.nextBoolean()) {
        all.add(first.get(next++));
      }
      all.add(each);
    }
    all.addAll(first.subList(next, first.size()));
    return all;
  }

  /** A command with these arguments. */
  @Command(name = "command")
  private static final class Mixee {
    @Mixin private WorkloadArguments arguments;
  }

  private static Map<String, String> parsed(List<String> words) {
    Mixee command = new Mixee();
    new CommandLine(command)
        .setErr(new PrintWriter(Writer.nullWriter()))
        .parseArgs(words.toArray(String[]::new));
    return command.arguments.toProperties();
  }

  @Test
  void ofOnePropertyGivenTwiceTheLaterCounts() {
    RandomCases.check(
        100,
        8,
        (random, size) -> {
          String name = RandomCases.one(random, "recordcount", "tls.ca", "somebody.elses");
          List<String> words = new ArrayList<>(List.of("basic"));
          String last = "";
          for (int i = 0; i <= size; i++) {
            last = value(random, size);
            words.addAll(List.of("-p", name + "=" + last));
          }
          assertThat(parsed(words)).containsExactly(Map.entry(name, last));
        });
  }

  /** One character too many, too few, another one, in another case, or two swapped. */
  private static String slip(SplittableRandom random, String name) {
    int at = random.nextInt(name.length());
    String before = name.substring(0, at);
    String after = name.substring(at);
    String other = RandomCases.text(random, "abcdefghijklmnopqrstuvwxyz0._-", 1, 1);
    return switch (random.nextInt(5)) {
      case 0 -> before + other + after;
      case 1 -> before + after.substring(1);
      case 2 -> before + other + after.substring(1);
      case 3 -> before + Character.toUpperCase(after.charAt(0)) + after.substring(1);
      default ->
          after.length() < 2
              ? before
              : before + after.charAt(1) + after.charAt(0) + after.substring(2);
    };
  }

  @Test
  void aNameThatIsNearlyOneIsRefusedAndAKnownOneIsNamed() {
    Set<String> known = new HashSet<>(Property.names(DECLARED));
    known.addAll(Property.names(SHOP.properties()));
    PropertyNames names = PropertyNames.of(SHOP);
    names.require(withValue(known));
    RandomCases.check(
        1_000,
        1,
        (random, size) -> {
          String name = RandomCases.one(random, known.stream().sorted().toList());
          String slip = slip(random, name);
          if (!known.contains(slip) && slip.length() > 3) {
            String given = RandomCases.one(random, "", "variants.near.") + slip;
            assertThatThrownBy(() -> names.require(Map.of(given, "x")))
                .as("%s instead of %s", given, name)
                .isInstanceOf(UsageException.class)
                .satisfies(e -> assertNamesOne(e.getMessage(), given));
          }
        });
  }

  private static void assertNamesOne(String message, String given) {
    assertThat(message).contains(given);
    Matcher nearest = NEAREST.matcher(message);
    if (nearest.find()) {
      PropertyNames.of(SHOP).require(Map.of(nearest.group(1), "x"));
    } else {
      assertThat(message).containsAnyOf("has no effect here", "the name of a variant has no dot");
    }
  }

  private static Map<String, String> withValue(Set<String> names) {
    Map<String, String> values = new TreeMap<>();
    names.forEach(name -> values.put(name, "x"));
    return values;
  }

  @Test
  void aValueIsUnderstoodOrRefusedByTheNameOfItsProperty() {
    RandomCases.check(
        3_000,
        10,
        (random, size) -> {
          Property<?> property = RandomCases.one(random, DECLARED);
          String usual = property.defaultValue().isPresent() ? property.defaultText() : "";
          String value =
              RandomCases.one(random, "", usual, "RSA-", "-1", "9".repeat(size), "TLSv1.", "a=")
                  + RandomCases.text(random, "aE0189.-+_=,:%/ \u0000€", 0, size);
          TypedProperties typed = new TypedProperties(Map.of(property.name(), value));
          try {
            boolean counts = property.type().verbatim() || !value.trim().isEmpty();
            assertThat(typed.given(property).isPresent()).isEqualTo(counts);
          } catch (UsageException e) {
            assertThat(e.getMessage()).startsWith(property.name());
          }
        });
  }
}
