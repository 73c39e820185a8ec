#!/usr/bin/env bash
# Guess:  In JDK 21 a virtual thread waits for a TLS server as it waits for one without TLS, whatever the provider: the socket below is the
#         JDK's, and while the thread waits its carrier serves others. If any provider is an exception, it is Conscrypt with its C code.
# So:     It is so with SunJSSE only. Bouncy Castle and Conscrypt wait inside `synchronized`, and so keep their carriers: Bouncy Castle for
#         the whole handshake, Conscrypt for each read, too. With two carriers, as on two cores, only two of 40 connections are in their
#         handshake at a time, and with Conscrypt only two wait for an answer at a time, ever. Threads of the platform have nothing of it,
#         nor has JDK 25.
# Seen:   29 November 2026, JDK 21.0.8 and 25.0.3, bctls 1.84, Conscrypt 2.9.0 and by hand 2.5.2, a server that is 200 ms away, two carriers:
#         40 handshakes at once, and then an exchange on each, take in JDK 21: SunJSSE 1.7 and 0.4 s, Bouncy Castle 5.5 and 0.4 (with threads
#         of the platform 1.2 and 0.4), Conscrypt 4.5 and 4.1 (0.5 and 0.4); in JDK 25 1.3 and 0.4, 0.5 and 0.4.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac python3
certificate
jars jars org.conscrypt:conscrypt-openjdk-uber:2.9.0 org.bouncycastle:bctls-jdk18on:1.84
cat >server.py <<'PYTHON'
import asyncio, ssl
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
async def echo(reader, writer):
    try:
        while data := await reader.read(1000):
            writer.write(data)
    except (OSError, ssl.SSLError): pass
    writer.close()
async def forward(reader, writer, delay):
    try:
        while data := await reader.read(65536):
            await asyncio.sleep(delay)
            writer.write(data)
    except OSError: pass
    writer.close()
async def main():
    for tls in (None, context):
        server = await asyncio.start_server(echo, "127.0.0.1", 0, ssl=tls, backlog=512)
        port = server.sockets[0].getsockname()[1]
        def far(port=port): # the server is 200 ms away
            async def serve(reader, writer):
                r, w = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(forward(reader, w, 0), forward(r, writer, 0.2))
            return serve
        front = await asyncio.start_server(far(), "127.0.0.1", 0, backlog=512)
        print("tls" if tls else "plain", front.sockets[0].getsockname()[1], flush=True)
    await asyncio.sleep(3600)
asyncio.run(main())
PYTHON
cat >Wait.java <<'JAVA'
import java.io.*; import java.net.*; import java.security.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import javax.net.ssl.*;
class Wait {
  static Provider provider(String name) throws Exception {
    return (Provider) Class.forName(name).getConstructor().newInstance();
  }
  public static void main(String[] a) throws Exception {
    int port = Integer.parseInt(a[0]), count = Integer.parseInt(a[3]);
    Security.addProvider(provider("org.conscrypt.OpenSSLProvider"));
    Security.addProvider(provider("org.bouncycastle.jce.provider.BouncyCastleProvider"));
    Security.addProvider(provider("org.bouncycastle.jsse.provider.BouncyCastleJsseProvider"));
    SSLContext context = null;
    if (!a[1].equals("plain")) {
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX", a[1]);
      trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
      context = SSLContext.getInstance("TLS", a[1]);
      context.init(null, trust.getTrustManagers(), null);
    }
    ExecutorService threads = a[2].equals("virtual")
      ? (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null)
      : Executors.newCachedThreadPool();
    Socket[] sockets = new Socket[count];
    for (int round = 0; round < 2; round++) { // handshakes, exchanges
      int r = round;
      CountDownLatch all = new CountDownLatch(count);
      AtomicInteger inside = new AtomicInteger(), most = new AtomicInteger();
      SSLContext c = context;
      long begin = System.nanoTime();
      for (int i = 0; i < count; i++) {
        int n = i;
        threads.submit(() -> {
          try {
            if (r == 0) {
              sockets[n] = (c == null ? javax.net.SocketFactory.getDefault() : c.getSocketFactory()).createSocket("127.0.0.1", port);
              sockets[n].setTcpNoDelay(true);
            }
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            if (r == 0 && c != null) ((SSLSocket) sockets[n]).startHandshake();
            if (r == 1) {
              sockets[n].getOutputStream().write(new byte[100]);
              new DataInputStream(sockets[n].getInputStream()).readFully(new byte[100]);
            }
            inside.decrementAndGet();
          } catch (Throwable e) { System.err.println("failed: " + e); }
          all.countDown();
          return null;
        });
      }
      all.await();
      System.out.printf("%d %.1f ", most.get(), (System.nanoTime() - begin) / 1e9);
    }
    System.out.println();
    System.exit(0);
  }
}
JAVA
javac -d classes Wait.java || exit 2
java21=$(java_of 21 21.0.8.2) || exit 2
java25=$(java_of 25 25.0.2.1) || exit 2
start server python3 server.py
wait_for server.log '^tls'
plain=$(port_in server.log plain)
tls=$(port_in server.log tls)
waits() { # JAVA PROVIDER THREADS: the most that were in their handshakes at a time, seconds; in their exchanges, seconds
  local port=$tls
  [ "$2" != plain ] || port=$plain
  timeout 100 "$1" -Djdk.virtualThreadScheduler.parallelism=2 -cp 'classes:jars/*' Wait "$port" "$2" "$3" 40 2>run.log || missing "$2: $(tail -1 run.log)"
  ! grep -m1 failed run.log >&2 || exit 2
}
for version in 21 25; do
  java=java$version
  for provider in plain SunJSSE Conscrypt BCJSSE; do
    for threads in platform virtual; do
      handshakes=15 exchanges=15
      case $version$provider$threads in
        21Conscryptvirtual) handshakes=2 exchanges=2 ;;
        21BCJSSEvirtual) handshakes=2 ;;
      esac
      found=$(waits "${!java}" $provider $threads) || exit 2
      read -r h h_time e e_time <<<"$found"
      echo "  Java $version, $provider, $threads threads: $h_time s and $e_time s"
      [ $provider = plain ] || check_between "most handshakes at a time" $((handshakes == 2 ? 1 : 15)) $((handshakes == 2 ? 2 : 40)) "$h"
      check_between "most exchanges at a time" $((exchanges == 2 ? 1 : 15)) $((exchanges == 2 ? 2 : 40)) "$e"
    done
  done
done
finish
