package site.ycsb.tls.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import site.ycsb.tls.slice.SliceReport;

/**
 * The slices of a block as {@code slices.csv}: one line for each, so that all figures can be
 * computed again.
 *
 * @param members the runs of the block
 */
record SliceFile(List<BlockRun> members) {

  void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "variant,round,seconds,succeeded,failed,client_cpu_ns,server_cpu_ns,client_compiler_ns");
    for (BlockRun member : members) {
      int round = 0;
      for (SliceReport slice : member.slices()) {
        lines.add(
            String.format(
                Locale.ROOT,
                "%s,%d,%.9f,%d,%d,%d,%s,%d",
                member.variant().id(),
                ++round,
                slice.seconds(),
                slice.succeeded(),
                slice.failed(),
                slice.clientNanos(),
                slice.serverNanos() < 0 ? "" : Long.toString(slice.serverNanos()),
                slice.compilerNanos()));
      }
    }
    Files.write(file.normalize(), lines);
  }
}
