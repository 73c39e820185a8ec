#!/usr/bin/env bash
# Guess:  100 requests by 30 clients are 100 requests, and seven connections by four threads are seven.
# So:     Not with those that divide first: hey and mariadb-slap send 90, wrk keeps four connections and says seven; redis-benchmark sends whole
#         pipelines, 128 commands for 100. ab, autocannon and redis-benchmark without a pipeline send 100. So the same words to two
#         tools are two loads, and a number of operations from the command line is not what the server has done.
# Seen:   30 November 2026, hey 0.1.4, wrk 4.1.0, ab 2.4.71, autocannon 9.0.0, mariadb-slap 10.11.19, redis-benchmark 7.0.15: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node curl mariadb mariadb-slap
certificate
debian wrk libluajit-5.1-2 hey apache2-utils libapr1 libaprutil1
node_with autocannon@9.0.0
cat >server.js <<'JS'
const http = require("http");
let requests = 0, connections = 0;
const server = http.createServer((q, a) => { requests++; a.end("ok"); });
server.on("connection", () => connections++);
const count = http.createServer((q, a) => { a.end(`${requests} ${connections}\n`); requests = connections = 0; });
server.listen(0, "127.0.0.1", () => count.listen(0, "127.0.0.1", () => console.log("port", server.address().port, "count", count.address().port)));
JS
start server node server.js
wait_for server.log '^port '
url=http://127.0.0.1:$(port_in server.log port)/
seen() { # COMMAND...: requests and connections that the server has seen of it
  "$@" >out.txt 2>&1 || missing "$1 failed: $(tail -1 out.txt)"
  sleep 0.3
  curl -sS --noproxy '*' "http://127.0.0.1:$(port_in server.log count)/"
}
read -r requests connections < <(seen hey -n 100 -c 30 "$url")
check "hey -n 100 -c 30: requests" 90 "$requests"
read -r requests connections < <(seen ab -q -n 100 -c 30 "$url")
check "ab -n 100 -c 30" 100 "$requests"
read -r requests connections < <(seen node_modules/.bin/autocannon -a 100 -c 30 "$url")
check "autocannon -a 100 -c 30" 100 "$requests"
read -r requests probe < <(seen wrk -t 1 -c 1 -d 1s "$url") # one more, to see whether somebody is there
read -r requests connections < <(seen wrk -t 4 -c 7 -d 1s "$url")
check "wrk -t 4 -c 7: connections" 4 "$((connections - probe + 1))"
check "what it prints of them" "4 threads and 7 connections" "$(grep -oE '[0-9]+ threads and [0-9]+ connections' out.txt)"
mariadb_server
sql() { mariadb --no-defaults -h 127.0.0.1 -P "$mariadb_port" -u test -psecret -N test -e "$1"; }
sql 'CREATE TABLE count (n INT); INSERT INTO count VALUES (0)' || missing "mariadb failed"
mariadb-slap --no-defaults -h 127.0.0.1 -P "$mariadb_port" -u test -psecret --create-schema=test --no-drop --concurrency=30 --number-of-queries=100 \
  --query='UPDATE count SET n = n + 1' >slap.txt 2>&1 || missing "mariadb-slap failed: $(tail -1 slap.txt)"
check "mariadb-slap --number-of-queries=100 --concurrency=30: statements" 90 "$(sql 'SELECT n FROM count')"
redis_server
incremented() { # OPTION...: how often an INCR of redis-benchmark was done
  redis-benchmark -h 127.0.0.1 -p "$plain_port" -q "$@" incr n >redis.txt 2>&1 || missing "redis-benchmark failed: $(tail -1 redis.txt)"
  redis-cli -p "$plain_port" getdel n
}
check "redis-benchmark -n 100 -c 30: commands" 100 "$(incremented -n 100 -c 30)"
check "redis-benchmark -n 100 -c 30 -P 64" 128 "$(incremented -n 100 -c 30 -P 64)"
finish
