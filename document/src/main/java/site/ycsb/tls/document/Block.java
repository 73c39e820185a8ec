package site.ycsb.tls.document;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A block of a section: text, a table, a chart. All text is plain. */
public sealed interface Block
    permits Block.Paragraph, Block.Code, Block.Facts, Block.Fold, Block.Calculator, Table, Chart {

  /** Whether it is drawn: formats of text leave it out. */
  default boolean isDrawn() {
    return this instanceof Chart || this instanceof Calculator;
  }

  /** Anchor and file name; may be empty. */
  default Optional<String> id() {
    return Optional.empty();
  }

  /** Without tables that have no row, plots that have nothing to show, and folds of neither. */
  static List<Block> notEmpty(List<Block> blocks) {
    return blocks.stream().filter(block -> !block.isEmpty()).toList();
  }

  private boolean isEmpty() {
    return (this instanceof Table table && table.rows().isEmpty())
        || (this instanceof Fold fold && fold.blocks().isEmpty())
        || (this instanceof Chart.IntervalPlot intervals
            && (intervals.rows().isEmpty() || intervals.series().isEmpty()))
        || (this instanceof Chart.LinePlot lines && lines.lines().isEmpty())
        || (this instanceof Chart.BoxPlot box && box.boxes().isEmpty())
        || (this instanceof Chart.StackedBars bars && bars.bars().isEmpty());
  }

  /** A paragraph. */
  record Paragraph(String text) implements Block {}

  /** Lines that keep their breaks: a command, a piece of a file. */
  record Code(String text) implements Block {}

  /**
   * Names and their values.
   *
   * @param title heading of a lower level; empty for none
   */
  record Facts(String title, Map<String, String> entries) implements Block {
    public Facts {
      entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
    }
  }

  /**
   * Sliders and their result, in HTML only; other formats leave it out.
   *
   * @param name its id
   * @param model what is calculated with, as JSON-like values
   * @param script JavaScript that draws it into the element of that name; it finds the models by
   *     name in the page's data
   */
  record Calculator(String name, Object model, String script) implements Block {
    @Override
    public Optional<String> id() {
      return Optional.of(name);
    }
  }

  /** Folded on the screen, open in print. */
  record Fold(String title, List<Block> blocks) implements Block {
    public Fold {
      blocks = List.copyOf(blocks);
    }
  }
}
