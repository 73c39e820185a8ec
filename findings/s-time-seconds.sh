#!/usr/bin/env bash
# Guess:  `openssl s_time -new -time 2` makes connections for two seconds, prints their number for two real seconds, and a rate for each second of
#         the client's CPU time.
# So:     It ends at a tick of the clock's whole seconds, so it takes 2.0 to 3.0 s, by when it was started, and prints 3 real seconds whatever
#         it took: the rate from that line is wrong by up to a half, in 30 s, its default, by up to 3 percent. Two runs differ by
#         that though nothing has changed. "connections/user sec" leaves system time out, a quarter of a connection or more.
# Seen:   30 November 2026, OpenSSL 3.0.22, -time 2: 2.17 to 2.95 s, each "in 3 real seconds"; 1.3 to 1.85 times the rate for all its CPU time.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl python3
certificate
port=$(free_port)
start server openssl s_server -accept "127.0.0.1:$port" -cert tls/server.pem -key tls/server.key -www -quiet
wait_port "$port"
cat >run.py <<'PYTHON'
import os, re, resource, subprocess, sys, time
while time.time() % 1 > 0.05 + float(sys.argv[2]) or time.time() % 1 < float(sys.argv[2]):
    time.sleep(0.001)
begin = time.monotonic()
out = subprocess.run(["openssl", "s_time", "-connect", "127.0.0.1:" + sys.argv[1], "-new", "-time", "2"], stdout=subprocess.PIPE, text=True).stdout
wall = time.monotonic() - begin
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
connections, real = map(int, re.search(r"(\d+) connections in (\d+) real seconds", out).groups())
rate = float(re.search(r"([\d.]+) connections/user sec", out)[1])
print("%.2f %d %.2f" % (wall, real, rate / (connections / (usage.ru_utime + usage.ru_stime))))
PYTHON
for phase in 0.05 0.7; do
  read -r wall real ratio < <(python3 run.py "$port" "$phase")
  echo "  started $phase s after a whole second: $wall s"
  check "real seconds that it prints" 3 "$real"
  case $phase in
    0.05) check_between "its true duration, s" 2.7 3.4 "$wall" ;;
    *) check_between "its true duration, s" 2 2.7 "$wall" ;;
  esac
  check_between "its connections/user sec over the same for all CPU time" 1.03 5 "$ratio"
done
finish
