package site.ycsb.tls.document;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A page. The answers and warnings are its first screen; the sections follow in their order.
 *
 * @param title plain text
 * @param description what was done, a few lines
 * @param tiles the main figures; with them, HTML shows the description last
 * @param answers the results, a sentence each
 * @param warnings a line each
 * @param references names of chart series that are drawn in grey: those that the others are
 *     compared with
 * @param sections in their order; ids of sections, tables and charts are all different
 * @param appendix the origin of the figures, and how to read them: in HTML only
 */
public record Document(
    String title,
    List<String> description,
    List<Tile> tiles,
    List<Answer> answers,
    List<String> warnings,
    List<String> references,
    List<Section> sections,
    List<Section> appendix) {

  /**
   * The result for one subject.
   *
   * @param subject the first, emphasised words of the sentence
   * @param text the rest of it
   * @param verdict a word: {@code overhead}, {@code inconclusive}, {@code yes}; empty for none
   */
  public record Answer(String subject, String text, String verdict) {}

  /**
   * A figure of the first screen.
   *
   * @param title of what
   * @param value with its unit, or why there is none
   * @param range its interval; may be empty
   * @param verdict as of {@link Answer}
   */
  public record Tile(String title, String value, String range, String verdict) {}

  public Document {
    description = List.copyOf(description);
    tiles = List.copyOf(tiles);
    answers = List.copyOf(answers);
    warnings = List.copyOf(warnings);
    references = List.copyOf(references);
    sections = List.copyOf(sections);
    appendix = List.copyOf(appendix);
    Set<String> ids = new HashSet<>();
    for (Section section : all(sections, appendix)) {
      requireNew(ids, section.id());
      flat(section.blocks()).forEach(block -> block.id().ifPresent(id -> requireNew(ids, id)));
    }
  }

  /** Without tiles. */
  public Document(
      String title,
      List<String> description,
      List<Answer> answers,
      List<String> warnings,
      List<String> references,
      List<Section> sections,
      List<Section> appendix) {
    this(title, description, List.of(), answers, warnings, references, sections, appendix);
  }

  private static void requireNew(Set<String> ids, String id) {
    if (!ids.add(id)) {
      throw new IllegalArgumentException("two parts of a document have the id " + id);
    }
  }

  /** The same page with these sections after all others, before the appendix. */
  public Document withLast(List<Section> last) {
    return new Document(
        title, description, tiles, answers, warnings, references, all(sections, last), appendix);
  }

  /** The same page with this warning after all others. */
  public Document withWarning(String warning) {
    List<String> all = new ArrayList<>(warnings);
    all.add(warning);
    return new Document(title, description, tiles, answers, all, references, sections, appendix);
  }

  private static List<Section> all(List<Section> first, List<Section> last) {
    return Stream.concat(first.stream(), last.stream()).toList();
  }

  /** All parts of the page in order. */
  public List<Section> everything() {
    return all(sections, appendix);
  }

  /** The tables of the sections, those in folds too, in order. */
  public List<Table> tables() {
    return blocks(sections).flatMap(only(Table.class)).toList();
  }

  /** All charts, those in folds too, in order. */
  public List<Chart> charts() {
    return blocks(everything()).flatMap(only(Chart.class)).toList();
  }

  /** The chart that a section begins with, if the first one does. */
  public Optional<Chart> firstChart() {
    return blocks(everything()).limit(1).flatMap(only(Chart.class)).findFirst();
  }

  /** All calculators. */
  public List<Block.Calculator> calculators() {
    return blocks(everything()).flatMap(only(Block.Calculator.class)).toList();
  }

  private static <T> Function<Block, Stream<T>> only(Class<T> kind) {
    return block -> kind.isInstance(block) ? Stream.of(kind.cast(block)) : Stream.of();
  }

  private static Stream<Block> blocks(List<Section> sections) {
    return sections.stream().flatMap(section -> flat(section.blocks()));
  }

  private static Stream<Block> flat(List<Block> blocks) {
    return blocks.stream()
        .flatMap(
            block ->
                block instanceof Block.Fold fold
                    ? Stream.concat(Stream.of(block), flat(fold.blocks()))
                    : Stream.of(block));
  }
}
