#!/usr/bin/env bash
# Guess:  etcd asks clients for a certificate if --client-cert-auth says so; --trusted-ca-file only says by which authority.
# So:     With --trusted-ca-file alone it asks every client already and refuses those that have none ("bad certificate"; its
#         own log says client-cert-auth = false and "client didn't provide a certificate"). So what looks like a server
#         with certificates on one side only is measured with certificates, and signatures, on both.
# Seen:   28 November 2026, etcd 3.4.23 of Debian 12, openssl s_client with and without a certificate.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl timeout
debian etcd-server
certificate
asked() { # OPTION OF ETCD...: CertificateRequests of the server, certificate of the client on the wire, whether etcd answered
  local port peer
  port=$(free_port)
  peer=$(free_port)
  rm -rf data
  start etcd etcd --data-dir data --listen-client-urls "https://127.0.0.1:$port" --advertise-client-urls "https://127.0.0.1:$port" \
    --listen-peer-urls "http://127.0.0.1:$peer" --cert-file tls/server.pem --key-file tls/server.key "$@"
  wait_port "$port"
  for client in "" "-cert tls/server.pem -key tls/server.key"; do
    # shellcheck disable=SC2086 # several options
    { printf 'GET /health HTTP/1.0\r\n\r\n'; sleep 2; } | timeout 10 openssl s_client -msg -quiet -connect "127.0.0.1:$port" $client >client.log 2>&1
    echo "asked $(grep -c '<<<.*CertificateRequest' client.log), sent $(grep -c '>>>.*CertificateVerify' client.log), answered $(grep -c '^HTTP/1.0 200' client.log)"
  done | paste -sd';'
  kill "$last"
  wait "$last" 2>/dev/null
}
asked >seen
check "no option: client without and with a certificate" "asked 0, sent 0, answered 1;asked 0, sent 0, answered 1" "$(cat seen)"
asked --trusted-ca-file tls/ca.pem >seen
check "what its log says of --client-cert-auth" "client-cert-auth = false" "$(grep -o 'client-cert-auth = [a-z]*' etcd.log)"
check "--trusted-ca-file: client without and with one" "asked 1, sent 0, answered 0;asked 1, sent 1, answered 1" "$(cat seen)"
finish
