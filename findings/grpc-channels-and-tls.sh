#!/usr/bin/env bash
# Guess:  Ten gRPC channels from one process to one server (ten clients of etcd, Milvus, Spanner) are ten connections, with TLS as without.
# So:     Without TLS they are one connection in Python and in Node: channels to the same address with the same options share it. With
#         TLS they are ten in Python, even if all have the same credentials object; in Node one with the same object, ten with equal
#         ones. So who measures ten clients without and with TLS compares one connection with ten.
#         With the option grpc.use_local_subchannel_pool Python makes ten without TLS, too.
# Seen:   29 November 2026, grpcio 1.85.3, @grpc/grpc-js 1.14.7, Python's server: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need node python3
certificate
python_with py grpcio==1.85.3
node_with @grpc/grpc-js@1.14.7
cat >server.py <<'PYTHON'
import grpc, sys, time
from concurrent import futures
class Echo(grpc.GenericRpcHandler):
    def service(self, details): return grpc.unary_unary_rpc_method_handler(lambda request, context: request)
server = grpc.server(futures.ThreadPoolExecutor(4))
server.add_generic_rpc_handlers((Echo(),))
read = lambda name: open("tls/" + name, "rb").read()
if sys.argv[1] == "tls": port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([(read("server.key"), read("server.pem"))]))
else: port = server.add_insecure_port("127.0.0.1:0")
server.start()
print("port", port, flush=True)
time.sleep(600)
PYTHON
cat >client.py <<'PYTHON'
import grpc, sys
port, credentials, options = sys.argv[1], sys.argv[2], [("grpc.use_local_subchannel_pool", 1)] if sys.argv[3:] else []
make = lambda: grpc.ssl_channel_credentials(open("tls/ca.pem", "rb").read())
one = make()
channel = {"none": lambda a: grpc.insecure_channel(a, options), "one": lambda a: grpc.secure_channel(a, one, options), "equal": lambda a: grpc.secure_channel(a, make(), options)}[credentials]
channels = [channel("localhost:" + port) for _ in range(10)]
for c in channels: assert c.unary_unary("/test/Echo")(b"hello", timeout=30) == b"hello"
for c in channels: c.close()
PYTHON
cat >client.js <<'JS'
const grpc = require('@grpc/grpc-js'), fs = require('fs')
const [port, credentials] = process.argv.slice(2)
const make = () => grpc.credentials.createSsl(fs.readFileSync('tls/ca.pem'))
const one = make(), same = (x) => x
const channel = { none: () => grpc.credentials.createInsecure(), one: () => one, equal: make }[credentials]
const clients = Array.from({ length: 10 }, () => new grpc.Client('localhost:' + port, channel()))
const call = (c) => new Promise((done, failed) => c.makeUnaryRequest('/test/Echo', same, same, Buffer.from('hello'), (e) => (e ? failed(e) : done())))
;(async () => { for (const c of clients) await call(c); process.exit() })()
JS
connections() { # COMMAND...: PORT in it becomes the relay's
  rm -f wire.jsonl
  timeout 60 "${@//PORT/$relay_port}" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  wire 'len(lines)'
}
start plain py/bin/python server.py plain
wait_for plain.log '^port '
relay "$(port_in plain.log port)"
check "without TLS, ten channels of Python: connections" 1 "$(connections py/bin/python client.py PORT none)"
check "with grpc.use_local_subchannel_pool" 10 "$(connections py/bin/python client.py PORT none local)"
check "of Node" 1 "$(connections node client.js PORT none)"
kill "$relay_pid"
start secure py/bin/python server.py tls
wait_for secure.log '^port '
relay "$(port_in secure.log port)"
check "TLS, ten channels of Python with one credentials object" 10 "$(connections py/bin/python client.py PORT one)"
check "how many of these connections are resumed" 0 "$(wire 'sum(c["resumed"] for c in lines)')"
check "with ten equal objects" 10 "$(connections py/bin/python client.py PORT equal)"
check "of Node with one credentials object" 1 "$(connections node client.js PORT one)"
check "with ten equal objects" 10 "$(connections node client.js PORT equal)"
finish
