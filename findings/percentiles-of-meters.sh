#!/usr/bin/env bash
# Guess:  A meter or load generator that prints a median to four digits sees that TLS makes a request 5 percent slower.
# So:     Not these three. Locust rounds each time before it counts it: to whole ms, from 100 ms on to two digits, so that
#         0.3 and 0.45 ms have a median of 0, and 1,040 and 1,060 ms of 1,000 and 1,100. Micrometer's percentiles
#         (publishPercentiles) have steps of 4 percent and more: 98.304 us for 100 and for 102 us, less than any value that
#         there was; with percentilePrecision(3) they have not. OpenTelemetry's default histogram has its first step at 5 ms,
#         or s: all that is faster is one number. Their means are exact, in all three: compare means, or set the precision or
#         the steps.
# Seen:   29 November 2026, 1,000 equal values each, Locust 2.47.0, Micrometer 1.16.0, opentelemetry-sdk 1.39.0.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
python_with py locust==2.47.0 opentelemetry-sdk==1.39.0
jars jars io.micrometer:micrometer-core:1.16.0
cat >Median.java <<'JAVA'
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
class Median {
  public static void main(String[] arguments) {
    for (String ns : arguments) {
      Timer.Builder builder = Timer.builder("t");
      Timer timer = builder.publishPercentiles(0.5).register(new SimpleMeterRegistry());
      Timer precise = builder.percentilePrecision(3).register(new SimpleMeterRegistry());
      for (int i = 0; i < 1000; i++) {
        timer.record(Duration.ofNanos(Long.parseLong(ns)));
        precise.record(Duration.ofNanos(Long.parseLong(ns)));
      }
      System.out.printf(java.util.Locale.ROOT, "%.0f %.0f %.0f%n", timer.takeSnapshot().percentileValues()[0].value(),
          precise.takeSnapshot().percentileValues()[0].value(), timer.mean(TimeUnit.NANOSECONDS));
    }
  }
}
JAVA
javac -cp 'jars/*' -d classes Median.java || exit 2
cat >locust_median.py <<'PYTHON'
import sys
from locust.stats import RequestStats
for ms in sys.argv[1:]:
    stats = RequestStats()
    for _ in range(1000): stats.log_request("GET", "/", float(ms), 0)
    entry = stats.get("/", "GET")
    print(f"{entry.get_response_time_percentile(0.5):g} {entry.avg_response_time:g}")
PYTHON
cat >buckets.py <<'PYTHON'
import sys
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
for value in sys.argv[1:]:
    reader = InMemoryMetricReader()
    histogram = MeterProvider([reader]).get_meter("m").create_histogram("h")
    for _ in range(1000): histogram.record(float(value))
    point = reader.get_metrics_data().resource_metrics[0].scope_metrics[0].metrics[0].data.data_points[0]
    step = next(i for i, count in enumerate(point.bucket_counts) if count)
    print(f"up to {point.explicit_bounds[step]:g}, mean {point.sum / point.count:g}")
PYTHON
lines() { "$@" 2>run.log | paste -sd ';' | sed 's/;/; /g'; }
check "Locust, 0.3, 0.45, 1,040, 1,060 ms: median and mean" "0 0.3; 0 0.45; 1000 1040; 1100 1060" \
  "$(lines py/bin/python locust_median.py 0.3 0.45 1040 1060)"
check "Micrometer, 100,000, 102,000, 104,000 ns: median, median with percentilePrecision(3), mean" \
  "98304 99968 100000; 98304 101952 102000; 102400 104000 104000" \
  "$(lines java -cp 'classes:jars/*' Median 100000 102000 104000)"
check "OpenTelemetry, 0.3, 0.45, 4.9: step and mean" "up to 5, mean 0.3; up to 5, mean 0.45; up to 5, mean 4.9" \
  "$(lines py/bin/python buckets.py 0.3 0.45 4.9)"
finish
