#!/usr/bin/env bash
# Guess:  A flight recording shows where a thread's CPU went: as many samples as its CPU time has periods, in cryptography
#         as in other Java code; and system calls are in it, because they are called from Java.
# So:     JDK 17 has next to no samples of SHA-256 and one in six of RSA: it cannot walk the stack from HotSpot's own machine
#         code for them, and drops the sample. JDK 25 has all. In both, jdk.ExecutionSample has no system calls, two thirds
#         of the CPU of short TLS messages; jdk.NativeMethodSample counts waiting with them. So the shares in such a recording
#         are shares of another whole. async-profiler has both, and so has jdk.CPUTimeSample of JDK 25.
# Seen:   28 November 2026, x86-64, OpenJDK 17.0.15 (25.0.3), 10 ms, async-profiler 4.2, a loaded machine, three times. Samples
#         over those due: other code 0.99 to 1.15 (1.06 to 1.21), ECDSA 0.97 to 1.38 (1.07 to 1.47), RSA 2048 0.11 to 0.26
#         (1.33 to 1.64), SHA-256 0 to 0.02 (1.20 to 2.11). Echoes of 1 KB: system calls are 65 to 71 % of the CPU by the
#         kernel, none of the ExecutionSamples, 71 to 78 % by async-profiler, 63 to 70 % by CPUTimeSample.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac unzip
java17=$(java_of 17 17.0.9.2) && java25=$(java_of 25 25.0.2.1) || exit 2
"$java25" --list-modules | grep -q '^jdk.jfr' || missing "needs a Java 25 with the module jdk.jfr in JAVA_25_HOME or /usr/lib/jvm"
jars profiler tools.profiler:async-profiler:4.2
unzip -qo profiler/async-profiler-4.2.jar 'linux-x64/*' -d profiler || missing "async-profiler has no library for x86-64"
certificate
echo_server
cat >Work.java <<'JAVA'
import java.io.*; import java.lang.management.*; import java.security.*; import javax.net.ssl.*;
class Work {
  interface Unit { void once() throws Exception; }
  static Unit unit(String kind, int port) throws Exception {
    switch (kind) {
      case "other": {
        long[] numbers = new long[512];
        return () -> { for (int i = 0; i < 20_000; i++) { long x = numbers[i & 511] + i; x ^= x << 13; x ^= x >>> 7; numbers[i & 511] = x ^ x << 17; } };
      }
      case "RSA", "EC": {
        KeyPairGenerator generator = KeyPairGenerator.getInstance(kind);
        generator.initialize(kind.equals("RSA") ? 2048 : 256);
        PrivateKey key = generator.generateKeyPair().getPrivate();
        Signature signature = Signature.getInstance(kind.equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA");
        return () -> { signature.initSign(key); signature.update((byte) 1); signature.sign(); };
      }
      case "SHA-256": {
        MessageDigest digest = MessageDigest.getInstance(kind);
        byte[] data = new byte[16_000];
        return () -> digest.digest(data);
      }
      default: {
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(KeyStore.getInstance(new File("tls/trust.p12"), "changeit".toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        byte[] message = new byte[1_000];
        return () -> { socket.getOutputStream().write(message); if (socket.getInputStream().readNBytes(message, 0, 1_000) < 1_000) throw new EOFException(); };
      }
    }
  }
  static void run(String name, Unit unit, int seconds) throws Exception { // of CPU time, one minute at most
    Thread thread = new Thread(() -> {
      ThreadMXBean clock = ManagementFactory.getThreadMXBean();
      long cpu = clock.getCurrentThreadCpuTime(), user = clock.getCurrentThreadUserTime(), end = System.nanoTime() + 60_000_000_000L;
      try {
        while (clock.getCurrentThreadCpuTime() - cpu < seconds * 1_000_000_000L && System.nanoTime() < end) for (int i = 0; i < 20; i++) unit.once();
      } catch (Exception e) { e.printStackTrace(); System.exit(1); }
      System.out.println(name + " " + (clock.getCurrentThreadCpuTime() - cpu) / 1_000_000 + " " + (clock.getCurrentThreadUserTime() - user) / 1_000_000);
    }, name);
    thread.start();
    thread.join();
  }
  public static void main(String[] arguments) throws Exception {
    Unit unit = unit(arguments[0], Integer.parseInt(arguments[1]));
    run("warm", unit, 2);
    run("work", unit, 3);
    System.exit(0);
  }
}
JAVA
cat >Samples.java <<'JAVA'
import java.nio.file.*; import java.util.*; import jdk.jfr.consumer.*;
class Samples {
  public static void main(String[] arguments) throws Exception {
    Map<String, int[]> counts = new HashMap<>(); // all, and those in a native method of sockets
    try (RecordingFile file = new RecordingFile(Path.of(arguments[0]))) {
      while (file.hasMoreEvents()) {
        RecordedEvent e = file.readEvent();
        String type = e.getEventType().getName();
        if (!type.equals("jdk.ExecutionSample") && !type.equals("jdk.CPUTimeSample")) continue;
        RecordedThread thread = e.getThread(type.equals("jdk.CPUTimeSample") ? "eventThread" : "sampledThread");
        if (thread == null || !"work".equals(thread.getJavaName()) || e.getStackTrace() == null) continue;
        int[] count = counts.computeIfAbsent(type, k -> new int[2]);
        count[0]++;
        if (e.getStackTrace().getFrames().get(0).getMethod().getName().matches("(read|write)0")) count[1]++;
      }
    }
    for (String type : new String[] {"jdk.ExecutionSample", "jdk.CPUTimeSample"}) {
      int[] count = counts.getOrDefault(type, new int[2]);
      System.out.print(count[0] + " " + count[1] + " ");
    }
  }
}
JAVA
javac --release 17 -d classes Work.java Samples.java || exit 2
record() { # JAVA KIND: sets cpu and user (ms), samples, in_calls, and the same of CPUTimeSample
  local more=
  [ "$1" != "$java25" ] || more=,jdk.CPUTimeSample#enabled=true,jdk.CPUTimeSample#throttle=10ms
  "$1" -XX:+UnlockDiagnosticVMOptions -XX:+DebugNonSafepoints "-XX:StartFlightRecording:settings=profile,filename=x.jfr$more" -cp classes Work "$2" "$echo_port" >run.log 2>&1 ||
    missing "$2: $(tail -1 run.log)"
  read -r cpu user <<<"$(sed -n 's/^work //p' run.log)"
  read -r samples in_calls cpu_samples cpu_in_calls <<<"$(java -cp classes Samples x.jfr)"
  rm x.jfr
}
due() { awk "BEGIN { printf \"%.2f\", $samples * 10 / $cpu }"; }
share() { awk "BEGIN { printf \"%.2f\", $2 ? $1 / $2 : 0 }"; }
# more than one is a thread that waits for a processor: the sampler looks at the clock, not at the CPU time
for version in 17:0:0.1:0.02:0.5 25:0.6:4:0.6:4; do
  IFS=: read -r major sha_least sha_most rsa_least rsa_most <<<"$version"
  java=java$major
  record "${!java}" other
  check_between "JDK $major, samples over those due: other code" 0.6 4 "$(due)"
  record "${!java}" EC
  check_between "JDK $major: ECDSA" 0.6 4 "$(due)"
  record "${!java}" RSA
  check_between "JDK $major: RSA" "$rsa_least" "$rsa_most" "$(due)"
  record "${!java}" SHA-256
  check_between "JDK $major: SHA-256" "$sha_least" "$sha_most" "$(due)"
  record "${!java}" echo
  check_between "JDK $major, echoes: share of system calls by the kernel" 0.3 0.95 "$(share $((cpu - user)) "$cpu")"
  check "JDK $major, echoes: ExecutionSamples in socket calls" 0 "$in_calls"
done
check_between "JDK 25, echoes: share of CPUTimeSamples in socket calls" 0.3 0.95 "$(share "$cpu_in_calls" "$cpu_samples")"
"$java17" -agentpath:profiler/linux-x64/libasyncProfiler.so=start,event=ctimer,interval=5ms,threads,collapsed,file=x.collapsed -cp classes Work echo "$echo_port" >run.log 2>&1 ||
  missing "async-profiler: $(tail -1 run.log)"
check_between "JDK 17, echoes: share of async-profiler's samples in socket calls" 0.3 0.95 \
  "$(awk '/^\[work/ { all += $NF; if (/(read|write)0;/) calls += $NF } END { printf "%.2f", all ? calls / all : 0 }' x.collapsed)"
finish
