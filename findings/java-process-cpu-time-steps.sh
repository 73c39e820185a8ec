#!/usr/bin/env bash
# Guess:  OperatingSystemMXBean.getProcessCpuTime(), whose result is in nanoseconds, tells a difference of a millisecond.
# So:     It moves in steps of 10 ms, as it counts the kernel's clock ticks, and so do ThreadMXBean's getCurrentThreadUserTime()
#         and getThreadUserTime(): 1,000 TLS exchanges that take 9 ms of CPU have taken 0 or 10. A thread's CPU time, with
#         user and system time together, is exact to less than a microsecond. In other languages the same question is answered
#         in microseconds or better, but for Python's os.times() and psutil, which count ticks, too.
# Seen:   30 November 2026, OpenJDK 17.0.15 and 25.0.2, Linux 6.18 with 100 ticks in a second, Python 3.11, psutil 7.1.3, Node 20: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node python3
python_with psutil psutil==7.1.3
java25=$(java_of 25 25.0.2.1) || exit 2
cat >Steps.java <<'JAVA'
import java.lang.management.ManagementFactory;
class Steps {
  interface Clock { long now() throws Exception; }
  static void of(String name, Clock clock) throws Exception {
    long least = Long.MAX_VALUE, end = System.nanoTime() + 1_000_000_000, last = clock.now();
    int asked = 0;
    while (System.nanoTime() < end) {
      long now = clock.now();
      if (now > last) least = Math.min(least, now - last);
      last = now;
      asked++;
    }
    System.out.println(name + " " + least + " " + 1e9 / asked);
  }
  public static void main(String[] arguments) throws Exception {
    var process = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var threads = ManagementFactory.getThreadMXBean();
    of("process", process::getProcessCpuTime);
    of("thread", threads::getCurrentThreadCpuTime);
    of("user", threads::getCurrentThreadUserTime);
  }
}
JAVA
javac -d . Steps.java || missing "javac failed"
cat >steps.py <<'PYTHON'
import os, psutil, resource, time
self = psutil.Process()
def of(name, clock):
    least, last, end = 1e9, clock(), time.monotonic() + 1
    while time.monotonic() < end:
        now = clock()
        if now > last: least = min(least, now - last)
        last = now
    print(name, round(least * 1e9))
of("process_time", time.process_time)
of("getrusage", lambda: sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
of("os.times", lambda: sum(os.times()[:2]))
of("psutil", lambda: sum(self.cpu_times()[:2]))
PYTHON
cat >steps.js <<'JS'
const clock = () => { const u = process.cpuUsage(); return u.user + u.system; };
let least = 1e9, last = clock();
for (const end = Date.now() + 1000; Date.now() < end;) { const now = clock(); if (now > last) least = Math.min(least, now - last); last = now; }
console.log("cpuUsage", least * 1000);
JS
step() { sed -nE "s/^$1 ([0-9]+).*/\1/p" "$2"; }
java Steps >17.txt && "$java25" Steps >25.txt && psutil/bin/python steps.py >python.txt && node steps.js >node.txt || missing "a program failed"
for version in 17 25; do
  check "JDK $version, getProcessCpuTime(), smallest step in ns" 10000000 "$(step process $version.txt)"
  check_between "getCurrentThreadCpuTime()" 1 100000 "$(step thread $version.txt)"
  check "getCurrentThreadUserTime()" 10000000 "$(step user $version.txt)"
done
check_between "Python, process_time()" 1 100000 "$(step process_time python.txt)"
check_between "Python, getrusage" 1 100000 "$(step getrusage python.txt)"
check_between "Python, os.times()" 9900000 10100000 "$(step os.times python.txt)"
check_between "psutil, cpu_times()" 9900000 10100000 "$(step psutil python.txt)"
check_between "Node, cpuUsage()" 1 100000 "$(step cpuUsage node.txt)"
finish
