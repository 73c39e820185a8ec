#!/usr/bin/env bash
# Guess:  wrk prints percentiles and the mean of the latencies that it has measured, as ab and hey do: it is wrk2 that corrects
#         them for requests that a closed loop did not send.
# So:     wrk corrects, too, and says nothing of it. After a run it adds, for each latency above twice the mean interval
#         between the requests of a connection, the latencies of the requests that would have been sent meanwhile. One
#         pause of 1 s in 5 s, which two requests of tens of thousands have seen, makes a 90th percentile of hundreds of ms
#         and a mean that no request per second agrees with; ab and hey show it in their maximum only. So a comparison of
#         two runs with wrk, or of wrk with another tool, may be one of their pauses.
# Seen:   30 November 2026, wrk 4.1.0, ab of Apache 2.4.71, hey 0.1.4, Node 20, two connections, one pause of 1 s in 5 s, on a loaded
#         machine: wrk 915 and 948 ms (plain and TLS) at the 99th percentile and a mean of 68 and 65 ms, where its own requests
#         per second say 0.8 and 0.9; ab 22 ms and a maximum of 982, hey 13 and 1,061.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node python3
certificate
debian wrk libluajit-5.1-2 hey apache2-utils libapr1 libaprutil1
cat >server.js <<'JS'
const fs = require("fs"), pause = +process.argv[3];
const answer = (request, response) => { response.setHeader("Content-Length", 2); response.end("ok"); };
const server = process.argv[2] === "https"
  ? require("https").createServer({ cert: fs.readFileSync("tls/server.pem"), key: fs.readFileSync("tls/server.key") }, answer)
  : require("http").createServer(answer);
let begun = false;
server.on("request", () => {
  if (begun) return;
  begun = true;
  setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause), 2000);
});
server.listen(0, "127.0.0.1", () => console.log("port", server.address().port));
JS
run() { # SCHEME PAUSE COMMAND...: against a new server, which pauses once, 2 s after the first request; output in run.txt
  start server node server.js "$1" "$2"
  local server=$last
  wait_for server.log '^port '
  "${@:3}" "$1://127.0.0.1:$(port_in server.log port)/" >run.txt 2>&1 || missing "$3 failed: $(tail -1 run.txt)"
  kill "$server"
}
ms() { awk '{ v = $1 + 0; if ($1 ~ /us$/) v /= 1000; else if ($1 ~ /[0-9]s$/) v *= 1000; print v }'; }
of_wrk() { # SCHEME PAUSE: 99th percentile, mean in ms, mean that follows from the requests per second
  run "$1" "$2" wrk -t1 -c2 -d5s --latency
  p99=$(awk '$1 == "99%" { print $2 }' run.txt | ms) mean=$(awk '$1 == "Latency" && $2 ~ /[0-9]/ { print $2; exit }' run.txt | ms)
  implied=$(awk '/Requests\/sec/ { print 2000 / $2 }' run.txt)
}
for scheme in http https; do
  of_wrk $scheme 0
  check_between "wrk, $scheme, no pause: 99th percentile, ms" 0 300 "$p99"
  of_wrk $scheme 1000
  check_between "wrk, $scheme, a pause of 1 s: 99th percentile, ms" 500 1100 "$p99"
  check_between "its mean, ms" 30 200 "$mean"
  check_between "the mean by its requests per second, ms" 0 15 "$implied"
done
run https 1000 ab -k -c 2 -t 5 -n 10000000
check_between "ab, https: 99th percentile, ms" 0 200 "$(awk '$1 == "99%" { print $2 }' run.txt)"
check_between "its maximum, ms" 900 1600 "$(awk '$1 == "100%" { print $2 }' run.txt)"
run https 1000 hey -z 5s -c 2
check_between "hey, https: 99th percentile, ms" 0 200 "$(awk '$1 == "99%" && $2 == "in" { print $3 * 1000 }' run.txt)"
check_between "its maximum, ms" 900 1600 "$(awk '$1 == "Slowest:" { print $2 * 1000 }' run.txt)"
finish
