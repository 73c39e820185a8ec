#!/usr/bin/env bash
# Guess:  A command that is not answered in time costs its connection, and a TLS handshake at the next command. redis-py has
#         `retry_on_timeout=False`, so it sends the command once.
# So:     redis-py, with all its defaults but the time-out, sends it eleven times, each time on another connection, with a full handshake,
#         and fails after eleven time-outs and the pauses between them; retry_on_timeout=False (the default) changes nothing, `retry=None`
#         does. go-redis sends it four times. So a server that is slow because it is busy gets ten more handshakes for one command, none
#         of them resumed, and what it executed without answering in time is executed again: an INCR that failed has counted eleven.
#         ioredis with commandTimeout sends it once and keeps the connection.
# Seen:   29 November 2026, redis 8.1.0 (time-out by default: 5 s), go-redis 9.23.0, ioredis 6.0.0, Redis 7.0.15: as below; with a time-out
#         of 0.2 s redis-py fails after 9.7 s, go-redis after 1.0 s.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go
certificate
redis_server
python_with drivers redis==8.1.0
node_with ioredis@6.0.0
cat >client.py <<'PYTHON'
import os, sys, redis
port, what, options = int(sys.argv[1]), sys.argv[2], eval("dict(%s)" % sys.argv[3])
r = redis.Redis("localhost", port, ssl=True, ssl_ca_certs="tls/ca.pem", socket_timeout=0.5, **options)
r.ping()
if what == "SET": os.system(os.environ["PAUSE"])
try:
    if what == "SET": r.set("key", "x" * 3000)
    else: r.pipeline(transaction=False).incr("n").wait(1, 1500).execute()
    print("answered")
except redis.RedisError as e: print(e)
r.close()
PYTHON
go_redis_program go-client tls/ca.pem os/exec strings time <<'GO'
func main() {
	r := redis.NewClient(&redis.Options{Addr: "localhost:" + os.Args[1], TLSConfig: &tls.Config{RootCAs: roots}, ReadTimeout: 500 * time.Millisecond})
	ctx := context.Background()
	err := r.Ping(ctx).Err()
	if err == nil && os.Args[2] == "SET" {
		exec.Command("sh", "-c", os.Getenv("PAUSE")).Run()
		err = r.Set(ctx, "key", strings.Repeat("x", 3000), 0).Err()
	} else if err == nil {
		_, err = r.Pipelined(ctx, func(p redis.Pipeliner) error {
			p.Incr(ctx, "n")
			p.Do(ctx, "WAIT", 1, 1500)
			return nil
		})
	}
	if err == nil {
		fmt.Println("answered")
	} else {
		fmt.Println(err)
	}
	r.Close()
}
GO
cat >client.js <<'JS'
const { readFileSync } = require('fs'), { execSync } = require('child_process'), Redis = require('ioredis')
const [, , port, what] = process.argv
;(async () => {
  const r = new Redis({ host: 'localhost', port, tls: { ca: readFileSync('tls/ca.pem') }, commandTimeout: 500 })
  await r.ping()
  if (what == 'SET') execSync(process.env.PAUSE)
  try {
    if (what == 'SET') await r.set('key', 'x'.repeat(3000))
    else await Promise.all([r.incr('n'), r.call('WAIT', 1, 1500)])
    console.log('answered')
  } catch (e) { console.log(e.message) }
  r.disconnect()
})()
JS
relay "$redis_port"
export PAUSE="redis-cli -p $plain_port client pause 40000 write >/dev/null"
show() { # NAME CONNECTIONS SENT COUNTED COMMAND...: of a SET that is held back; of an INCR whose answer is followed by a late one
  local answer name=$1 connections=$2 sent=$3 counted=$4
  shift 4
  rm -f wire.jsonl
  answer=$("$1" "$2" "$relay_port" SET "${@:3}" 2>&1 | tail -1)
  redis-cli -p "$plain_port" client unpause >/dev/null
  echo "  $name: $answer"
  check "$name, SET: TLS connections" "$connections" "$(wire 'sum(c["server"] is not None for c in lines)')"
  check "  resumed" 0 "$(wire 'sum(bool(c["resumed"]) for c in lines)')"
  check "  SET sent" "$sent" "$(wire 'sum(kind == 23 and 3000 < n < 3200 for c in lines for kind, n in client(c))')"
  redis-cli -p "$plain_port" del n >/dev/null
  echo "  $name: $("$1" "$2" "$relay_port" INCR "${@:3}" 2>&1 | tail -1)"
  check "  INCR and WAIT in a pipeline: n" "$counted" "$(redis-cli -p "$plain_port" get n)"
}
go_redis() { shift; ./go-client "$@"; }
show "redis-py" 11 11 11 drivers/bin/python client.py ''
show "redis-py, retry_on_timeout=False" 11 11 11 drivers/bin/python client.py 'retry_on_timeout=False'
show "redis-py, retry=None" 1 1 1 drivers/bin/python client.py 'retry=None'
show "go-redis" 4 4 4 go_redis -
show "ioredis, commandTimeout" 1 1 1 node client.js
finish
