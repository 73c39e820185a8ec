#!/usr/bin/env bash
# Guess:  a client that does not trust the server's certificate says so at once.
# So:     With s2n-tls, Amazon's library, as a Rust program has it by s2n-tls-tokio, it says so after 10 to 30 seconds, drawn
#         by lot: after an error the library keeps its caller waiting, so that nobody learns anything from the time that it
#         took. A retry, a log line and a health check that fails come so much later, and a connect time-out of 5 s is all that is
#         seen: "timed out", and not a word of the certificate. A server with it, whose client breaks off or is refused,
#         ends at once.
# Seen:   30 November 2026, s2n-tls and s2n-tls-tokio 0.3.47, tokio 1.54, on a loaded machine: 17.1, 23.2 and 24.9 s; with the
#         right CA 0.01 s; the server 0.00 s.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need cargo cc python3
certificate
echo_server
mkdir -p probe/src
cat >probe/Cargo.toml <<'TOML'
[package]
name = "probe"
version = "1.0.0"
edition = "2021"
[dependencies]
s2n-tls = "=0.3.47"
s2n-tls-tokio = "=0.3.47"
tokio = { version = "1", features = ["net", "rt", "macros"] }
[profile.dev]
debug = false
TOML
cat >probe/src/main.rs <<'RUST'
// probe client PORT [CA]: one connection; probe server KEY CERTIFICATE: says of each connection how long its handshake took and how it ended
use s2n_tls::{config::Config, security::DEFAULT_TLS13};
use s2n_tls_tokio::{TlsAcceptor, TlsConnector};
use std::time::Instant;
use tokio::net::{TcpListener, TcpStream};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let mut builder = Config::builder();
    builder.set_security_policy(&DEFAULT_TLS13).unwrap();
    if arguments[1] == "client" {
        if let Some(ca) = arguments.get(3) {
            builder.trust_pem(&std::fs::read(ca).unwrap()).unwrap();
        }
        let config = builder.build().unwrap();
        let stream = TcpStream::connect(format!("127.0.0.1:{}", arguments[2])).await.unwrap();
        let start = Instant::now();
        let result = TlsConnector::new(config).connect("localhost", stream).await;
        println!("{:.2} {}", start.elapsed().as_secs_f64(), result.map_or_else(|e| e.to_string(), |_| "connected".to_string()));
        return;
    }
    builder.load_pem(&std::fs::read(&arguments[3]).unwrap(), &std::fs::read(&arguments[2]).unwrap()).unwrap();
    let acceptor = TlsAcceptor::new(builder.build().unwrap());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("port {}", listener.local_addr().unwrap().port());
    let mut number = 0;
    loop {
        let (stream, _) = listener.accept().await.unwrap();
        let acceptor = acceptor.clone();
        number += 1;
        let n = number;
        tokio::spawn(async move {
            let start = Instant::now();
            let result = acceptor.accept(stream).await;
            println!("connection {n}: {:.2} {}", start.elapsed().as_secs_f64(), result.map_or_else(|e| e.to_string(), |_| "connected".to_string()));
        });
    }
}
RUST
(cd probe && cargo build -q) >build.log 2>&1 || missing "cargo could not build: $(grep -m1 error build.log)"
probe=probe/target/debug/probe
"$probe" client "$echo_port" >first.txt &
first=$!
"$probe" client "$echo_port" >second.txt &
second=$!
read -r seconds ended < <("$probe" client "$echo_port" tls/ca.pem)
check_between "a client with the right CA, seconds" 0 3 "$seconds"
check "and it is" connected "$ended"
start server "$probe" server tls/server.key tls/server.pem
wait_for server.log '^port '
python3 - "$(port_in server.log port)" <<'PYTHON'
import socket, ssl, sys
port = int(sys.argv[1])
def connect(context):
    try: context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost").close()
    except OSError: pass
socket.create_connection(("127.0.0.1", port)).close()
connect(ssl.create_default_context())  # the system's CAs: it does not trust the server
strange = ssl.create_default_context(cafile="tls/ca.pem")
strange.maximum_version = ssl.TLSVersion.TLSv1_2
strange.set_ciphers("ARIA256-GCM-SHA384")  # which the server does not have
connect(strange)
PYTHON
sleep 3
check "a server: connections that failed within 3 s" 3 "$(grep -cE '^connection [123]: [0-2]\.' server.log)"
wait "$first" "$second"
for one in first second; do
  read -r seconds ended <"$one.txt"
  check_between "a client without the CA, seconds" 9.9 31 "$seconds"
  check "and it is" "Certificate is untrusted" "$ended"
done
finish
