#!/usr/bin/env bash
# Guess:  A server that gives tickets resumes each client that brings one back, be they ten or ten thousand: the ticket holds all it needs.
# So:     Not a server with rustls' ServerConfig as it comes: its tickets are the numbers of sessions that it keeps in memory, 256 of them,
#         two for each handshake of TLS 1.3. With 128 clients that connect in turn all are resumed, with 130 none: each new session
#         has driven out the oldest one, which is the next to be asked for. With TLS 1.2 the cliff is at 256. With a Ticketer, one
#         line of code, all are resumed. So a trial with a few clients says nothing about the server with many.
# Seen:   29 November 2026, rustls 0.23.46 (ring), clients with OpenSSL 3.0 (Python), each with its own session: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
rustls_program server <<'RUST'
use rustls::pki_types::{pem::PemObject, CertificateDer, PrivateKeyDer};
use std::{env, io::Read, io::Write, net::TcpListener, sync::Arc, thread};
fn main() {
    rustls::crypto::ring::default_provider().install_default().unwrap();
    let certificates = CertificateDer::pem_file_iter("tls/server.pem").unwrap().map(|c| c.unwrap()).collect();
    let key = PrivateKeyDer::from_pem_file("tls/server.key").unwrap();
    let mut config = rustls::ServerConfig::builder().with_no_client_auth().with_single_cert(certificates, key).unwrap();
    if env::args().nth(1).unwrap() == "ticketer" {
        config.ticketer = rustls::crypto::ring::Ticketer::new().unwrap();
    }
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    println!("port {}", listener.local_addr().unwrap().port());
    for tcp in listener.incoming() {
        let config = config.clone();
        thread::spawn(move || {
            let mut s = rustls::StreamOwned::new(rustls::ServerConnection::new(config).unwrap(), { let tcp = tcp.unwrap(); tcp.set_nodelay(true).unwrap(); tcp });
            let mut request = [0; 100];
            let size = s.read(&mut request).unwrap();
            s.write_all(&request[..size]).unwrap();
            s.conn.send_close_notify();
            s.flush().unwrap();
            let _ = s.read(&mut request);
        });
    }
}
RUST
cat >clients.py <<'PYTHON'
import socket, ssl, sys
port, clients, version = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
context = ssl.create_default_context(cafile="tls/ca.pem")
context.maximum_version = getattr(ssl.TLSVersion, version)
no_delay = lambda s: s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
sessions, resumed = [None] * clients, 0
for i in range(2 * clients):
    with socket.create_connection(("127.0.0.1", port)) as s, no_delay(s) or context.wrap_socket(s, server_hostname="localhost", session=sessions[i % clients]) as t:
        t.sendall(b"hello")
        t.recv(100)
        t.recv(100)
        sessions[i % clients] = t.session
        resumed += t.session_reused
print(resumed)
PYTHON
resumed() { python3 clients.py "$port" "$1" "$2"; } # CLIENTS VERSION: of as many connections of the second round
start server ./server default
wait_for server.log '^port '
port=$(port_in server.log port)
check "TLS 1.3, 128 clients in turn, resumed" 128 "$(resumed 128 TLSv1_3)"
check "130 clients" 0 "$(resumed 130 TLSv1_3)"
check "TLS 1.2, 256 clients" 256 "$(resumed 256 TLSv1_2)"
check "258 clients" 0 "$(resumed 258 TLSv1_2)"
start server ./server ticketer
wait_for server.log '^port '
port=$(port_in server.log port)
check "with a Ticketer, TLS 1.3, 130 clients" 130 "$(resumed 130 TLSv1_3)"
check "TLS 1.2, 258 clients" 258 "$(resumed 258 TLSv1_2)"
finish
