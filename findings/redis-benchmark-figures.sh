#!/usr/bin/env bash
# Guess:  redis-benchmark prints the time that its requests took, and latencies to the microsecond.
# So:     With --threads it looks at the clock every 250 ms only: 500 requests that take some ms take 0.25 s, over TLS and
#         without, so both have 2,000 requests per second. Each latency is a multiple of 8 us, less one, so that a
#         difference of 5 percent of 150 us is one step or none; and none is above 3 s, however long an answer took.
# Seen:   30 November 2026, redis-benchmark and redis-server 7.0.15 of Debian 12, on a loaded machine,
#         median of ten runs of 500 requests: 0.01 to 0.03 s, with --threads 2 0.25 and 0.26; TLS 0.07 to 0.09, and 0.25 to
#         0.30. A pause of 5 s: 3,000.319 ms.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need redis-benchmark
certificate
redis_server
secured=(--tls --cacert tls/ca.pem -p "$redis_port")
benchmark() { # OPTION...: text of one run, without what it shows meanwhile
  redis-benchmark -h 127.0.0.1 -t get "$@" 2>&1 | tr '\r' '\n'
}
seconds() { sed -nE 's/.*requests completed in ([0-9.]+) seconds.*/\1/p'; }
median() { # OPTION...: seconds that ten runs of 500 requests print, the fifth of them
  local i
  for i in 1 2 3 4 5 6 7 8 9 10; do benchmark -n 500 -c 4 "$@" | seconds; done | sort -n | sed -n 5p
}
check_between "500 requests by one thread, seconds, median of ten runs" 0 0.2 "$(median -p "$plain_port")"
check_between "the same with --threads 2" 0.25 0.45 "$(median -p "$plain_port" --threads 2)"
check_between "500 requests over TLS by one thread, seconds" 0 0.2 "$(median "${secured[@]}")"
check_between "the same with --threads 2" 0.25 0.45 "$(median "${secured[@]}" --threads 2)"
# The histogram begins at 10 us with three digits. Below 16 ms its steps are 8 us wide, and a step's name is its largest value.
benchmark "${secured[@]}" -n 20000 >run.txt
read -r steps others < <(sed -nE 's/^[0-9.]+% <= ([0-9.]+) milliseconds.*/\1/p' run.txt | sort -nu |
  awk '$1 < 16 && $1 > 0 { us = int($1 * 1000 + 0.5); if ((us + 1) % 8) others++; else steps++ } END { print steps + 0, others + 0 }')
check_between "latencies that are a multiple of 8 us, less one" 10 1000 "$steps"
check "other latencies below 16 ms" 0 "$others"
# A pause of 5 s in the middle of a run: the server answers nobody.
benchmark "${secured[@]}" -c 2 -n 100000 >paused.txt &
last=$!
sleep 1
redis-cli -h 127.0.0.1 -p "$plain_port" client pause 5000 all >/dev/null
wait "$last"
check_between "a run with a pause of 5 s in it, seconds" 5 100 "$(seconds <paused.txt)"
check_between "its largest latency, ms" 2990 3010 "$(sed -nE 's/^100.000% <= ([0-9.]+) milliseconds.*/\1/p' paused.txt | tail -1)"
finish
