#!/usr/bin/env bash
# Guess:  A profiler with a timer of CPU time for each thread sees all threads as they use the processor: better than one
#         timer of the whole process, whose signals go to one thread at a time.
# So:     A thread that ends before it has used an interval has no sample, since its timer never expired. A program that
#         makes each handshake in a thread of its own (drivers start such threads for each client) spends half of its CPU
#         where the profile has next to nothing; JDK 25's own jdk.CPUTimeSample has hardly more. One timer of the process
#         sees both as they are: the kernel looks at it at its ticks, and the running thread gets the signal.
# Seen:   29 November 2026, x86-64, a kernel of 250 Hz, two processors, async-profiler 4.4, OpenJDK 17.0.15 (25.0.3). Key
#         agreements (x25519), one in each of 4,000 threads that use 0.33 ms, and as much CPU in one thread. Samples of the
#         threads over those of the one: a timer for each thread (ctimer) 0.00 (0.00), jdk.CPUTimeSample (0.00), one timer of
#         the process (itimer) 1.03 (1.08).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac unzip
java17=$(java_of 17 17.0.9.2) && java25=$(java_of 25 25.0.2.1) || exit 2
"$java25" --list-modules | grep -q '^jdk.jfr' || missing "needs a Java 25 with the module jdk.jfr in JAVA_25_HOME or /usr/lib/jvm"
jars profiler tools.profiler:async-profiler:4.4
unzip -qo profiler/async-profiler-4.4.jar 'linux-x64/*' -d profiler || missing "async-profiler has no library for x86-64"
cat >Work.java <<'JAVA'
import java.lang.management.*; import java.security.*; import javax.crypto.KeyAgreement;
class Work {
  static long agree() { // one key share and one agreement; CPU time of it, ns
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    long begin = clock.getCurrentThreadCpuTime();
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("X25519");
      KeyPair own = generator.generateKeyPair();
      KeyAgreement agreement = KeyAgreement.getInstance("X25519");
      agreement.init(own.getPrivate());
      agreement.doPhase(own.getPublic(), true);
      agreement.generateSecret();
    } catch (GeneralSecurityException e) { throw new IllegalStateException(e); }
    return clock.getCurrentThreadCpuTime() - begin;
  }
  public static void main(String[] arguments) throws Exception {
    for (int i = 0; i < 2_000; i++) agree(); // compiled
    long[] used = new long[1];
    for (int i = 0; i < 4_000; i++) {
      Thread thread = new Thread(() -> used[0] += agree(), "short");
      thread.start();
      thread.join();
    }
    long[] usedByOne = new long[1];
    Thread one = new Thread(() -> { while (usedByOne[0] < used[0]) usedByOne[0] += agree(); }, "long");
    one.start();
    one.join();
    System.out.println("us of a short thread " + used[0] / 4_000_000);
  }
}
JAVA
cat >Samples.java <<'JAVA'
import java.nio.file.*; import jdk.jfr.consumer.*;
class Samples {
  public static void main(String[] arguments) throws Exception {
    int many = 0, one = 0;
    try (RecordingFile file = new RecordingFile(Path.of(arguments[0]))) {
      while (file.hasMoreEvents()) {
        RecordedEvent e = file.readEvent();
        if (!e.getEventType().getName().equals(arguments[1])) continue;
        RecordedThread thread = e.getThread(arguments[1].equals("jdk.CPUTimeSample") ? "eventThread" : "sampledThread");
        if (thread == null) continue;
        if ("short".equals(thread.getJavaName())) many++;
        if ("long".equals(thread.getJavaName())) one++;
      }
    }
    System.out.printf("%.2f%n", one == 0 ? Double.NaN : (double) many / one);
  }
}
JAVA
javac --release 17 -d classes Work.java Samples.java || exit 2
seen() { # JAVA EVENT OPTION...: samples of the short threads over those of the long one, in $ratio
  local java=$1 event=$2
  shift 2
  "$java" "$@" -cp classes Work >run.log 2>&1 || missing "$*: $(tail -1 run.log)"
  ratio=$("$java25" -cp classes Samples x.jfr "$event")
  rm x.jfr
  echo "  $(grep -o 'us of a short thread.*' run.log)"
}
agent=-agentpath:profiler/linux-x64/libasyncProfiler.so=start,interval=1ms,jfr,file=x.jfr
for java in java17 java25; do
  seen "${!java}" jdk.ExecutionSample "$agent,event=ctimer"
  check_between "$java, a timer for each thread, 1 ms" 0 0.35 "$ratio"
  seen "${!java}" jdk.ExecutionSample "$agent,event=itimer"
  check_between "$java, one timer of the process, 1 ms" 0.7 1.5 "$ratio"
done
seen "$java25" jdk.CPUTimeSample -XX:StartFlightRecording:filename=x.jfr,jdk.CPUTimeSample#enabled=true,jdk.CPUTimeSample#throttle=1ms
check_between "java25, jdk.CPUTimeSample, 1 ms" 0 0.35 "$ratio"
finish
