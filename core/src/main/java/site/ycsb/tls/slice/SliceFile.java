package site.ycsb.tls.slice;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The slices of a block as {@code slices.csv}: one line for each, so that all figures can be
 * computed again.
 *
 * @param slices by the ids of their variants, in the order of the lines
 */
public record SliceFile(Map<String, List<SliceReport>> slices) {

  /** Replaces the file, if it is there. */
  public void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "variant,round,seconds,succeeded,failed,client_cpu_ns,server_cpu_ns,client_compiler_ns");
    slices.forEach(
        (variant, all) -> {
          int round = 0;
          for (SliceReport slice : all) {
            lines.add(line(variant, ++round, slice));
          }
        });
    Files.write(file.normalize(), lines);
  }

  private static String line(String variant, int round, SliceReport slice) {
    return String.format(
        Locale.ROOT,
        "%s,%d,%.9f,%d,%d,%d,%s,%d",
        variant,
        round,
        slice.seconds(),
        slice.succeeded(),
        slice.failed(),
        slice.clientNanos(),
        slice.serverNanos() < 0 ? "" : Long.toString(slice.serverNanos()),
        slice.compilerNanos());
  }
}
