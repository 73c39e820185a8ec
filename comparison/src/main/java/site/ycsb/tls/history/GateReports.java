package site.ycsb.tls.history;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** What a gate judged, in the forms that services of continuous integration show. */
public final class GateReports {
  private GateReports() {}

  /**
   * A figure that was judged.
   *
   * @param name point, variant and metric
   * @param line the figure, its interval and the judgement
   * @param outcome what it means for the gate
   */
  public record Judgement(String name, String line, Outcome outcome) {}

  /** The names are those of JUnit's elements, but for the first one. */
  public enum Outcome {
    PASSED,
    FAILURE,
    /** Not known, and that does not pass. */
    ERROR,
    /** Not known, and that passes. */
    SKIPPED
  }

  /**
   * As JUnit's XML: a test case for each figure.
   *
   * @param suite what was to be shown
   * @param notes what a reader of the figures must know; one line each
   */
  public static String junit(String suite, List<Judgement> judgements, List<String> notes) {
    String name = printable(suite);
    StringWriter to = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newFactory().createXMLStreamWriter(to);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeStartElement("testsuite");
      xml.writeAttribute("name", name);
      xml.writeAttribute("tests", Integer.toString(judgements.size()));
      xml.writeAttribute("failures", count(judgements, Outcome.FAILURE));
      xml.writeAttribute("errors", count(judgements, Outcome.ERROR));
      xml.writeAttribute("skipped", count(judgements, Outcome.SKIPPED));
      for (Judgement judgement : judgements) {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", name);
        xml.writeAttribute("name", printable(judgement.name()));
        if (judgement.outcome() == Outcome.PASSED) {
          xml.writeStartElement("system-out");
          xml.writeCharacters(printable(judgement.line()));
        } else {
          xml.writeStartElement(judgement.outcome().name().toLowerCase(Locale.ROOT));
          xml.writeAttribute("message", printable(judgement.line()));
        }
        xml.writeEndElement();
        xml.writeEndElement();
      }
      if (!notes.isEmpty()) {
        xml.writeStartElement("system-out");
        xml.writeCharacters(printable(String.join(" ", notes)));
        xml.writeEndElement();
      }
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException(e);
    }
    return to.toString();
  }

  /** Without the characters that XML does not have. */
  private static String printable(String text) {
    return text.replaceAll("[\\p{Cntrl}\\uFFFE\\uFFFF]", "?");
  }

  private static String count(List<Judgement> judgements, Outcome outcome) {
    return Long.toString(judgements.stream().filter(j -> j.outcome() == outcome).count());
  }

  /**
   * Appends a table in Markdown, and the notes, to the summary of a job of GitHub Actions; see
   * {@link #junit}.
   */
  public static void appendSummary(
      Path file, String title, List<Judgement> judgements, List<String> notes) throws IOException {
    StringBuilder text =
        new StringBuilder("### " + cell(title) + "\n\n| figure | gate |\n| :--- | :--- |\n");
    judgements.forEach(
        j -> text.append("| ").append(cell(j.line())).append(" | ").append(sign(j)).append(" |\n"));
    notes.forEach(note -> text.append('\n').append(cell(note)).append('\n'));
    Files.writeString(
        file,
        text.append('\n'),
        StandardCharsets.UTF_8,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  private static String sign(Judgement judgement) {
    return switch (judgement.outcome()) {
      case PASSED -> "passed";
      case FAILURE -> "**failed**";
      case ERROR -> "**not known**";
      case SKIPPED -> "not known, allowed";
    };
  }

  private static String cell(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\\", "\\\\")
        .replace("|", "\\|")
        .replace("\n", " ");
  }
}
