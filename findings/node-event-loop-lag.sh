#!/usr/bin/env bash
# Guess:  The event-loop delay of a Node process that does nothing is next to 0, and one that is kept busy for 3 ms 50 times a second, as by
#         handshakes, shows that.
# So:     monitorEventLoopDelay() puts the whole time between two of its timer's turns into the histogram, its resolution of 10 ms
#         included: an idle process has a mean and a median of 10 to 12 ms. prom-client exports them as
#         nodejs_eventloop_lag_mean_seconds and _p50_seconds. 3 ms of work in each 20 ms, 15 percent of a
#         processor, are 0.5 to 2 ms more of the mean.
# Seen:   30 November 2026, Node 20, prom-client 15.1.3, on a loaded machine: idle 10.3 to 11.5 ms mean and 10.1 to 10.4 median, none below 9;
#         11.9 to 12.2 and 10.7 to 12.0 with 3 ms in each
#         20 ms; nodejs_eventloop_lag_seconds, which is measured at the scrape, was 0 in all.
. "${BASH_SOURCE[0]%/*}/lib.sh"
node_with prom-client@15.1.3
cat >lag.js <<'JS'
const { monitorEventLoopDelay } = require("perf_hooks"), client = require("prom-client");
client.collectDefaultMetrics();
const delay = monitorEventLoopDelay({ resolution: 10 }), busy = +process.argv[2];
delay.enable();
if (busy) setInterval(() => { const end = performance.now() + busy; while (performance.now() < end); }, 20);
setTimeout(async () => {
  const text = await client.register.metrics();
  const of = (name) => (1000 * text.match(new RegExp("^" + name + " (.*)$", "m"))[1]).toFixed(1);
  console.log((delay.mean / 1e6).toFixed(1), (delay.percentile(50) / 1e6).toFixed(1),
    of("nodejs_eventloop_lag_mean_seconds"), of("nodejs_eventloop_lag_p50_seconds"));
  process.exit(0);
}, 5000);
JS
read -r mean median exported exported_median < <(node lag.js 0)
check_between "an idle process: mean, ms" 9.5 16 "$mean"
check_between "median, ms" 9.5 13 "$median"
check_between "nodejs_eventloop_lag_mean_seconds, in ms" 9.5 16 "$exported"
check_between "nodejs_eventloop_lag_p50_seconds, in ms" 9.5 13 "$exported_median"
idle=$mean
read -r mean median exported exported_median < <(node lag.js 3)
check_between "3 ms of work in each 20 ms: ms more in the mean" -3 2.5 "$(awk "BEGIN { print $mean - $idle }")"
check_between "median, ms" 9.5 14 "$median"
finish
