#!/usr/bin/env bash
# Guess:  A client that does not trust MariaDB's certificate fails by itself; others do not notice it.
# So:     The server counts each handshake that such a client ends. After 100 in a row from one address (max_connect_errors) it refuses all of
#         that address, also those that trust it and know the password: "Host '...' is blocked because of many connection errors", until
#         somebody flushes the hosts. A pool that tries again and again is there in seconds, and behind a proxy or on one node of a cluster of
#         containers all clients have one address. One good connection in time begins the count anew. 127.0.0.1 is exempt, and so is a server
#         with skip-name-resolve, as the images of containers have it: in a test nobody sees it.
# Seen:   30 November 2026, MariaDB 11.4.5 (wolfSSL), PyMySQL 1.2.4: refused from the 102nd on; 99, one good one and 99 again are not.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 openssl
certificate
python_with py PyMySQL==1.2.4 cryptography
openssl req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other.pem -days 30 -subj '/CN=Other CA' >other.log 2>&1 || missing "openssl could not make a certificate"
cat >connect.py <<'PYTHON'
import pymysql, ssl, sys
port, source, *steps = sys.argv[1:]
def connect(ca):
    pymysql.connect(host="127.0.0.1", port=int(port), user="test", password="secret", ssl=ssl.create_default_context(cafile=ca), bind_address=source).close()
seen = []
for step in steps:
    if step == "good":
        try: connect("tls/ca.pem"); seen.append("connected")
        except pymysql.err.OperationalError as e: seen.append(e.args[0])
    else:
        untrusted = 0
        for _ in range(int(step)):
            try: connect("other.pem")
            except pymysql.err.OperationalError as e: untrusted += e.args[0] == 2003 and "CERTIFICATE_VERIFY_FAILED" in str(e)
        seen.append(untrusted)
print(*seen)
PYTHON
server() { # OPTION: a server with it on $mariadb_port
  [ ! -d maria ] || { kill "$last"; wait "$last" 2>/dev/null; rm -rf maria mariadb.jar; }
  mariadb_server "$1"
}
tried() { timeout 100 py/bin/python connect.py "$mariadb_port" "$@" 2>connect.log || missing "the client failed: $(tail -1 connect.log)"; }
server --skip-name-resolve=0
check "99 that do not trust the certificate, then a good one, and again" "99 connected 99 connected" "$(tried 127.0.0.2 99 good 99 good)"
read -r untrusted good <<<"$(tried 127.0.0.2 150 good)"
check_between "of 150 in a row, those that came to the certificate" 99 104 "$untrusted"
check "the error's number for the good one afterwards" 1129 "$good"
check "from 127.0.0.1" "150 connected" "$(tried 127.0.0.1 150 good)"
server --skip-name-resolve
check "with skip-name-resolve" "150 connected" "$(tried 127.0.0.2 150 good)"
finish
