package site.ycsb.tls.cost;

import java.util.List;
import java.util.Map;
import site.ycsb.tls.measurement.result.Environment;

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
    List<SelfCheck> checks) {

  /** The version of the format that this class writes. */
  public static final int FORMAT = 1;

  /** The checks of a variant that failed: its predictions cannot be trusted. */
  public List<SelfCheck> failed(VariantCost variant) {
    return checks.stream().filter(c -> c.variant().equals(variant.name()) && !c.holds()).toList();
  }
}
