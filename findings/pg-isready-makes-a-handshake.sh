#!/usr/bin/env bash
# Guess:  pg_isready asks whether a server accepts connections: a TCP connection and a few bytes, and whatever TLS there is makes no
#         difference.
# So:     It is a client of libpq with all its defaults: to a server with TLS it makes a full TLS handshake each time, the server signs and
#         starts a process, and only then the startup packet goes out. So it also answers another question than the one that is asked: if
#         PGSSLMODE=verify-full or verify-ca is set and the certificate has another name or another CA, or the CA file is missing, a server
#         that is up and serves everybody else is "no response" (exit code 2), the same words as for one that is not there. With
#         PGSSLMODE=disable in the probe's environment there is one packet each way and no TLS.
# Seen:   29 November 2026, pg_isready of Debian 12 (15.18), PostgreSQL 18.1: 5 records of the server, 1.3 KB, for each probe, none resumed,
#         as PostgreSQL gives no tickets.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
postgres_server 18.1.0
debian postgresql-client-15 libpq5
probe=$(echo "$W"/root/usr/lib/postgresql/*/bin/pg_isready)
openssl req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other.pem -days 30 -subj '/CN=Other CA' 2>/dev/null
echo "  $("$probe" --version)"
relay "$postgres_port"
export HOME=$W PGCONNECT_TIMEOUT=20
ask() { # HOST VARIABLE=VALUE...: the answer and the exit code
  rm -f wire.jsonl
  local answer code
  answer=$(env -u PGSSLMODE "${@:2}" "$probe" -h "$1" -p "$relay_port")
  code=$?
  echo "${answer#* - } $code"
}
handshakes() { wire 'sum(c["server"] is not None and not c["resumed"] for c in lines)'; }
check "nothing set" "accepting connections 0" "$(ask localhost)"
check "full TLS handshakes" 1 "$(handshakes)"
check "bytes of the server in the handshake's records: over 1,000" True "$(wire 'sum(n for s, kind, n in lines[0]["log"] if s == "S" and kind in (22, 23)) > 1000')"
check "once more" "accepting connections 0" "$(ask localhost)"
check "full TLS handshakes" 1 "$(handshakes)"
check "PGSSLMODE=disable" "accepting connections 0" "$(ask localhost PGSSLMODE=disable)"
check "TLS handshakes, and pieces sent" "0 2" "$(handshakes) $(wire 'len(lines[0]["log"])')"
check "verify-full, the right CA" "accepting connections 0" "$(ask localhost PGSSLMODE=verify-full PGSSLROOTCERT=tls/ca.pem)"
check "verify-full, another name" "no response 2" "$(ask ip6-localhost PGSSLMODE=verify-full PGSSLROOTCERT=tls/ca.pem PGHOSTADDR=127.0.0.1)"
check "verify-ca, another CA" "no response 2" "$(ask localhost PGSSLMODE=verify-ca PGSSLROOTCERT=other.pem)"
check "verify-full, no CA file" "no response 2" "$(ask localhost PGSSLMODE=verify-full)"
check "require, another CA in a file" "no response 2" "$(ask localhost PGSSLMODE=require PGSSLROOTCERT=other.pem)"
kill "$relay_pid"
check "nobody there" "no response 2" "$(ask localhost)"
finish
