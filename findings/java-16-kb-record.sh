#!/usr/bin/env bash
# Guess:  A TLS record holds 16,384 bytes (RFC 8446, 5.1), so a value of 16 KB is one record with every library.
# So:     With TLS 1.3 SunJSSE puts 16,367 bytes into a record: the type, and 16 bytes of padding that each of its records
#         carries, count as content. A write of 16,384 bytes is two records, the second with 17 bytes. In TLS 1.2 it is one;
#         with OpenSSL (Python) one in both.
# Seen:   27 November 2026, OpenJDK 17.0.15 and 25.0.2, Python 3.11.7 with OpenSSL 3.0.19.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
echo_server
relay "$echo_port"
cat >Write.java <<'JAVA'
import java.io.*; import java.security.KeyStore; import javax.net.ssl.*;
class Write {
  public static void main(String[] arguments) throws Exception {
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket("localhost", Integer.parseInt(arguments[1]))) {
      s.setEnabledProtocols(new String[] {arguments[0]});
      for (int size : new int[] {16_367, 16_368, 16_384}) { s.getOutputStream().write(new byte[size]); s.getInputStream().readNBytes(size); }
    }
  }
}
JAVA
cat >write.py <<'PYTHON'
import socket, ssl, sys
context = ssl.create_default_context(cafile="tls/ca.pem")
context.maximum_version = ssl.TLSVersion[sys.argv[1].replace(".", "_")]
with context.wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[2]))), server_hostname="localhost") as s:
    for size in (16367, 16368, 16384):
        s.sendall(bytes(size))
        while size > 0: size -= len(s.recv(65536))
PYTHON
javac -d classes Write.java || exit 2
long='[size for kind, size in client(lines[0]) if kind == 23 and size > 16000]'
small='[size for kind, size in client(lines[0]) if kind == 23 and size not in (19, 35, 69, 85) and size < 16000]'
for expected in 'TLSv1.3 3 2 3 0' 'TLSv1.2 3 0 3 0'; do
  read -r version jsse_long jsse_small openssl_long openssl_small <<<"$expected"
  rm -f wire.jsonl
  java -cp classes Write "$version" "$relay_port" || exit 2
  check "$version, SunJSSE, writes of 16,367, 16,368 and 16,384 bytes: long records, short ones" "$jsse_long $jsse_small" "$(wire "len($long), len($small)" | tr -d '(),')"
  rm -f wire.jsonl
  python3 write.py "$version" "$relay_port" || exit 2
  check "$version, OpenSSL" "$openssl_long $openssl_small" "$(wire "len($long), len($small)" | tr -d '(),')"
done
finish
