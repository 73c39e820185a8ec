#!/usr/bin/env bash
# Guess:  A server that takes a renewed certificate begins anew: tickets from before are refused, and each client makes a
#         full handshake and sees the new certificate.
# So:     Redis does so (CONFIG SET makes a new SSL_CTX). memcached, told refresh_certs, shows the new certificate in full
#         handshakes and goes on to take the old tickets: who measures new connections just after a renewal measures full
#         handshakes on one, resumed ones on the other.
# Seen:   27 November 2026, memcached 1.6.18 and Redis 7.0.15 of Debian 12, OpenSSL 3.0.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl timeout
debian memcached redis-server
certificate
mkdir renewed && cp tls/server.pem renewed/first.pem && cp tls/server.key renewed/ && cp renewed/first.pem renewed/live.pem
(cd tls && openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 20 -extfile extensions -out ../renewed/second.pem) 2>/dev/null || missing "openssl could not sign again"
chmod -R a+rX "$W" && chmod a+r renewed/server.key
serial() { openssl x509 -noout -serial -in "$1"; }
ask() { # PORT COMMAND OPTION...: a connection that sends the command; prints "New" or "Reused" and the answer
  local port=$1 command=$2
  shift 2
  { sleep 0.5; printf '%s\r\n' "$command"; sleep 0.5; } | timeout 10 openssl s_client -connect "127.0.0.1:$port" -CAfile tls/ca.pem "$@" >answer.log 2>/dev/null
  grep -oE '^(New|Reused)' answer.log | head -1
}
shown() { # PORT: the serial number of the certificate in a full handshake
  openssl s_client -connect "127.0.0.1:$1" </dev/null 2>/dev/null | openssl x509 -noout -serial
}
both() { # NAME PORT VERSION_COMMAND RENEWAL EXPECTED
  check "$1: first connection" New "$(ask "$2" "$3" -sess_out "$1.ticket")"
  check "$1: with its ticket" Reused "$(ask "$2" "$3" -sess_in "$1.ticket")"
  ask "$2" "$4" >/dev/null
  check "$1: certificate after the renewal" "$(serial renewed/second.pem)" "$(shown "$2")"
  check "$1: with the ticket from before" "$5" "$(ask "$2" "$3" -sess_in "$1.ticket")"
}
memcached_port=$(free_port)
start memcached as_user memcached -l 127.0.0.1 -p "$memcached_port" -Z -o "ssl_chain_cert=$W/renewed/live.pem,ssl_key=$W/renewed/server.key"
redis_port=$(free_port)
start redis redis-server --port 0 --tls-port "$redis_port" --bind 127.0.0.1 --tls-cert-file "$W/renewed/first.pem" --tls-key-file "$W/renewed/server.key" \
  --tls-ca-cert-file "$W/tls/ca.pem" --tls-auth-clients no --save '' --dir "$W"
wait_port "$memcached_port"
wait_port "$redis_port"
cp renewed/second.pem renewed/live.pem.new
mv renewed/live.pem.new renewed/live.pem
both memcached "$memcached_port" version refresh_certs Reused
both redis "$redis_port" PING "CONFIG SET tls-cert-file $W/renewed/second.pem" New
finish
