package site.ycsb.tls.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import site.ycsb.tls.property.UsageException;

/** What editors are told about study files is what the reader takes. */
class StudySchemaTest {
  private static final Path STUDIES = Path.of("../studies");
  private static final int DAMAGED = 600;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Schema schema = schema();

  private static Schema schema() {
    try {
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(Files.readString(STUDIES.resolve("study.schema.json")));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static List<Path> studies() throws IOException {
    try (Stream<Path> files = Files.list(STUDIES)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("studies")
  void eachStudyFitsIt(Path file) throws Exception {
    assertThat(schema.validate(tree(file))).isEmpty();
    assertThat(StudyFile.read(file)).isNotNull();
  }

  @Test
  void theReaderRefusesWhatItRefuses() throws Exception {
    JsonNode study = tree(STUDIES.resolve("synopsys-2016-mongodb-connect.yaml"));
    Random random = new Random(54);
    int refused = 0;
    for (int i = 0; i < DAMAGED; i++) {
      JsonNode damaged = study.deepCopy();
      damage(damaged, random);
      if (!schema.validate(damaged).isEmpty()) {
        refused++;
        String text = JSON.writeValueAsString(damaged);
        assertThatThrownBy(() -> StudyFile.parse("damaged", "damaged.yaml", text))
            .as("%s: %s", schema.validate(damaged), text)
            .isInstanceOf(UsageException.class);
      }
    }
    assertThat(refused).isBetween(DAMAGED / 4, DAMAGED - 1);
  }

  private static JsonNode tree(Path file) throws IOException {
    Load yaml = new Load(LoadSettings.builder().build());
    return JSON.valueToTree(yaml.loadFromString(Files.readString(file)));
  }

  /** Takes one value away, puts another in its place, or adds one. */
  private static void damage(JsonNode root, Random random) {
    List<ContainerNode<?>> containers = new ArrayList<>();
    collect(root, containers);
    ContainerNode<?> container = containers.get(random.nextInt(containers.size()));
    JsonNode other =
        switch (random.nextInt(5)) {
          case 0 -> NullNode.instance;
          case 1 -> TextNode.valueOf(" ");
          case 2 -> TextNode.valueOf("other");
          case 3 -> JSON.createArrayNode();
          default -> JSON.createObjectNode().put("other", "value");
        };
    int at = random.nextInt(container.size() + 1);
    if (container instanceof ArrayNode array) {
      if (at == array.size()) {
        array.add(other);
      } else if (random.nextBoolean()) {
        array.remove(at);
      } else {
        array.set(at, other);
      }
    } else if (container instanceof ObjectNode object) {
      List<String> names = new ArrayList<>();
      object.fieldNames().forEachRemaining(names::add);
      if (at == names.size()) {
        object.set("Other", other);
      } else if (random.nextBoolean()) {
        object.remove(names.get(at));
      } else {
        object.set(names.get(at), other);
      }
    }
  }

  private static void collect(JsonNode node, List<ContainerNode<?>> into) {
    if (node instanceof ContainerNode<?> container) {
      into.add(container);
      container.forEach(child -> collect(child, into));
    }
  }
}
