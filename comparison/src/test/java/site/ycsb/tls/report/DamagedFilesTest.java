package site.ycsb.tls.report;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.compare.ComparisonDirectory;
import site.ycsb.tls.compare.plan.Schedule;
import site.ycsb.tls.model.CostModelFile;
import site.ycsb.tls.model.KnownCosts;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.study.result.StudyResultFile;

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

  /** About so many places at which a file is cut off. */
  private static final int CUTS = 500;

  @TempDir Path directory;

  /** Reads a directory. */
  private interface Reader {
    Object read(Path directory) throws IOException;
  }

  @Test
  void comparisons() throws Exception {
    FabricatedComparison.of(directory, Schedule.quickWholeRuns(1).withBlocks(2));
    damaged(ComparisonDirectory.FILE, ComparisonDirectory::read);
  }

  @Test
  void models() throws Exception {
    CostModelFile.write(KnownCosts.model(true), directory);
    damaged(CostModelFile.NAME, CostModelFile::read);
  }

  @Test
  void studies() throws Exception {
    Path kept = Path.of("../docs/replications/mueller-2014-dynamodb");
    Files.copy(kept.resolve(StudyResultFile.NAME), directory.resolve(StudyResultFile.NAME));
    damaged(StudyResultFile.NAME, StudyResultFile::read);
  }

  private void damaged(String name, Reader reader) throws Exception {
    Path file = directory.resolve(name);
    byte[] whole = Files.readAllBytes(file);
    Object content = reader.read(directory);
    int end = new String(whole, UTF_8).stripTrailing().getBytes(UTF_8).length;
    int step = 1 + whole.length / CUTS;
    for (int length = 0; length < whole.length; length += length < end - step ? step : 1) {
      Files.write(file, Arrays.copyOf(whole, length));
      Object read = read(file, reader, "cut off after " + length + " bytes");
      assertThat(read == null).as("cut off after %d bytes", length).isEqualTo(length < end);
    }
    Files.write(file, whole);
    assertThat(reader.read(directory)).usingRecursiveComparison().isEqualTo(content);

    JsonNode tree = JSON.readTree(whole);
    for (String pointer : pointers(tree, "")) {
      for (JsonNode other : OTHERS) {
        JsonNode changed = tree.deepCopy();
        replace(changed, pointer, other);
        Files.write(file, JSON.writeValueAsBytes(changed));
        read(file, reader, pointer + " = " + other);
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
