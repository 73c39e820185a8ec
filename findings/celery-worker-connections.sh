#!/usr/bin/env bash
# Guess:  A worker of Celery with one process and `rediss://` for its queue and its results makes four or five TLS connections, and who sends
#         a task and waits for the result makes two or three.
# So:     The worker makes a dozen by the time that it is ready, before there is any task, and keeps ten of them; with --without-gossip,
#         --without-mingle and --without-heartbeat it makes five. The other side makes four for its first task, and none more for the
#         next ones. All are full handshakes; and as redis-py does, each reads the system's list of CAs besides the file that is
#         given (redis-py-context-per-connection). So a hundred workers that are started anew are more than a thousand handshakes.
# Seen:   29 November 2026, Celery 5.7.0, kombu 5.7.0, redis (PyPI) 8.1.0, Redis 7.0.15: as below; a pool of one process (prefork) as `solo`.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
redis_server
python_with py celery==5.7.0 kombu==5.7.0 redis==8.1.0 packaging
relay "$redis_port"
export PORT=$relay_port
cat >tasks.py <<'PYTHON'
import os
from celery import Celery
url = f"rediss://localhost:{os.environ['PORT']}/0?ssl_cert_reqs=required&ssl_ca_certs=tls/ca.pem"
app = Celery("tasks", broker=url, backend=url)
@app.task
def add(a, b): return a + b
PYTHON
cat >client.py <<'PYTHON'
import sys, tasks
for i in range(int(sys.argv[1])): assert tasks.add.delay(1, 2).get(timeout=60) == 3
PYTHON
worker() { # OPTION...: and what it has open after 3 s, in $open
  start worker py/bin/celery -A tasks worker -l info -P solo -c 1 "$@"
  worker=$last
  wait_for worker.log ' ready\.'
  sleep 3
  open=$(redis-cli -p "$plain_port" client list | grep -vc 'cmd=client')
}
stop() {
  kill "$worker"
  wait "$worker" 2>/dev/null
}
worker
stop
check_between "a worker without any task, TLS connections" 10 14 "$(wire 'len(lines)')"
check_between "how many of them are kept" 8 12 "$open"
check "how many are resumed" 0 "$(wire 'sum(bool(c["resumed"]) for c in lines)')"
rm -f wire.jsonl
worker --without-gossip --without-mingle --without-heartbeat
stop
check_between "without gossip, mingle and heartbeat" 4 6 "$(wire 'len(lines)')"
worker
client() { # TASKS: TLS connections that have ended, less those of before
  local before after
  before=$(wire 'len(lines)')
  py/bin/python client.py "$1" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  after=$(wire 'len(lines)')
  echo $((after - before))
}
rm -f wire.jsonl
touch wire.jsonl
check "a client with one task" 4 "$(client 1)"
check "with five tasks" 4 "$(client 5)"
check "how many are resumed" 0 "$(wire 'sum(bool(c["resumed"]) for c in lines)')"
finish
