package site.ycsb.tls.measurement.result;

/**
 * When it was measured.
 *
 * @param startedAt start of the measured window, ISO 8601 with time zone
 * @param connectSeconds time from the first {@code init} until the last thread is ready
 * @param warmupSeconds length of the warm-up before the measured window
 * @param runtimeSeconds length of the measured window
 */
public record Window(
    String startedAt, double connectSeconds, double warmupSeconds, double runtimeSeconds) {}
