#!/usr/bin/env bash
# Guess:  pgloader is made for bulk: it hands COPY's data over in blocks of 8 KB or more, as libpq does, or fills its TLS records.
# So:     Its driver writes to TLS through a buffer of 2 KB, and each buffer is a record, a call of OpenSSL's and a write(): 1 MB is 515 records
#         and calls, where full records would be 62 and psycopg's COPY (libpq) has about as few. The program makes three connections for a
#         file, all full handshakes.
# Seen:   30 November 2026, pgloader 3.6.9 of Debian 12 (Postmodern and cl+ssl inside), PostgreSQL 18.1, 10,000 rows of 100 bytes from a CSV file.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
debian pgloader libsybdb5 freetds-common
python_with py psycopg==3.3.9 psycopg-binary==3.3.9
postgres_server 18.1.0
relay "$postgres_port"
python3 -c "for i in range(10000): print('%05d,%s' % (i, 'x' * 94))" >rows.csv
cat >load.py <<'PYTHON'
import psycopg, sys
where = f"host=localhost hostaddr=127.0.0.1 port={sys.argv[1]} user=postgres password=secret dbname=postgres sslmode=verify-full sslrootcert=tls/ca.pem"
with psycopg.connect(where, autocommit=True) as c:
    if sys.argv[2] == "create": c.execute("CREATE TABLE loaded(i int, s text)")
    elif sys.argv[2] == "count": print(c.execute("SELECT count(*) FROM loaded").fetchone()[0])
    else:
        with c.cursor().copy("COPY loaded FROM STDIN (FORMAT csv)") as copy, open("rows.csv", "rb") as file:
            while block := file.read(65536): copy.write(block)
PYTHON
py/bin/python load.py "$postgres_port" create || missing "cannot make a table"
records() { # of the connection with the most: the client's records of 1,000 bytes or more, the most frequent length of these
  wire '(lambda sizes: "%d %d" % (len(sizes), max(set(sizes), key=sizes.count)))(max(([n for s, k, n in line["log"] if s == "C" and k == 23 and n > 1000] for line in lines), key=len))'
}
py/bin/python load.py "$relay_port" copy || missing "psycopg's COPY failed"
read -r psycopg _ <<<"$(records)"
check_between "psycopg's COPY of 1 MB: records" 60 130 "$psycopg"
rm -f wire.jsonl
printf '%s\n' "LOAD CSV FROM '$W/rows.csv' INTO postgresql://postgres:secret@127.0.0.1:$relay_port/postgres?sslmode=require TARGET TABLE loaded" \
  "WITH fields terminated by ',';" >load
mkdir home
HOME=$W/home SSL_CERT_FILE=$W/tls/ca.pem timeout 90 pgloader load >pgloader.log 2>&1 || missing "pgloader failed: $(grep -m1 -i error pgloader.log)"
check "rows in the table" 20000 "$(py/bin/python load.py "$postgres_port" count)"
check "pgloader: TLS connections, resumed" "3 0" "$(wire '"%d %d" % (len(lines), sum(line["resumed"] for line in lines))')"
read -r pgloader length <<<"$(records)"
check_between "records of its COPY" 480 550 "$pgloader"
check "bytes of data in most of them" 2048 "$((length - 17))"
finish
