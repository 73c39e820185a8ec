#!/usr/bin/env bash
# Guess:  NODE_EXTRA_CA_CERTS costs a Node process nothing until it makes a TLS connection, as reading a list of CAs does.
# So:     In Node 20 each process reads it at its start, and with it the 140 certificates that Node has in itself, also for a file of
#         one certificate: a script or a health check that makes no TLS connection takes 1.7 to 2.4 times the CPU. Node 24
#         reads it when it is needed.
# Seen:   30 November 2026, ms of CPU of a process that does nothing, without the variable, with a file of one certificate and with
#         Debian's list: Node 20.20.2 26, 44, 62; Node 24.11.1 23, 29, 23; of one that makes a TLS context: 48, 53, 71; 36, 36, 42.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node
list=/etc/ssl/certs/ca-certificates.crt
case $(node --version) in v20.*) ;; *) missing "needs Node 20 on PATH" ;; esac
[ -r "$list" ] || missing "needs $list (package ca-certificates)"
node_with node@24.11.1
node24=$(ls "$W"/node_modules/node/bin/node "$W"/node_modules/node-bin-linux-x64/bin/node 2>/dev/null | head -1)
[ -x "$node24" ] || missing "npm's package node has brought no program"
certificate
cost() { # FILE NODE PROGRAM: ms of CPU for each of ten processes
  local TIMEFORMAT='%U %S'
  { time for _ in 1 2 3 4 5 6 7 8 9 10; do NODE_EXTRA_CA_CERTS=$1 "$2" -e "$3" >/dev/null 2>&1; done; } 2>&1 | awk '{ printf "%.0f", ($1 + $2) * 100 }'
}
both() { # NODE: CPU with a file of one certificate and with the system's list, relative to that without the variable
  local without
  without=$(cost '' "$1" 0)
  one=$(awk -v a="$(cost tls/ca.pem "$1" 0)" -v b="$without" 'BEGIN { printf "%.1f", a / b }')
  all=$(awk -v a="$(cost "$list" "$1" 0)" -v b="$without" 'BEGIN { printf "%.1f", a / b }')
  echo "  Node $("$1" --version), a process that does nothing, without the variable: $without ms of CPU; times as much:"
}
both node
check_between "a file of one certificate" 1.3 3 "$one"
check_between "the system's list" 1.6 4 "$all"
both "$node24"
check_between "a file of one certificate" 0.6 1.5 "$one"
check_between "the system's list" 0.6 1.5 "$all"
finish
