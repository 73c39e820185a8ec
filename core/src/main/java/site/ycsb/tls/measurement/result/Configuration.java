package site.ycsb.tls.measurement.result;

import java.util.Map;

/**
 * What was run.
 *
 * @param toolVersion version of this program
 * @param command the command line to repeat the run, credentials masked
 * @param phase {@code load} or {@code transactions}
 * @param binding name of the binding, or the class name of a third-party {@code site.ycsb.DB}
 * @param label the user's label, or empty
 * @param properties all properties of the run, secrets masked
 * @param seed seed of all random draws
 * @param threads number of load threads
 * @param targetOpsPerSecond wanted throughput over all threads; 0 when not throttled
 */
public record Configuration(
    String toolVersion,
    String command,
    String phase,
    String binding,
    String label,
    Map<String, String> properties,
    long seed,
    int threads,
    double targetOpsPerSecond) {}
