package site.ycsb.tls.cli.study;

import picocli.CommandLine.Option;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.study.Size;

/** The options for the size of a study. */
final class StudySize {
  @Option(
      names = "--quick",
      description =
          "Measure a part of the sweep, with short runs and few blocks: minutes; indicative only.")
  private boolean quick;

  @Option(names = "--full", description = "Measure with the published sizes: hours to days.")
  private boolean full;

  /**
   * The size.
   *
   * @throws UsageException when both are given
   */
  Size size() {
    if (quick && full) {
      throw new UsageException("--quick and --full: give one of them, or none");
    }
    return quick ? Size.QUICK : full ? Size.FULL : Size.STANDARD;
  }
}
