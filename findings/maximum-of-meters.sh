#!/usr/bin/env bash
# Guess:  the maximum that a Java program's meters show is the longest request that there was: the one TLS handshake of 5 s
#         among 100,000 exchanges is in it.
# So:     Not in Dropwizard's Timer, whose snapshot is of 1,028 values drawn by lot: its maximum has it in about one of
#         hundred trials. Micrometer's Timer has it, and forgets it within three minutes, 0 if nothing came since. Counts
#         and, in Micrometer, the total time go on.
# Seen:   30 November 2026, metrics-core 4.2.37, micrometer-core 1.16.0 with a clock that is set by hand: in 1 of 100 trials,
#         twice; 5,000 ms, then 0.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java
jars jars io.dropwizard.metrics:metrics-core:4.2.37 io.micrometer:micrometer-core:1.16.0
cat >Maximum.java <<'JAVA'
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;

class Maximum {
  static long now = 1_000_000; // ms

  public static void main(String[] arguments) {
    int shown = 0;
    for (int trial = 0; trial < 100; trial++) {
      var timer = new com.codahale.metrics.Timer();
      for (int i = 0; i < 100_000; i++) timer.update(i == 20_000 ? 5000 : 1, TimeUnit.MILLISECONDS);
      if (timer.getSnapshot().getMax() == 5_000_000_000L) shown++;
    }
    Clock hand = new Clock() {
      public long wallTime() { return now; }
      public long monotonicTime() { return now * 1_000_000; }
    };
    var timer = new SimpleMeterRegistry(SimpleConfig.DEFAULT, hand).timer("requests");
    for (int i = 0; i < 100_000; i++) timer.record(i == 20_000 ? 5000 : 1, TimeUnit.MILLISECONDS);
    double first = timer.max(TimeUnit.MILLISECONDS);
    now += 180_000;
    System.out.printf(java.util.Locale.ROOT, "%d %.0f %.0f %.0f%n", shown, first, timer.max(TimeUnit.MILLISECONDS),
        timer.totalTime(TimeUnit.MILLISECONDS));
  }
}
JAVA
read -r shown first later total < <(java -cp 'jars/*' Maximum.java 2>java.log)
check_between "Dropwizard: trials of 100 in which the maximum has the one of 5 s" 0 10 "$shown"
check "Micrometer: the maximum, ms" 5000 "$first"
check "three minutes later" 0 "$later"
check "and the total" 104999 "$total"
finish
