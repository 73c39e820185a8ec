#!/usr/bin/env bash
# Guess:  A proxy that keeps its connections to the server saves clients who connect anew each time the handshakes behind it.
# So:     Not HAProxy as it comes: with `http-reuse safe`, its default, the first request of each connection of a client goes to the server over a
#         new TLS connection, though idle ones are there, and only later requests take those. Ten clients one after the other
#         are ten handshakes there, most of them resumed; with `http-reuse always` one.
# Seen:   30 November 2026, HAProxy 2.6.12, Node 20 as the server, ten clients of two requests each, one after the other: 10 connections, 8 of
#         them resumed (the first one of each of its two threads is not); with `always` 1.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node python3
certificate
debian haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1
node_server 'keepAlive: true'
safe=$(free_port) always=$(free_port)
cat >haproxy.cfg <<CFG
global
  nbthread 2
defaults
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
listen safe
  bind 127.0.0.1:$safe
  server s 127.0.0.1:$(port_in server.log port) ssl verify none
listen always
  bind 127.0.0.1:$always
  http-reuse always
  server s 127.0.0.1:$(port_in server.log port) ssl verify none
CFG
start haproxy haproxy -f haproxy.cfg
wait_port "$always"
cat >clients.py <<'PYTHON'
import http.client, sys
for _ in range(10):
    c = http.client.HTTPConnection("127.0.0.1", int(sys.argv[1]))
    for _ in range(2):
        c.request("GET", "/")
        c.getresponse().read()
    c.close()
PYTHON
handshakes() { # PORT: connections to the server, and those of them that were resumed
  local before
  before=$(wc -l <server.log)
  python3 clients.py "$1" || missing "the clients failed"
  sleep 0.3
  tail -n +$((before + 1)) server.log | awk '{ n[$1]++ } END { print n["resumed"] + n["full"] + 0, n["resumed"] + 0 }'
}
read -r connections resumed < <(handshakes "$safe")
check "ten clients, nothing said of reuse: connections to the server" 10 "$connections"
check_between "of these resumed" 6 9 "$resumed"
read -r connections resumed < <(handshakes "$always")
check_between "with http-reuse always: connections" 1 2 "$connections"
haproxy -v | sed -n '1s/^/  /p'
finish
