#!/usr/bin/env bash
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl java javac python3
certificate
cat >Burst.java <<'JAVA'
import java.io.*; import java.security.KeyStore; import java.util.*; import java.util.concurrent.*; import javax.net.ssl.*;
class Burst {
  public static void main(String[] a) throws Exception {
    KeyStore trust = KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray());
    TrustManagerFactory t = TrustManagerFactory.getInstance("PKIX"); t.init(trust);
    SSLContext context = SSLContext.getInstance(a[1]); context.init(null, t.getTrustManagers(), null);
    int port = Integer.parseInt(a[0]), burst = 8;
    try (SSLSocket s = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
      s.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes()); s.getInputStream().readAllBytes();
    }
    SSLSocket[] all = new SSLSocket[burst];
    for (int i = 0; i < burst; i++) all[i] = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
    CyclicBarrier together = new CyclicBarrier(burst);
    List<Thread> threads = new ArrayList<>();
    for (SSLSocket s : all) {
      Thread thread = new Thread(() -> { try { together.await(); s.startHandshake(); together.await();
        s.getOutputStream().write("GET / HTTP/1.0\r\n\r\n".getBytes()); s.getInputStream().readAllBytes(); s.close(); } catch (Exception e) { e.printStackTrace(); } });
      thread.start(); threads.add(thread);
    }
    for (Thread thread : threads) thread.join();
  }
}
JAVA
cat >server.py <<'PYTHON'
import socket, ssl, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    try:
        with context.wrap_socket(s, server_side=True) as t:
            t.recv(1000); t.sendall(b"HTTP/1.0 200 OK\r\n\r\n"); t.unwrap()
    except OSError: pass
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
start server python3 server.py
wait_for server.log '^port '
relay "$(port_in server.log port)"
javac -d classes --release 17 Burst.java || exit 2
for version in 17:17.0.9.2 25:25.0.2.1; do
  java=$(java_of "${version%:*}" "${version#*:}") || exit 2
  for protocol in TLSv1.2 TLSv1.3; do
    : >wire.jsonl
    "$java" -cp classes Burst "$relay_port" $protocol || exit 2
    sleep 1
    echo "$java $protocol $(grep -c 'resumed": true' wire.jsonl) of $(wc -l <wire.jsonl)"
  done
done
