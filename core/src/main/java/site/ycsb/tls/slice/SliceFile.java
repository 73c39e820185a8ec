package site.ycsb.tls.slice;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import site.ycsb.tls.file.WholeFile;

/**
 * The slices of a block as {@code slices.csv}: one line for each, so that all figures can be
 * computed again.
 *
 * @param slices by the ids of their variants, in the order of the lines
 */
public record SliceFile(Map<String, List<SliceReport>> slices) {
  /** The file's name in the folder of a block. */
  public static final String NAME = "slices.csv";

  /** Of versions before 28 November 2026. */
  private static final String HEADER_WITHOUT_TIMES =
      "variant,round,seconds,succeeded,failed,client_cpu_ns,server_cpu_ns,client_compiler_ns";

  private static final String HEADER = HEADER_WITHOUT_TIMES + ",began_at_ns,ended_at_ns";

  /** Writes the file, whole or not at all; replaces it, if it is there. */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    slices.forEach(
        (variant, all) -> {
          int round = 0;
          for (SliceReport slice : all) {
            lines.add(line(variant, ++round, slice));
          }
        });
    lines.add("");
    WholeFile.write(file.normalize(), String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
  }

  private static String line(String variant, int round, SliceReport slice) {
    return String.format(
        Locale.ROOT,
        "%s,%d,%.9f,%d,%d,%d,%s,%d,%d,%d",
        variant,
        round,
        slice.seconds(),
        slice.succeeded(),
        slice.failed(),
        slice.clientNanos(),
        slice.serverNanos() < 0 ? "" : Long.toString(slice.serverNanos()),
        slice.compilerNanos(),
        slice.beganAt(),
        slice.endedAt());
  }

  /**
   * Reads a file; one of an earlier version has no times, which are 0 then.
   *
   * @throws IOException when it is not there, or damaged
   */
  public static SliceFile read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    String header = lines.isEmpty() ? "" : lines.get(0);
    if (!header.equals(HEADER) && !header.equals(HEADER_WITHOUT_TIMES)) {
      throw new IOException(file + " is damaged: its first line is not that of slices");
    }
    int columns = header.split(",", -1).length;
    Map<String, List<SliceReport>> slices = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      try {
        List<SliceReport> own = slices.computeIfAbsent(cells[0], variant -> new ArrayList<>());
        if (cells.length != columns || Integer.parseInt(cells[1]) != own.size() + 1) {
          throw new IllegalArgumentException("a cell or a round is missing");
        }
        own.add(slice(cells));
      } catch (RuntimeException e) {
        throw new IOException(file + " is damaged: not a slice: " + line, e);
      }
    }
    return new SliceFile(slices);
  }

  private static SliceReport slice(String[] cells) {
    boolean hasTimes = cells.length > 8; // Not in files of earlier versions.
    return new SliceReport(
        Order.Kind.MEASURE,
        Double.parseDouble(cells[2]),
        Long.parseLong(cells[3]),
        Long.parseLong(cells[4]),
        Long.parseLong(cells[5]),
        Long.parseLong(cells[7]),
        cells[6].isEmpty() ? -1 : Long.parseLong(cells[6]),
        hasTimes ? Long.parseLong(cells[8]) : 0,
        hasTimes ? Long.parseLong(cells[9]) : 0,
        null);
  }
}
