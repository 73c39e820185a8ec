#!/usr/bin/env bash
# Guess:  TLS makes it dearer to read many rows: each record is read in two calls, and decrypted.
# So:     With MySQL's own driver for Python it makes it cheaper. Without TLS it reads the head of each packet by a call of recv() and the rest by
#         another, so 10,000 rows are 20,000 calls; with TLS OpenSSL has a whole record in memory, and the same reads are 40 calls. It takes a
#         sixth less CPU with TLS. PyMySQL reads through a buffer: 40 calls, both ways. The wheel that pip installs has no extension in C any more,
#         so this is what one gets.
# Seen:   30 November 2026, mysql-connector-python 26.10.0, PyMySQL 1.2.4, MariaDB 11.4.5, 10,000 rows of 30 bytes: calls 20,013 and 42, CPU 58 and
#         49 ms; PyMySQL 38 and 40, 24 and 25 ms.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 strace
certificate
python_with py mysql-connector-python==26.10.0 PyMySQL==1.2.4 cryptography
mariadb_server
cat >read.py <<'PYTHON'
import resource, ssl, sys
who, port, way, times = sys.argv[1:]
login = {"host": "127.0.0.1", "port": int(port), "user": "test", "password": "secret"}
if who == "connector":
    import mysql.connector
    c = mysql.connector.connect(**login, **({"ssl_ca": "tls/ca.pem"} if way == "tls" else {"ssl_disabled": True}))
else:
    import pymysql
    c = pymysql.connect(**login, **({"ssl": ssl.create_default_context(cafile="tls/ca.pem")} if way == "tls" else {"ssl_disabled": True}))
def read():
    k = c.cursor()
    k.execute("SELECT seq, 'abcdefghijklmnopqrstu' FROM test.numbers")
    assert len(k.fetchall()) == 10000
def cpu():
    r = resource.getrusage(resource.RUSAGE_SELF)
    return r.ru_utime + r.ru_stime
if times == "create":
    k = c.cursor()
    k.execute("CREATE TABLE test.numbers(seq INT)")
    k.execute("INSERT INTO test.numbers VALUES " + ",".join("(%d)" % i for i in range(10000)))
    c.commit()
    sys.exit()
read()
before = cpu()
for _ in range(int(times)): read()
print(round((cpu() - before) * 1e3 / int(times), 1))
PYTHON
py/bin/python read.py pymysql "$mariadb_port" plain create || missing "no table"
calls() { # WHO WAY TIMES
  strace -f -c -e trace=recvfrom,recvmsg,read -o calls py/bin/python read.py "$1" "$mariadb_port" "$2" "$3" >/dev/null || missing "strace failed"
  awk '$NF ~ /^(recvfrom|recvmsg|read)$/ { n += $4 } END { print n }' calls
}
for who in connector pymysql; do
  for way in plain tls; do
    one=$(calls $who $way 1)
    three=$(calls $who $way 3)
    n=$(((three - one) / 2))
    if [ "$who $way" = "connector plain" ]; then check_between "$who, $way: calls that read for 10,000 rows" 19900 20200 "$n"; else check_between "$who, $way: calls that read for 10,000 rows" 15 150 "$n"; fi
  done
done
for _ in 1 2 3; do
  for way in plain tls; do
    ms=$(py/bin/python read.py connector "$mariadb_port" $way 10)
    echo "  connector, $way, CPU for 10,000 rows: $ms ms"
    eval "$way=\${$way:+\$$way }$ms"
  done
done
least() { printf '%s\n' "$@" | sort -n | head -1; }
# shellcheck disable=SC2154,SC2086 # set by eval
check_between "with TLS relative to without, the least of three" 0.6 1.0 "$(awk -v a="$(least $tls)" -v b="$(least $plain)" 'BEGIN { printf "%.2f", a / b }')"
finish
