package site.ycsb.tls.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import site.ycsb.tls.comparison.result.Doubt;
import site.ycsb.tls.file.JsonFile;
import site.ycsb.tls.measurement.result.Environment;
import site.ycsb.tls.property.UsageException;

/**
 * What operations, bytes and handshakes cost on one database, one machine and one workload.
 *
 * @param format version of this format, {@value #FORMAT}
 * @param toolVersion version of this program
 * @param command the command line to measure it again, credentials masked
 * @param finishedAt ISO 8601
 * @param binding name of the binding
 * @param server known facts of server and driver
 * @param environment the machine; null when unknown
 * @param quick whether it was measured with short runs: its figures are indicative only
 * @param baseline CPU time without TLS
 * @param variants CPU time in addition to that
 * @param connections how long new connections take
 * @param leastKilobytes the smallest amount that was measured, KB sent and received per operation
 * @param mostKilobytes the largest
 * @param checks predictions for points that are not in the fit
 * @param doubts by variant, why its figures are no answer; none in files of earlier versions
 * @param warnings of the comparisons that it is fitted to, and one if an earlier version did it
 */
public record CostModel(
    int format,
    String toolVersion,
    String command,
    String finishedAt,
    String binding,
    Map<String, String> server,
    Environment environment,
    boolean quick,
    VariantCost baseline,
    List<VariantCost> variants,
    List<ConnectionTime> connections,
    double leastKilobytes,
    double mostKilobytes,
    List<SelfCheck> checks,
    Map<String, List<Doubt>> doubts,
    List<String> warnings) {

  /** The version of the format that this class writes. */
  public static final int FORMAT = 1;

  /** The file's name in its directory. */
  public static final String FILE = "model.json";

  private static final String WITHOUT_SPEED =
      "The intervals are too narrow: they do not contain how the machine's speed differs from block to block, as an earlier version fitted the model; repeat its command with --out and its directory, which fits the same runs again.";

  public CostModel {
    doubts =
        doubts == null
            ? Map.of()
            : doubts.entrySet().stream()
                .collect(
                    Collectors.toUnmodifiableMap(
                        Map.Entry::getKey, each -> List.copyOf(each.getValue())));
    Stream<String> given = warnings == null ? Stream.of() : warnings.stream();
    Stream<String> own =
        baseline.client().speed().variance() > 0 ? Stream.of() : Stream.of(WITHOUT_SPEED);
    warnings = Stream.concat(given, own).distinct().toList();
  }

  /** The checks of a variant that failed: its predictions cannot be trusted. */
  public List<SelfCheck> failed(VariantCost variant) {
    return checks(variant).filter(check -> !check.holds()).toList();
  }

  private Stream<SelfCheck> checks(VariantCost variant) {
    return checks.stream().filter(check -> check.variant().equals(variant.name()));
  }

  /** What is to be said of checks of a variant that could not have failed, a sentence. */
  public Optional<String> untold(VariantCost variant) {
    long wide = checks(variant).filter(check -> !check.tells()).count();
    return wide == 0
        ? Optional.empty()
        : Optional.of(
            "%s: %d of %d checks of the model are too wide to tell, as a prediction of nothing would hold, too; measure again with more --blocks."
                .formatted(variant.name(), wide, checks(variant).count()));
  }

  /** Why nothing is predicted for a variant, a sentence; usually empty. */
  public Optional<String> refusal(VariantCost variant) {
    Optional<String> doubt =
        doubts.getOrDefault(variant.name(), List.of()).stream()
            .findFirst()
            .map(
                why ->
                    "No prediction for %s: %s; measure again, and %s."
                        .formatted(variant.name(), why.why(), why.remedy()));
    return doubt.or(() -> failed(variant).stream().findFirst().map(SelfCheck::refusal));
  }

  /** Writes the file whole or not at all. */
  public void writeTo(Path directory) throws IOException {
    JsonFile.write(directory.resolve(FILE), this);
  }

  /**
   * Reads the model of a directory.
   *
   * @throws UsageException when there is none
   * @throws IOException when it cannot be read, or has another format
   */
  public static CostModel read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.isRegularFile(file)) {
      throw new UsageException(
          "%s: no %s there; expected the directory of a finished 'bin/ycsb model'"
              .formatted(directory, FILE));
    }
    return JsonFile.read(file, CostModel.class, FORMAT);
  }
}
