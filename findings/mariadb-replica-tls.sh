#!/usr/bin/env bash
# Guess:  A replica speaks to its source without TLS unless CHANGE MASTER says MASTER_SSL=1, and then checks no certificate unless
#         told: so it always was in MariaDB and MySQL.
# So:     MariaDB 11.4's replica uses TLS with nothing set, and checks the certificate: one of a CA that it does not know passes, since
#         the password proves it. So after an upgrade the source encrypts its binary log once for each replica, with nothing in
#         its own configuration changed; MASTER_SSL=0 is plain again.
# Seen:   28 November 2026, MariaDB 11.4.5, a user who must use TLS: the replica reads the log with nothing said of TLS
#         (Master_SSL_Allowed and Master_SSL_Verify_Server_Cert: Yes), and is refused with MASTER_SSL=0.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
mariadb_server --log-bin=log --server-id=1
mkdir -p replica/data
[ "$(id -u)" != 0 ] || chown -R 65534:65534 replica
for program in "$mariadb"/bin/mariadb-install-db "$mariadb"/scripts/mariadb-install-db; do
  [ -x "$program" ] || continue
  (as_user "$program" --no-defaults --basedir="$mariadb" --datadir="$W/replica/data" --auth-root-authentication-method=normal --skip-test-db) >install.log 2>&1 && break
done
replica_port=$(free_port)
start replica as_user "$mariadb/bin/mariadbd" --no-defaults --basedir="$mariadb" --datadir="$W/replica/data" --port="$replica_port" \
  --bind-address=127.0.0.1 --socket="$W/replica/socket" --skip-name-resolve --server-id=2
wait_for replica.log 'ready for connections'
sql() { # maria | replica STATEMENT
  "$mariadb/bin/mariadb" --no-defaults --skip-ssl -u root -S "$W/$1/socket" -e "$2" >sql.log 2>&1 || missing "$1: $(tail -1 sql.log)"
}
sql maria "CREATE USER replica@'%' IDENTIFIED BY 'secret' REQUIRE SSL; GRANT REPLICATION SLAVE ON *.* TO replica@'%'"
reads() { # OPTION: what the replica says of its connection after it was told where the source is
  local i
  sql replica "STOP SLAVE; CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT=$mariadb_port, MASTER_USER='replica', MASTER_PASSWORD='secret', MASTER_USE_GTID=slave_pos $1; START SLAVE"
  for i in $(seq 300); do
    sql replica 'SHOW SLAVE STATUS\G'
    grep -qE 'Slave_IO_Running: Yes|Last_IO_Errno: [1-9]' sql.log && break
    sleep 0.1
  done
  sed -nE 's/^ *(Slave_IO_Running|Master_SSL_Allowed|Master_SSL_Verify_Server_Cert|Last_IO_Errno): /\1 /p' sql.log | sort | tr '\n' ' ' | sed 's/ $//'
}
check "nothing said of TLS" "Last_IO_Errno 0 Master_SSL_Allowed Yes Master_SSL_Verify_Server_Cert Yes Slave_IO_Running Yes" "$(reads '')"
reads ', MASTER_SSL=0' >plain
check "MASTER_SSL=0: reads the log" 0 "$(grep -c 'Running Yes' plain)"
echo "  $(cat plain)"
finish
