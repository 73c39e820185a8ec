package site.ycsb.tls.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;

class DocumentTest {

  @Test
  void partsHaveDifferentIds() {
    Section one = new Section("one", "One", List.of(table("a")));
    assertThat(document(one, new Section("two", "Two", List.of(table("b")))).tables()).hasSize(2);
    assertThatThrownBy(
            () ->
                document(
                    one,
                    new Section(
                        "two", "Two", List.of(new Block.Fold("more", List.of(table("a")))))))
        .hasMessageContaining("the id a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"javascript:alert(1)", "JavaScript:x", "data:text/html,x", "/etc", "//x"})
  void linksLeadIntoThePagesOwnDirectory(String href) {
    assertThatThrownBy(() -> new Cell("x", null, null, null, href))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "runs/1/run.json, runs/1/run.json",
    "mongodb:before #1/report.html, ./mongodb:before%20%231/report.html",
    "javascript:alert(1), ./javascript:alert(1)",
    "a/b:c, a/b:c",
    "50 %? <b>\"/x, 50%20%25%3F%20%3Cb%3E%22/x",
    "Müller/x, Müller/x"
  })
  void aLinkLeadsToAFileOfAnyName(String path, String href) {
    assertThat(Cell.link("x", path).href()).isEqualTo(href);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc", "//x", "//x:y"})
  void aLinkLeadsToNoOtherDirectory(String path) {
    assertThatThrownBy(() -> Cell.link("x", path)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void idsAreMadeOfAnyWords() {
    assertThat(Ids.of("point", "threadcount=4, <b>")).isEqualTo("point-threadcount-4-b");
    assertThat(Ids.of("…")).isEqualTo("part");
    new Section(Ids.of("", "a", ""), "title", List.of());
    assertThatThrownBy(() -> new Section("A b", "title", List.of()))
        .hasMessageContaining("lower-case");
  }

  @Test
  void rowsAreAsWideAsTheTable() {
    assertThatThrownBy(
            () ->
                new Table(
                    "t", "", List.of(Column.text("a")), List.of(List.of(Cell.none(), Cell.none()))))
        .hasMessageContaining("needs 1 cells");
  }

  private static Document document(Section... sections) {
    return new Document(
        "title", List.of(), List.of(), List.of(), List.of(), List.of(sections), List.of());
  }

  private static Table table(String name) {
    return new Table(name, "", List.of(Column.text("a")), List.of(List.of(Cell.text("x"))));
  }
}
