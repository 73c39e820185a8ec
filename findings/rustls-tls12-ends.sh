#!/usr/bin/env bash
# Guess:  A connection lasts as long as both ends keep it: a TLS 1.2 connection that has been in a pool for days is as good as
#         a new one, and if a library ever gave up, its write would say so.
# So:     rustls ends a TLS 1.2 connection with AES-GCM after 2^24 records that it has sent, 16.8 million: at 5,000 requests
#         in a second in less than an hour. It sends close_notify instead of the next message and drops that one and all after
#         it, and write() goes on to say that all is well. A driver learns of it when no answer comes and the other end
#         closes. In TLS 1.3 rustls changes its keys by itself, one record more.
# Seen:   28 November 2026, rustls 0.23.46 (ring), records of a client that writes 16,778,001 messages of one byte. By hand,
#         with OpenSSL 3.0 as a server that reads them all: 16,777,215 messages and close_notify in TLS 1.2, all in TLS 1.3.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
echo_server
rustls_program client 'opt-level = 2' <<'RUST'
use rustls::pki_types::{pem::PemObject, CertificateDer, ServerName};
use std::{env, io, io::Read, io::Write, net::TcpStream, sync::Arc};
/// Counts records by their type: since the 2^24 messages are not sent, nobody must read them.
#[derive(Default)]
struct Count {
    data: Vec<u8>,
    seen: Vec<(u8, usize)>,
}
impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.data.extend_from_slice(bytes);
        let mut at = 0;
        while self.data.len() >= at + 5 {
            let size = 5 + u16::from_be_bytes([self.data[at + 3], self.data[at + 4]]) as usize;
            if self.data.len() < at + size { break; }
            match self.seen.last_mut() {
                Some((kind, count)) if *kind == self.data[at] => *count += 1,
                _ => self.seen.push((self.data[at], 1)),
            }
            at += size;
        }
        self.data.drain(..at);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> { Ok(()) }
}
fn main() {
    let arguments: Vec<String> = env::args().collect();
    let version = if arguments[2] == "1.2" { &rustls::version::TLS12 } else { &rustls::version::TLS13 };
    let mut roots = rustls::RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file("tls/ca.pem").unwrap()).unwrap();
    let config = rustls::ClientConfig::builder_with_protocol_versions(&[version]).with_root_certificates(roots).with_no_client_auth();
    let mut tls = rustls::ClientConnection::new(Arc::new(config), ServerName::try_from("localhost").unwrap()).unwrap();
    let mut tcp = TcpStream::connect(("127.0.0.1", arguments[1].parse().unwrap())).unwrap();
    // one message goes to the server and back, the others follow it
    rustls::Stream::new(&mut tls, &mut tcp).write_all(b"x").unwrap();
    rustls::Stream::new(&mut tls, &mut tcp).read_exact(&mut [0]).unwrap();
    eprintln!("{:?}", tls.negotiated_cipher_suite().unwrap().suite());
    let mut count = Count::default();
    let mut written = 1;
    for _ in 0..16_778 {
        for _ in 0..1_000 {
            written += tls.writer().write(b"x").expect("write");
        }
        while tls.wants_write() {
            tls.write_tls(&mut count).unwrap();
        }
    }
    let seen: Vec<String> = count.seen.iter().map(|(kind, n)| format!("{n} of type {kind}")).collect();
    println!("written {written}: {}", seen.join(", "));
}
RUST
sent() { # VERSION
  ./client "$echo_port" "$1" 2>client.log || missing "the client failed: $(tail -1 client.log)"
  echo "  $1: $(tail -1 client.log)" >&2
}
# Type 23 is data (and in TLS 1.3 all else), 21 an alert. In TLS 1.2 the client's Finished is the first record of the key.
check "TLS 1.2" "written 16778001: 16777214 of type 23, 1 of type 21" "$(sent 1.2)"
check "TLS 1.3" "written 16778001: 16778001 of type 23" "$(sent 1.3)"
finish
