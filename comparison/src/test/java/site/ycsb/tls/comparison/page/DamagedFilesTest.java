package site.ycsb.tls.comparison.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.KnownCosts;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.study.result.StudyResult;

/** Files of results that were cut off or changed: an error that names the file, or their data. */
class DamagedFilesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<JsonNode> OTHERS =
      List.of(
          JsonNodeFactory.instance.nullNode(),
          JsonNodeFactory.instance.textNode("a\u0000b"),
          JsonNodeFactory.instance.numberNode(-1e300),
          JsonNodeFactory.instance.arrayNode(),
          JsonNodeFactory.instance.objectNode());

  /** About so many places at which a file is cut off in each build. */
  private static final int CUTS = 500;

  @TempDir Path directory;

  /** Reads a directory. */
  private interface Reader {
    Object read(Path directory) throws IOException;
  }

  /** Writes a file of results into a directory. */
  private interface Writer {
    void write(Path directory) throws Exception;
  }

  private record Results(String file, Writer writer, Reader reader) {
    @Override
    public String toString() {
      return file;
    }
  }

  static List<Results> results() {
    Path study = Path.of("../data/replications/mueller-2014-dynamodb", StudyResult.FILE);
    return List.of(
        new Results(
            ComparisonDirectory.FILE,
            // Two runs: further ones are alike, and each cut reads the whole file.
            to ->
                FabricatedComparison.of(
                    to,
                    Map.of("tls.cipher", "TLS_AES_256_GCM_SHA384", "tls.keysize", "2048"),
                    Schedule.quickWholeRuns(1).withBlocks(1)),
            ComparisonDirectory::read),
        new Results(CostModel.FILE, to -> KnownCosts.model(true).writeTo(to), CostModel::read),
        new Results(
            StudyResult.FILE,
            to -> Files.copy(study, to.resolve(StudyResult.FILE)),
            StudyResult::read));
  }

  @ParameterizedTest
  @MethodSource("results")
  void cutOff(Results results) throws Exception {
    results.writer().write(directory);
    cutOff(results, 1 + (int) Files.size(directory.resolve(results.file())) / CUTS);
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("results")
  void cutOffAfterEachByte(Results results) throws Exception {
    results.writer().write(directory);
    cutOff(results, 1);
  }

  /** At the end after each byte, before it in steps. */
  private void cutOff(Results results, int step) throws IOException {
    Path file = directory.resolve(results.file());
    byte[] whole = Files.readAllBytes(file);
    Object content = results.reader().read(directory);
    int end = new String(whole, UTF_8).stripTrailing().getBytes(UTF_8).length;
    for (int length = 0; length < whole.length; length += length < end - step ? step : 1) {
      Files.write(file, Arrays.copyOf(whole, length));
      Object read = read(file, results.reader(), "cut off after " + length + " bytes");
      assertThat(read == null).as("cut off after %d bytes", length).isEqualTo(length < end);
    }
    Files.write(file, whole);
    assertThat(results.reader().read(directory)).usingRecursiveComparison().isEqualTo(content);
  }

  @ParameterizedTest
  @MethodSource("results")
  void fieldsReplaced(Results results) throws Exception {
    results.writer().write(directory);
    Path file = directory.resolve(results.file());
    JsonNode tree = JSON.readTree(file.toFile());
    for (String pointer : pointers(tree, "")) {
      for (JsonNode other : OTHERS) {
        JsonNode changed = tree.deepCopy();
        replace(changed, pointer, other);
        Files.write(file, JSON.writeValueAsBytes(changed));
        read(file, results.reader(), pointer + " = " + other);
      }
    }
  }

  /** What is read; null when it is refused as it must be. */
  private Object read(Path file, Reader reader, String damage) {
    try {
      return reader.read(directory);
    } catch (IOException | UsageException e) {
      assertThat(e.getMessage()).as(damage).contains(file.toString()).doesNotContain("\n");
      return null;
    } catch (RuntimeException e) {
      return fail(damage, e);
    }
  }

  /** Of each list, the first element only: the others are alike. */
  private static List<String> pointers(JsonNode node, String prefix) {
    List<String> pointers = new ArrayList<>();
    if (node.isObject()) {
      node.fieldNames()
          .forEachRemaining(
              name -> {
                String pointer = prefix + "/" + name.replace("~", "~0").replace("/", "~1");
                pointers.add(pointer);
                pointers.addAll(pointers(node.get(name), pointer));
              });
    } else if (node.isArray() && !node.isEmpty()) {
      pointers.add(prefix + "/0");
      pointers.addAll(pointers(node.get(0), prefix + "/0"));
    }
    return pointers;
  }

  private static void replace(JsonNode tree, String pointer, JsonNode other) {
    int slash = pointer.lastIndexOf('/');
    JsonNode parent = tree.at(pointer.substring(0, slash));
    if (parent instanceof ArrayNode array) {
      array.set(0, other);
    } else {
      String name = pointer.substring(slash + 1).replace("~1", "/").replace("~0", "~");
      ((ObjectNode) parent).set(name, other);
    }
  }
}
