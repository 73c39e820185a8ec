package site.ycsb.tls.study.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import site.ycsb.tls.document.Block;
import site.ycsb.tls.document.Chart;
import site.ycsb.tls.document.Figures;
import site.ycsb.tls.document.Ids;
import site.ycsb.tls.document.Table;
import site.ycsb.tls.document.Table.Cell;
import site.ycsb.tls.document.Table.Column;
import site.ycsb.tls.study.ChangeRange;
import site.ycsb.tls.study.result.TableResult;
import site.ycsb.tls.study.result.TableResult.MeasuredValue;

/** A published table, with what was measured of it. */
final class PublishedBesideMeasured {
  private PublishedBesideMeasured() {}

  /** The table, after a plot of its changes if any was measured. */
  static List<Block> withChart(String id, TableResult table) {
    return Block.notEmpty(
        Stream.concat(Stream.of(chart(id, table)), blocks(id, table).stream()).toList());
  }

  /** The change from the baseline, published beside measured; empty without a measured one. */
  private static Chart chart(String id, TableResult table) {
    List<String> rows = new ArrayList<>();
    List<Chart.Mark> published = new ArrayList<>();
    List<Chart.Mark> measured = new ArrayList<>();
    for (TableResult.Row row : table.rows()) {
      MeasuredValue own = row.measured();
      if (own == null || own.change() == null) {
        continue;
      }
      ChangeRange change = row.publishedChange();
      if (change != null) {
        boolean range = change.lower() < change.upper();
        published.add(
            new Chart.Mark(
                rows.size(),
                50 * (change.lower() + change.upper()),
                range ? Double.valueOf(100 * change.lower()) : null,
                range ? Double.valueOf(100 * change.upper()) : null,
                row.published()));
      }
      measured.add(
          new Chart.Mark(
              rows.size(),
              100 * own.change(),
              own.hasInterval() ? Double.valueOf(100 * own.lower()) : null,
              own.hasInterval() ? Double.valueOf(100 * own.upper()) : null,
              own.verdict()));
      rows.add(row.variant() + (row.point().isEmpty() ? "" : ", " + row.point()));
    }
    return new Chart.IntervalPlot(
        Ids.of("chart", id),
        table.title() + ": change from the baseline",
        table.metric() + ", change in %",
        rows,
        List.of(new Chart.Series("published", published), new Chart.Series("measured", measured)));
  }

  /** The table. */
  static List<Block> blocks(String id, TableResult table) {
    boolean points = table.rows().stream().anyMatch(row -> !row.point().isEmpty());
    boolean oneAxis = table.rows().stream().noneMatch(row -> row.point().contains(", "));
    boolean measured = table.rows().stream().anyMatch(row -> row.measured() != null);
    List<String> levels = levels(table);
    boolean several = levels.size() > 1;
    List<Column> columns = new ArrayList<>();
    if (points) {
      String label = table.rows().get(0).point();
      columns.add(Column.text(oneAxis ? label.substring(0, label.indexOf('=')) : "at"));
    }
    columns.add(Column.text("variant"));
    columns.add(Column.number("published", table.unit()));
    columns.add(Column.number("change", "%"));
    if (measured) {
      columns.add(Column.number("measured", table.unit()));
      columns.add(Column.number("change", "%"));
      columns.add(
          Column.number(levels.size() == 1 ? levels.get(0) + " interval" : "interval", "%"));
      if (several) {
        columns.add(Column.number("level", ""));
      }
      columns.add(Column.text("verdict"));
    }
    List<List<Cell>> rows = new ArrayList<>();
    for (TableResult.Row row : table.rows()) {
      List<Cell> cells = new ArrayList<>();
      if (points) {
        cells.add(
            Cell.text(oneAxis ? row.point().substring(row.point().indexOf('=') + 1) : row.point()));
      }
      cells.add(Cell.text(row.variant()));
      cells.add(Cell.text(row.published()));
      cells.add(published(row.publishedChange()));
      if (measured) {
        cells.addAll(measured(row.measured()));
      }
      if (several) {
        cells.add(cells.size() - 1, level(row.measured()).map(Cell::text).orElse(Cell.none()));
      }
      rows.add(cells);
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Table(id, caption(table), columns, rows));
    if (!table.note().isEmpty()) {
      blocks.add(new Block.Paragraph(table.note()));
    }
    if (table.metric() != null && !measured) {
      blocks.add(
          new Block.Paragraph(
              "None of these figures was measured: the part did not run, or a run had fewer than 100 samples above a percentile."));
    }
    return blocks;
  }

  private static String caption(TableResult table) {
    return table.title() + (table.metric() == null ? "" : "; here: " + table.metric());
  }

  /** More than one where points have different numbers of blocks. */
  private static List<String> levels(TableResult table) {
    return table.rows().stream().flatMap(row -> level(row.measured()).stream()).distinct().toList();
  }

  private static Optional<String> level(MeasuredValue measured) {
    return Optional.ofNullable(measured)
        .filter(MeasuredValue::hasInterval)
        .map(MeasuredValue::confidence)
        .map(Figures::level);
  }

  private static Cell published(ChangeRange change) {
    if (change == null) {
      return Cell.none();
    }
    return change.lower() < change.upper()
        ? Cell.text(Figures.interval(change.lower(), change.upper()))
        : Cell.change(change.lower());
  }

  private static List<Cell> measured(MeasuredValue measured) {
    if (measured == null) {
      return List.of(Cell.none(), Cell.none(), Cell.none(), Cell.text("not measured"));
    }
    String mark = measured.repeated() == 0 ? "" : "*";
    Cell figure = Cell.number(Figures.number(measured.figure()) + mark, measured.figure());
    return measured.change() == null
        ? List.of(figure, Cell.none(), Cell.none(), Cell.text(""))
        : List.of(
            figure,
            Cell.change(measured.change()),
            measured.hasInterval()
                ? Cell.text(Figures.interval(measured.lower(), measured.upper()))
                : Cell.none(),
            Cell.text(measured.verdict()));
  }
}
