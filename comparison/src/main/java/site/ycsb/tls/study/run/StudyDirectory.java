package site.ycsb.tls.study.run;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.page.Report;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.comparison.run.ComparisonDirectory;
import site.ycsb.tls.comparison.run.ResultsDirectory;
import site.ycsb.tls.file.FileFailure;
import site.ycsb.tls.file.FolderLock;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.file.WholeFile;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.study.Part;
import site.ycsb.tls.study.Size;
import site.ycsb.tls.study.Study;
import site.ycsb.tls.study.file.StudyFile;
import site.ycsb.tls.study.page.StudyReport;
import site.ycsb.tls.study.result.PartResult;
import site.ycsb.tls.study.result.StudyResult;

/**
 * The directory of a study: its file, a directory for the comparison of each part, and the results,
 * written again after each part. Not thread-safe.
 */
public final class StudyDirectory {
  private static final String COPY = "study.yaml";
  private static final String LOCK = "study.lock";

  private final Path path;
  private final Study study;
  private final Size size;
  private final String command;
  private final byte[] file;
  private final Map<String, ComparisonResult> measured = new LinkedHashMap<>();

  private StudyDirectory(Path path, byte[] file, Study study, Size size, String command) {
    this.path = path;
    this.file = file;
    this.study = study;
    this.size = size;
    this.command = command;
  }

  /**
   * A new directory, or one where the study was begun: that one stays as it is until a part is put
   * into it, since the part may be refused.
   *
   * @throws UsageException when it holds something else, the study at another size, or runs of a
   *     part that the file now says otherwise
   */
  public static StudyDirectory open(Path path, Path file, Study study, Size size, String command)
      throws IOException {
    ResultsDirectory.requireNoFile(path);
    boolean begun = JsonFile.exists(path.resolve(StudyResult.FILE));
    if (begun) {
      StudyResult earlier = StudyResult.read(path);
      if (!earlier.study().equals(study.name()) || earlier.size() != size) {
        throw new UsageException(
            "%s holds the study %s (size %s), not %s (size %s): give another directory with --out"
                .formatted(
                    path, earlier.study(), earlier.size().label(), study.name(), size.label()));
      }
    } else if (Files.exists(path) && !isJustBegun(path)) {
      throw new UsageException(
          path + " is not empty and holds no study: give another directory with --out");
    }
    try {
      Files.createDirectories(path);
    } catch (FileSystemException e) {
      throw ResultsDirectory.refusal(path, e);
    }
    StudyDirectory directory =
        new StudyDirectory(path, Files.readAllBytes(file), study, size, command);
    directory.readParts();
    if (begun) {
      directory.requireSameParts();
    } else {
      directory.write();
    }
    return directory;
  }

  /**
   * The results of the study in a directory. As of a comparison, this version analyses the runs of
   * its parts again.
   *
   * @param messages gets a line where that is impossible: they are as they were written then
   * @throws IOException when there are none, or they are damaged or of a newer format
   */
  public static StudyResult read(Path path, Consumer<String> messages) throws IOException {
    StudyResult written = StudyResult.read(path);
    Path copy = path.resolve(COPY);
    try {
      Study study = StudyFile.parse(written.study(), copy.toString(), Files.readString(copy));
      StudyDirectory directory =
          new StudyDirectory(path, new byte[0], study, written.size(), written.command());
      directory.readParts();
      for (PartResult part : written.parts()) {
        if (part.begun() && !directory.measured.containsKey(part.name())) {
          throw new UsageException("the comparison of part %s is not there".formatted(part.name()));
        }
      }
      return directory.result();
    } catch (IOException | UsageException e) {
      messages.accept(
          "Note: the figures of %s are those of its %s, as its runs cannot be analysed again: %s."
              .formatted(path, StudyResult.FILE, FileFailure.inWords(e)));
      return written;
    }
  }

  private void readParts() throws IOException {
    for (Part part : study.parts()) {
      if (ComparisonDirectory.isIn(of(part))) {
        measured.put(part.name(), ComparisonDirectory.read(of(part)));
      }
    }
  }

  /** Figures stand beside what the file says: of parts that were run, it says what it said then. */
  private void requireSameParts() throws IOException {
    Path copy = path.resolve(COPY);
    if (Arrays.equals(Files.readAllBytes(copy), file)) {
      return;
    }
    Study earlier;
    try {
      earlier = StudyFile.parse(study.name(), copy.toString(), Files.readString(copy));
    } catch (UsageException e) {
      throw new UsageException(
          "%s cannot be resumed: its copy of the file says what was run, and this version does not understand it (%s); correct that copy as the file was corrected, or give another directory with --out"
              .formatted(path, e.getMessage()),
          e);
    }
    for (Part part : study.parts()) {
      boolean same =
          earlier.binding().equals(study.binding())
              && earlier.parts().stream()
                  .anyMatch(then -> then.ofRuns(size).equals(part.ofRuns(size)));
      if (isBegun(part) && !same) {
        throw new UsageException(
            "%s: part %s was run as its copy of the file (%s) says, and the file has changed since: give another directory with --out"
                .formatted(path, part.name(), COPY));
      }
    }
  }

  /** Whether it holds no more than what a program leaves that is killed when it begins a study. */
  private static boolean isJustBegun(Path path) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .allMatch(
              name ->
                  name.startsWith(COPY) || name.equals(LOCK) || name.startsWith(StudyResult.FILE));
    }
  }

  public Path path() {
    return path;
  }

  /** The directory of a part's comparison. */
  public Path of(Part part) {
    return path.resolve(part.name());
  }

  public boolean isComplete(Part part) {
    ComparisonResult result = measured.get(part.name());
    return result != null && result.complete();
  }

  /** Whether something of a part was run. */
  public boolean isBegun(Part part) {
    ComparisonResult result = measured.get(part.name());
    return result != null && !result.runs().isEmpty();
  }

  /** The result of a part, complete or not; writes the reports of the part and of the study. */
  public void put(Part part, ComparisonResult result) throws IOException {
    // The results first: a damaged file of one run, which the part's report reads, loses no part.
    try (FolderLock ignored = FolderLock.await(path.resolve(LOCK))) {
      // Another process may have run another part since.
      readParts();
      measured.put(part.name(), result);
      writeResults();
    }
    Report.of(result, of(part)).writeTo(of(part));
  }

  private void write() throws IOException {
    try (FolderLock ignored = FolderLock.await(path.resolve(LOCK))) {
      writeResults();
    }
  }

  private void writeResults() throws IOException {
    // A part of it would be another study: the next command would refuse to go on.
    WholeFile.write(path.resolve(COPY), file);
    result().writeTo(path);
    report().writeTo(path);
  }

  private StudyResult result() {
    return StudyResult.of(study, size, commands(), measured);
  }

  /** Those that made the figures, in the order of the parts; this one before there are any. */
  private String commands() {
    List<String> made =
        study.parts().stream()
            .flatMap(part -> Stream.ofNullable(measured.get(part.name())))
            .filter(result -> !result.runs().isEmpty())
            .map(ComparisonResult::command)
            .distinct()
            .toList();
    return made.isEmpty() ? command : String.join("\n", made);
  }

  private StudyReport report() {
    return new StudyReport(result());
  }

  /** The report for a terminal. */
  public String text() {
    return report().text();
  }
}
