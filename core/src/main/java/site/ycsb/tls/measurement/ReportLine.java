package site.ycsb.tls.measurement;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * One line of YCSB's report.
 *
 * @param section for example {@code OVERALL} or {@code READ}
 * @param measurement for example {@code AverageLatency(us)}
 * @param value a {@link Long}, {@link Double}, {@link Boolean} or {@link String}
 */
@JsonPropertyOrder({"metric", "measurement", "value"})
record ReportLine(@JsonProperty("metric") String section, String measurement, Object value) {}
