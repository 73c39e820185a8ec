package site.ycsb.tls.document.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;

class TextPageTest {
  /** Two rows of one variant, for client and server, would be alike in each part but the first. */
  @Test
  void eachPartOfAWideTableSaysWhatItsRowsAreAbout() {
    List<Column> columns = new ArrayList<>(List.of(Column.text("variant"), Column.text("side")));
    List<Cell> client = new ArrayList<>(List.of(Cell.text("plain"), Cell.text("client")));
    List<Cell> server = new ArrayList<>(List.of(Cell.text("plain"), Cell.text("server")));
    for (int i = 0; i < 12; i++) {
      columns.add(Column.number("a figure " + (char) ('a' + i), "µs"));
      client.add(Cell.number(String.valueOf(100 + i), 100 + i));
      server.add(Cell.number(String.valueOf(200 + i), 200 + i));
    }

    List<String> lines = lines(new Table("wide", "", columns, List.of(client, server)));

    assertThat(lines).filteredOn(line -> line.contains("a figure ")).hasSizeGreaterThan(1);
    assertThat(lines).allMatch(line -> line.length() <= 120);
    assertThat(lines).filteredOn(l -> l.contains(" 10")).allMatch(l -> l.contains("client"));
    assertThat(lines).filteredOn(l -> l.contains(" 20")).allMatch(l -> l.contains("server"));
    assertThat(String.join("\n", lines)).containsOnlyOnce(" 100 ").containsOnlyOnce(" 211 ");
  }

  private static List<String> lines(Table table) {
    return TextPage.of(FormatsTest.page(table))
        .lines()
        .filter(line -> line.startsWith("|"))
        .toList();
  }
}
