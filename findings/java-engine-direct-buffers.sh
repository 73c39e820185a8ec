#!/usr/bin/env bash
# Guess:  SSLEngine with direct buffers costs the same as with buffers of the heap, or less: nothing needs to be copied, and no garbage is left.
# So:     The other way round. The JDK's ciphers work on arrays: with direct buffers they copy through new ones, and leave two to seven times
#         the garbage that heap buffers do. The CPU is no less either: 1.04 to 1.9 times.
# Seen:   29 November 2026, a message of 16,000 bytes wrapped and unwrapped, bytes of garbage and CPU with heap buffers and with direct ones, on
#         a loaded machine: Java 17.0.15 AES-GCM 2,816 and 7,010 bytes, 12.5 and 15.9 us; ChaCha20 36 and 89 KB, 124 and 131 us; Java 25.0.3
#         AES-GCM 3,064 and 5,785 bytes, 10.7 and 20.0 us; ChaCha20 5,088 and 37,224 bytes, 15.3 and 18.3 us.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac keytool
certificate
cat >Engines.java <<'JAVA'
import com.sun.management.ThreadMXBean;
import java.io.FileInputStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.security.KeyStore;
import javax.net.ssl.*;

/** Arguments: suite, bytes of a message. Prints, for buffers of the heap and direct ones: garbage and CPU of a message that is wrapped and unwrapped. */
public class Engines {
  static final int MESSAGES = 4000;
  static final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  public static void main(String[] arguments) throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(store("tls/server.p12"), "changeit".toCharArray());
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(store("tls/trust.p12"));
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    SSLEngine client = context.createSSLEngine(), server = context.createSSLEngine();
    client.setUseClientMode(true);
    server.setUseClientMode(false);
    client.setEnabledCipherSuites(new String[] {arguments[0]});
    client.beginHandshake();
    server.beginHandshake();
    ByteBuffer toServer = ByteBuffer.allocate(65536).flip(), toClient = ByteBuffer.allocate(65536).flip();
    for (int i = 0; i < 200; i++) {
      step(client, toClient, toServer);
      step(server, toServer, toClient);
    }
    int bytes = Integer.parseInt(arguments[1]);
    long[] heap = null, direct = null;
    for (int round = 0; round < 6; round++) {
      heap = least(heap, exchange(client, server, ByteBuffer.allocate(bytes), ByteBuffer.allocate(32768), ByteBuffer.allocate(32768)));
      direct = least(direct, exchange(client, server, ByteBuffer.allocateDirect(bytes), ByteBuffer.allocateDirect(32768), ByteBuffer.allocateDirect(32768)));
    }
    System.out.printf("%d %d %.1f %.1f%n", heap[0], direct[0], heap[1] / 1e3, direct[1] / 1e3);
  }

  static KeyStore store(String file) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (FileInputStream in = new FileInputStream(file)) {
      store.load(in, "changeit".toCharArray());
    }
    return store;
  }

  static void step(SSLEngine engine, ByteBuffer in, ByteBuffer out) throws Exception {
    switch (engine.getHandshakeStatus()) {
      case NEED_TASK -> engine.getDelegatedTask().run();
      case NEED_WRAP -> {
        out.compact();
        engine.wrap(ByteBuffer.allocate(0), out);
        out.flip();
      }
      default -> {
        if (in.hasRemaining()) engine.unwrap(in, ByteBuffer.allocate(65536));
      }
    }
  }

  static long[] exchange(SSLEngine client, SSLEngine server, ByteBuffer message, ByteBuffer wire, ByteBuffer received) throws Exception {
    long allocated = thread.getThreadAllocatedBytes(Thread.currentThread().getId()), cpu = thread.getCurrentThreadCpuTime();
    for (int i = 0; i < MESSAGES; i++) {
      message.clear();
      wire.clear();
      received.clear();
      client.wrap(message, wire);
      wire.flip();
      server.unwrap(wire, received);
      if (received.position() != message.capacity()) throw new IllegalStateException("received " + received.position() + " bytes");
    }
    cpu = thread.getCurrentThreadCpuTime() - cpu;
    return new long[] {(thread.getThreadAllocatedBytes(Thread.currentThread().getId()) - allocated) / MESSAGES, cpu / MESSAGES};
  }

  static long[] least(long[] a, long[] b) {
    return a == null ? b : new long[] {Math.min(a[0], b[0]), Math.min(a[1], b[1])};
  }
}
JAVA
javac -d classes Engines.java >javac.log 2>&1 || missing "javac failed: $(tail -3 javac.log)"
run() { # JAVA SUITE BYTES LEAST MOST
  local heap direct cpu_heap cpu_direct
  read -r heap direct cpu_heap cpu_direct <<<"$("$1" -cp classes Engines "$2" "$3" 2>run.log)"
  [ -n "${cpu_direct:-}" ] || missing "the program failed: $(head -1 run.log)"
  echo "  Java $("$1" -version 2>&1 | sed -nE '1s/.*"([^"]*)".*/\1/p'), $2, $3 bytes: garbage $heap and $direct bytes; CPU $cpu_heap and $cpu_direct us"
  check_between "  garbage with direct buffers, times that with heap buffers" "$4" "$5" "$(python3 -c "print(round($direct / $heap, 1))")"
}
need python3
for java in "$(java_of 17 17.0.9.2)" "$(java_of 25 25.0.1)"; do
  run "$java" TLS_AES_256_GCM_SHA384 16000 1.5 4
  run "$java" TLS_CHACHA20_POLY1305_SHA256 16000 1.8 10
done
finish
