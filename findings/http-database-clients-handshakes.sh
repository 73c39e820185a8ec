#!/usr/bin/env bash
# Guess:  A client object of a database with an HTTP interface keeps its connection: ten requests one after the other are one TLS handshake,
#         two at most.
# So:     In five of eight each request is a connection of its own and a full handshake: Meilisearch's, PyHive's for Presto, pydruid's and
#         Splunk's in Python, presto-client in Node. One SELECT of Presto is nine handshakes, as its client asks for the result
#         in pages. The first three call `requests.get` or `requests.post` without a Session: so each request makes a new SSL context and
#         reads the list of CAs, too. A search by Meilisearch's client takes more than five times the CPU of one over a Session. PyHive takes
#         a Session as an option (`requests_session`), and then it is one handshake.
# Seen:   29 November 2026, Python 3.11, Node 20, requests 2.34.2: as below; the CPU with certifi's list of CAs and the test's own beside it.
#         qdrant-client 1.20.0 makes a connection for each request to localhost, and says in its source that it does so for that name only.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node
certificate
python_with venv requests==2.34.2 urllib3==2.8.0 certifi meilisearch==0.43.0 PyHive==0.7.0 pydruid==0.6.9 splunk-sdk==2.1.1 elasticsearch==9.5.1 trino==0.340.0
node_with presto-client@1.2.0 @clickhouse/client@1.23.1
cat "$(venv/bin/python -m certifi)" tls/ca.pem >list.pem
cat >web_server.py <<'PYTHON'
import http.server, json, socketserver, ssl, sys
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1" # connections are kept
    def log_message(self, *_): pass
    def setup(self):
        self.request.do_handshake()
        print("resumed" if self.request.session_reused else "full", flush=True)
        super().setup()
    def answer(self):
        if self.headers.get("Transfer-Encoding") == "chunked":
            while size := int(self.rfile.readline(), 16): self.rfile.read(size + 2)
            self.rfile.readline()
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        path, value = self.path.split("?")[0], {}
        if path.startswith("/v1/statement"): # Presto and Trino: the client asks for page after page
            page = int(path.split("/")[-1]) if path[-1].isdigit() else 0
            value = {"id": "q", "infoUri": "https://localhost/", "stats": {"state": "RUNNING" if page < 8 else "FINISHED"},
                     "columns": [{"name": "a", "type": "bigint", "typeSignature": {"rawType": "bigint", "arguments": []}}]}
            if page < 8: value["nextUri"] = f"https://{self.headers['Host']}/v1/statement/q/{page + 1}"
            else: value["data"] = [[1]]
        elif path.startswith("/druid"): value = [{"a": 1}]
        data = json.dumps(value).encode()
        print("request", flush=True)
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("X-Elastic-Product", "Elasticsearch")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
    do_GET = do_POST = answer
class Server(socketserver.ThreadingTCPServer):
    daemon_threads, request_queue_size = True, 512
    def get_request(self):
        s, address = self.socket.accept()
        return context.wrap_socket(s, server_side=True, do_handshake_on_connect=False), address
    def handle_error(self, *_): pass
server = Server(("127.0.0.1", 0), Handler)
print("port", server.server_address[1], flush=True)
server.serve_forever()
PYTHON
cat >client.py <<'PYTHON'
import os, sys, time, warnings
warnings.simplefilter("ignore")
what, port, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
url, ca = f"https://localhost:{port}", os.path.abspath("list.pem")
os.environ["REQUESTS_CA_BUNDLE"] = os.environ["SSL_CERT_FILE"] = ca
def select(connection):
    cursor = connection.cursor()
    cursor.execute("SELECT 1")
    cursor.fetchall()
if what == "meilisearch":
    import meilisearch
    index = meilisearch.Client(url, "key").index("t")
    call = lambda: index.search("x")
elif what == "session":
    import requests
    session = requests.Session()
    call = lambda: session.post(url + "/indexes/t/search", json={"q": "x"}).json()
elif what in ("PyHive", "PyHive with a Session"):
    import requests
    from pyhive import presto
    more = {"requests_session": requests.Session()} if "Session" in what else {}
    connection = presto.connect("localhost", port, protocol="https", **more)
    call = lambda: select(connection)
elif what == "trino":
    import trino
    connection = trino.dbapi.connect(host="localhost", port=port, http_scheme="https", user="u", verify=ca)
    call = lambda: select(connection)
elif what == "pydruid":
    import pydruid.db
    connection = pydruid.db.connect(host="localhost", port=port, path="/druid/v2/sql/", scheme="https", ssl_verify_cert=True)
    call = lambda: select(connection)
elif what == "splunk-sdk":
    import splunklib.client
    service = splunklib.client.Service(host="localhost", port=port, scheme="https", token="t", verify=True)
    call = lambda: service.get("server/info")
elif what == "elasticsearch":
    import elasticsearch
    client = elasticsearch.Elasticsearch(url, ca_certs=ca)
    call = client.info
call()
start = time.process_time()
for _ in range(count - 1): call()
print("cpu", time.process_time() - start)
os._exit(0)
PYTHON
cat >client.js <<'JS'
const [what, port] = process.argv.slice(2)
const ca = require('fs').readFileSync('tls/ca.pem'), url = `https://localhost:${port}`, at = { host: 'localhost', port: +port }
const ten = async call => { for (let i = 0; i < 10; i++) await call() }
const clients = {
  'presto-client': () => new Promise((end, fail) => new (require('presto-client').Client)({ ...at, user: 'u', catalog: 'c', schema: 's', ssl: { ca } })
    .execute({ query: 'SELECT 1', callback: error => error ? fail(error) : end() })),
  '@clickhouse/client': () => { const c = require('@clickhouse/client').createClient({ url, tls: { ca_cert: ca } }); return ten(() => c.command({ query: 'SELECT 1' })) },
}
clients[what]().then(() => process.exit(), error => { console.log(error); process.exit(1) })
JS
seen() { # NAME COMMAND...: full handshakes, resumed ones, requests
  start server python3 web_server.py
  local server=$last
  wait_for server.log '^port '
  "${@:2}" "$1" "$(port_in server.log port)" 10 >client.log 2>&1 || missing "$1: $(tail -1 client.log)"
  echo "$(grep -c ^full server.log) $(grep -c ^resumed server.log) $(grep -c ^request server.log)"
  kill "$server"
  wait "$server" 2>/dev/null
}
echo "  full handshakes, resumed ones, requests; Python, ten calls (of SELECT with PyHive and trino):"
check "meilisearch" "10 0 10" "$(seen meilisearch venv/bin/python client.py)"
check "PyHive" "90 0 90" "$(seen PyHive venv/bin/python client.py)"
check "PyHive with a Session" "1 0 90" "$(seen 'PyHive with a Session' venv/bin/python client.py)"
check "pydruid" "10 0 10" "$(seen pydruid venv/bin/python client.py)"
check "splunk-sdk" "10 0 10" "$(seen splunk-sdk venv/bin/python client.py)"
check "trino" "1 0 90" "$(seen trino venv/bin/python client.py)"
check "elasticsearch" "1 0 10" "$(seen elasticsearch venv/bin/python client.py)"
echo "  Node, ten calls, one SELECT with presto-client:"
check "presto-client" "9 0 9" "$(seen presto-client node client.js)"
check "@clickhouse/client" "1 0 10" "$(seen @clickhouse/client node client.js)"
cpu() {
  start server python3 web_server.py
  local server=$last
  wait_for server.log '^port '
  venv/bin/python client.py "$1" "$(port_in server.log port)" 51 >client.log 2>&1 || missing "$1: $(tail -1 client.log)"
  sed -n 's/^cpu //p' client.log
  kill "$server"
  wait "$server" 2>/dev/null
}
a=$(cpu meilisearch) b=$(cpu session)
check_between "CPU of 50 searches, meilisearch over a requests.Session" 4 60 "$(awk -v a="$a" -v b="$b" 'BEGIN { printf "%.1f", a / b }')"
finish
