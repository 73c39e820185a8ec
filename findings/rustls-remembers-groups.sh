#!/usr/bin/env bash
# Guess:  A client that resumes nothing sends the same ClientHello each time: rustls offers X25519MLKEM768 and X25519, and pays
#         for both keys in every connection.
# So:     With one ClientConfig only in the first connection to a name. rustls remembers the group that the server took and
#         sends the next ones a share of that group alone: 1.2 KB less and no ML-KEM key. With a server that takes neither
#         it pays for a HelloRetryRequest once. Who measures new connections of a program that runs measures the second kind.
# Seen:   28 November 2026, rustls 0.23.46 (aws-lc-rs), server Python's ssl with OpenSSL 3.0, no tickets, three full
#         handshakes with a server of X25519: ClientHello of 1,461, 241, 241 bytes. With P-256 only: two ClientHellos, one, one.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need cargo cc python3
certificate
cat >server.py <<'PYTHON'
import socket, ssl, sys
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
context.num_tickets = 0
if sys.argv[1:]: context.set_ecdh_curve(sys.argv[1])
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
while True:
    try:
        with context.wrap_socket(listener.accept()[0], server_side=True) as s: s.sendall(s.recv(100))
    except OSError: pass
PYTHON
mkdir -p client/src
cat >client/Cargo.toml <<'TOML'
[package]
name = "client"
version = "1.0.0"
edition = "2021"
[dependencies]
rustls = "=0.23.46"
TOML
cat >client/src/main.rs <<'RUST'
use rustls::pki_types::{pem::PemObject, CertificateDer, ServerName};
use std::{env, io::Read, io::Write, net::TcpStream, sync::Arc};
fn main() {
    let mut roots = rustls::RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file("tls/ca.pem").unwrap()).unwrap();
    let config = Arc::new(rustls::ClientConfig::builder().with_root_certificates(roots).with_no_client_auth());
    for _ in 0..3 {
        let mut tls = rustls::ClientConnection::new(config.clone(), ServerName::try_from("localhost").unwrap()).unwrap();
        let mut tcp = TcpStream::connect(("127.0.0.1", env::args().nth(1).unwrap().parse().unwrap())).unwrap();
        let mut stream = rustls::Stream::new(&mut tls, &mut tcp);
        stream.write_all(b"hello").unwrap();
        stream.read_exact(&mut [0; 5]).unwrap();
    }
}
RUST
(cd client && cargo build -q >build.log 2>&1) || missing "cargo could not build a client with rustls: $(tail -1 client/build.log)"
seen() { # [CURVE]: of each connection, shares, number of ClientHellos, resumed
  rm -f wire.jsonl
  start server python3 server.py "$@"
  wait_for server.log '^port '
  relay "$(port_in server.log port)"
  client/target/debug/client "$relay_port" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  wire '"; ".join("%s %d %s" % ("+".join(c["hello"]["shares"]), sum(kind == 22 for kind, size in client(c)), "resumed" if c["resumed"] else "full") for c in lines)' >seen
}
seen
check "server takes X25519" "X25519MLKEM768+x25519 1 full; x25519 1 full; x25519 1 full" "$(cat seen)"
echo "  bytes of the ClientHellos: $(wire '", ".join(str(c["hello"]["bytes"]) for c in lines)')"
seen prime256v1
check "server takes P-256 only" "X25519MLKEM768+x25519 2 full; secp256r1 1 full; secp256r1 1 full" "$(cat seen)"
finish
