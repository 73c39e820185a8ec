#!/usr/bin/env bash
# Guess:  user and system time of a process, as wait4, `time` and GNU time say, are measured: a process that is in system
#         calls only has system time.
# So:     Their sum is measured, the split is drawn by lot: Linux looks 250 (or 100, or 1,000) times a second what a process
#         does just then. One that ends before such a moment has everything in user time. 100 processes of some ms each that
#         read /dev/zero and do nothing else show mostly user time; the same reads in one process are system time. So who
#         compares a short `redis-cli --tls` with a plain one, or servers with a process for each connection, may add user
#         and system time, and may not say which of the two TLS has made dearer.
# Seen:   29 November 2026, Linux 6.18 with CONFIG_TICK_CPU_ACCOUNTING and 250 Hz, share of system time:
#         0.79 to 0.83 of two processes of 130 to 170 ms, 0.24 to 0.28 of 500 processes of 1.2 to 1.6 ms (three runs); 0.99
#         and 0.2 on another machine of the kind.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
grep -q nohz_full /proc/cmdline && missing "the kernel has nohz_full, with which it measures both"
cat >share.py <<'PYTHON'
import os, sys
processes, reads = int(sys.argv[1]), int(sys.argv[2])
zero = os.open("/dev/zero", os.O_RDONLY)
buffer = bytearray(65536)
user = system = 0
for _ in range(processes):
    child = os.fork()
    if not child:
        for _ in range(reads): os.readv(zero, [buffer])
        os._exit(0)
    usage = os.wait4(child, 0)[2]
    user, system = user + usage.ru_utime, system + usage.ru_stime
print(system / (user + system), (user + system) / processes * 1000)
PYTHON
read -r long long_ms < <(python3 share.py 2 50000)
read -r short short_ms < <(python3 share.py 500 100)
echo "  ms of CPU time of a process: $long_ms and $short_ms"
check_between "share of system time, two processes with 50,000 reads each" 0.7 1 "$long"
check_between "share of system time, 500 processes with 100 reads each" 0 0.5 "$short"
finish
