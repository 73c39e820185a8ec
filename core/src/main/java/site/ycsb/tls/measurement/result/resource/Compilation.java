package site.ycsb.tls.measurement.result.resource;

/**
 * Work of the just-in-time compilers in the measured window; much of it means that the code was not
 * warm.
 *
 * @param clientSeconds CPU time of the load generator's compilers, s; null when it is unknown
 * @param serverSeconds CPU time of the compilers of the server's JVMs, s; null when it is unknown
 *     or there are none
 */
public record Compilation(Double clientSeconds, Double serverSeconds) {}
