#!/usr/bin/env bash
# Guess:  A client in Rust that is given its CA and keeps one Client object prepares TLS once: it reads no other CA, and resumes from the
#         second connection on, as rustls does by itself.
# So:     redis-rs makes rustls' configuration anew for each connection, so it resumes nothing. And it loads the system's list of CAs for
#         each, though it is given another one and does not use this one: 147 files opened with Debian's list, and 147 again for the next
#         connection. If the list cannot be read (SSL_CERT_FILE names a file that is not there), the connection fails, for the sake of CAs
#         that nobody needs. With the feature tls-rustls-webpki-roots that list is compiled in (not tried).
# Seen:   29 November 2026, redis (crates.io) 1.8.1, rustls 0.23.46, a list of 20 CAs in SSL_CERT_DIR, server with OpenSSL and tickets: five
#         connections of one Client resume 0 and open 100 of those files. By hand the same with get_multiplexed_async_connection (tokio).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need cargo cc python3 strace
certificate
redis_protocol_server
relay "$redis_port"
mkdir -p client/src system
for i in {10..29}; do cp tls/ca.pem "system/000000$i.0"; done
cat >client/Cargo.toml <<'TOML'
[package]
name = "client"
version = "1.0.0"
edition = "2021"
[dependencies]
redis = { version = "=1.8.1", default-features = false, features = ["tls-rustls"] }
rustls = { version = "=0.23.46", default-features = false, features = ["ring", "std", "tls12"] }
[profile.dev]
debug = false
TOML
cat >client/src/main.rs <<'RUST'
use std::io::{Read, Write};
use std::sync::Arc;
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    rustls::crypto::ring::default_provider().install_default().unwrap();
    let ca = std::fs::read("tls/ca.pem").unwrap();
    if arguments[1] == "rustls" {
        use rustls::pki_types::pem::PemObject;
        let mut roots = rustls::RootCertStore::empty();
        roots.add(rustls::pki_types::CertificateDer::from_pem_slice(&ca).unwrap()).unwrap();
        let config = Arc::new(rustls::ClientConfig::builder().with_root_certificates(roots).with_no_client_auth());
        for _ in 0..5 {
            let tls = rustls::ClientConnection::new(config.clone(), "localhost".try_into().unwrap()).unwrap();
            let tcp = std::net::TcpStream::connect(format!("localhost:{}", arguments[2])).unwrap();
            let mut s = rustls::StreamOwned::new(tls, tcp);
            s.write_all(b"*1\r\n$4\r\nPING\r\n").unwrap();
            s.read_exact(&mut [0; 7]).unwrap();
            s.conn.send_close_notify();
            s.flush().unwrap();
        }
        return;
    }
    let certificates = redis::TlsCertificates { client_tls: None, root_cert: Some(ca) };
    let client = redis::Client::build_with_tls(format!("rediss://localhost:{}/", arguments[2]), certificates).unwrap();
    for _ in 0..5 {
        let mut connection = client.get_connection().unwrap();
        let pong: String = redis::cmd("PING").query(&mut connection).unwrap();
        assert_eq!(pong, "PONG");
    }
}
RUST
cargo build -q --manifest-path client/Cargo.toml >build.log 2>&1 || missing "cargo build failed: $(grep -m1 error build.log)"
seen() { # CLIENT: connections that are resumed, files of the system's list that are opened
  rm -f wire.jsonl
  SSL_CERT_DIR=$W/system strace -f -qq -e trace=open,openat -e signal=none -o trace client/target/debug/client "$1" "$relay_port" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  echo "$(wire 'sum(c["resumed"] for c in lines), "of", len(lines)'), $(grep -c 'system/000000.*= [0-9]' trace)"
}
check "redis-rs, one Client: resumed, files of the system's list opened" "0 of 5, 100" "$(seen redis)"
SSL_CERT_FILE=$W/none.pem timeout 20 client/target/debug/client redis "$relay_port" >client.log 2>&1
check "with SSL_CERT_FILE, which names no file" "failed to read PEM from file" "$(grep -m1 -oE 'failed to read PEM from file' client.log)"
check "rustls with one configuration" "4 of 5, 0" "$(seen rustls)"
finish
