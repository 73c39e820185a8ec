package site.ycsb.tls.document;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * A table; every format shows it, and each can be exported by itself.
 *
 * @param name its id: anchor and file name
 * @param caption what it shows
 * @param columns at least one
 * @param rows each with a cell for each column
 */
public record Table(String name, String caption, List<Column> columns, List<List<Cell>> rows)
    implements Block {

  public Table {
    Ids.check(name);
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    int width = columns.size();
    if (width == 0 || rows.stream().anyMatch(row -> row.size() != width)) {
      throw new IllegalArgumentException("table " + name + ": each row needs " + width + " cells");
    }
  }

  @Override
  public Optional<String> id() {
    return Optional.of(name);
  }

  /** Whether a figure of the column has an interval. */
  public boolean isEstimated(int column) {
    return rows.stream().anyMatch(row -> row.get(column).interval() != null);
  }

  /** Whether a cell of the column has a difference. */
  public boolean isCompared(int column) {
    return rows.stream().anyMatch(row -> row.get(column).difference() != null);
  }

  /**
   * A column of the table.
   *
   * @param title for example {@code READ mean}
   * @param unit for example {@code µs}; empty for none
   * @param numeric whether its cells are aligned to the right
   */
  public record Column(String title, String unit, boolean numeric) {
    /** A column of words. */
    public static Column text(String title) {
      return new Column(title, "", false);
    }

    /** A column of figures. */
    public static Column number(String title, String unit) {
      return new Column(title, unit, true);
    }
  }

  /**
   * A cell.
   *
   * @param text as it is shown, without interval and difference
   * @param value the figure with all its digits; null for text
   * @param interval of the figure; null for none
   * @param difference relative to its reference; null when it is not compared
   * @param href a link, as a URI reference relative to the page; null for none
   */
  public record Cell(
      String text, Double value, Interval interval, Difference difference, String href) {
    public Cell {
      if (href != null && !isRelative(URI.create(href))) {
        throw new IllegalArgumentException("a link must be a path relative to the page: " + href);
      }
    }

    private static boolean isRelative(URI link) {
      return !link.isAbsolute()
          && link.getRawAuthority() == null
          && !link.getRawPath().startsWith("/");
    }

    /** Its first line, as papers print it: {@code 12,345 (-41.2 %)}, {@code +1.8 [+0.2, +3.4]}. */
    public String line() {
      String line = interval == null ? text : text + " " + interval.text();
      if (difference == null) {
        return line;
      }
      String change = Figures.change(difference.change());
      return line.isEmpty() ? change : line + " (" + change + ")";
    }

    public static Cell text(String text) {
      return new Cell(text, null, null, null, null);
    }

    /** Nothing was measured, or nothing was published. */
    public static Cell none() {
      return text("–");
    }

    public static Cell number(String text, double value) {
      return new Cell(text, value, null, null, null);
    }

    /** A figure that is known within an interval. */
    public static Cell estimate(String text, double value, Interval interval) {
      return new Cell(text, value, interval, null, null);
    }

    /** The same of a figure with a sign: {@code +1.84 [+0.20, +3.48]}. */
    public static Cell signed(double value, double lower, double upper) {
      return estimate(
          Figures.signed(value),
          value,
          new Interval(Figures.signedInterval(lower, upper), lower, upper));
    }

    /** A share as its change in percent, with its sign; in a column of %. */
    public static Cell change(double share) {
      return number(Figures.change(share), 100 * share);
    }

    public static Cell compared(String text, double value, Difference difference) {
      return new Cell(text, value, null, difference, null);
    }

    /** A difference without a figure of its own. */
    public static Cell difference(Difference difference) {
      return new Cell("", null, null, difference, null);
    }

    /**
     * A link to a file.
     *
     * @param path of the file, relative to the page; what stands between slashes may be any name
     */
    public static Cell link(String text, String path) {
      try {
        String link = new URI(null, null, "./" + path, null).getRawPath();
        // As the first part of a link, a name with a colon would be a scheme.
        boolean isScheme = path.split("/", 2)[0].contains(":");
        return new Cell(text, null, null, null, isScheme ? link : link.substring(2));
      } catch (URISyntaxException e) {
        throw new IllegalArgumentException("no path: " + path, e);
      }
    }
  }

  /**
   * Where a figure lies, in its unit.
   *
   * @param text as it is shown behind the figure: {@code [+0.20, +3.48]} or {@code ±0.31}
   * @param lower lower end
   * @param upper upper end
   */
  public record Interval(String text, double lower, double upper) {}

  /**
   * A relative difference with its interval; shares: 0.41 = 41 % more.
   *
   * @param lower lower end; null together with {@code upper} when there is no interval
   * @param verdict a word such as {@code overhead}; empty for none
   * @param noise differences within ± this are noise; null when unknown
   */
  public record Difference(
      double change, Double lower, Double upper, String verdict, Double noise) {
    public Difference {
      if ((lower == null) != (upper == null)) {
        throw new IllegalArgumentException("an interval has two ends: " + lower + ", " + upper);
      }
    }

    /** Its interval, as it is shown: {@code [+38.1, +44.0]}; empty for none. */
    public String ends() {
      return lower == null ? "" : Figures.interval(lower, upper);
    }
  }
}
