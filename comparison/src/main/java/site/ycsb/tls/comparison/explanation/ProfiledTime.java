package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.property.run.SampleInterval;
import site.ycsb.tls.slice.SliceReport;

/**
 * The part of a run in which samples were taken, of its load generator and of its server.
 *
 * @param from ns since 1970
 * @param to likewise
 * @param interval CPU time between two samples, as it was asked
 */
record ProfiledTime(long from, long to, SampleInterval interval) {
  /** The file's name in the folder of a run. */
  static final String FILE = "profiled.csv";

  private static final String HEADER = "began_at_ns,ended_at_ns,interval";

  /**
   * One that has ended.
   *
   * @param clock since its begin
   * @return empty when the clock was set: it is not known which samples fall into which slice
   */
  static Optional<ProfiledTime> of(WallClock clock, long from, long to, SampleInterval interval) {
    return clock.wasSet() ? Optional.empty() : Optional.of(new ProfiledTime(from, to, interval));
  }

  /** Whether the slice is a part of it. */
  boolean contains(SliceReport slice) {
    return from <= slice.beganAt() && slice.endedAt() <= to;
  }

  void write(Path folder) throws IOException {
    WholeFile.write(
        folder.resolve(FILE),
        "%s%n%d,%d,%s%n".formatted(HEADER, from, to, interval).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * That of a run.
   *
   * @return empty when the run has none
   * @throws IOException when its file is damaged
   */
  static Optional<ProfiledTime> read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try {
      String[] cells = Files.readAllLines(file).get(1).split(",", -1);
      return Optional.of(
          new ProfiledTime(
              Long.parseLong(cells[0]), Long.parseLong(cells[1]), SampleInterval.parse(cells[2])));
    } catch (RuntimeException e) {
      throw new IOException(file + " is damaged: not a time with samples", e);
    }
  }
}
