#!/usr/bin/env bash
# Guess:  the context switches of a process, and its time on the processor in /proc/PID/schedstat, are those of all its threads, as its
#         CPU time in /proc/PID/stat is.
# So:     They are those of its first thread. So `pidstat -w` and psutil's num_ctx_switches() show next to nothing of a server
#         whose work is in other threads, while pidstat's column %CPU and psutil's cpu_times() show all; getrusage,
#         and so GNU time, has the switches of all threads, too, but only when the process has ended.
# Seen:   30 November 2026, Linux 6.18, memcached 1.6.18 with four threads, sysstat 12.6.1, psutil 7.1.3; 20,000 requests over
#         TLS: 13,705 context switches, of which /proc/PID/status and psutil have 0.2 percent and pidstat none; schedstat 3
#         percent of the CPU time, psutil's cpu_times() 96.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
chmod -R a+rX tls
debian memcached libevent-2.1-7 sysstat
python_with psutil psutil==7.1.3
port=$(free_port)
cat >run.py <<'PYTHON'
import glob, os, psutil, re, socket, ssl, subprocess, sys, threading, time
port = int(sys.argv[1])
server = subprocess.Popen(sys.argv[2:])
process = psutil.Process(server.pid)
context = ssl.create_default_context(cafile="tls/ca.pem")
def connect():
    for _ in range(100):
        try: return context.wrap_socket(socket.create_connection(("127.0.0.1", port)), server_hostname="localhost")
        except ConnectionRefusedError: time.sleep(0.1)
connections = [connect() for _ in range(8)]
def switches(path): return sum(map(int, re.findall(r"ctxt_switches:\s*(\d+)", open(path).read())))
def seconds(path): return int(open(path).read().split()[0]) / 1e9
pidstat = subprocess.Popen(["pidstat", "-w", "-p", str(server.pid), "6", "1"], stdout=subprocess.PIPE, text=True, env=dict(os.environ, LC_ALL="C"))
time.sleep(0.5)
def work(c):
    c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    for _ in range(2500):
        c.sendall(b"get none\r\n")
        c.recv(100)
threads = [threading.Thread(target=work, args=(c,)) for c in connections]
for t in threads: t.start()
for t in threads: t.join()
rates = [line.split() for line in pidstat.communicate()[0].splitlines() if line.startswith("Average") and line.split()[2].isdigit()][0]
print("pidstat", round(6 * (float(rates[3]) + float(rates[4]))))
print("psutil", sum(process.num_ctx_switches()))
print("first", switches(f"/proc/{server.pid}/status"))
print("all", sum(switches(p) for p in glob.glob(f"/proc/{server.pid}/task/*/status")))
cpu = sum(seconds(p) for p in glob.glob(f"/proc/{server.pid}/task/*/schedstat"))
print("schedstat", seconds(f"/proc/{server.pid}/schedstat") / cpu)
print("cpu_times", sum(process.cpu_times()[:2]) / cpu)
server.terminate()
usage = os.wait4(server.pid, 0)[2]
print("getrusage", usage.ru_nvcsw + usage.ru_nivcsw)
PYTHON
as_nobody=()
[ "$(id -u)" != 0 ] || { need setpriv && as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups); } # memcached refuses to run as root
psutil/bin/python run.py "$port" ${as_nobody[@]:+"${as_nobody[@]}"} memcached -t 4 -l 127.0.0.1 -p "$port" -Z -o "ssl_chain_cert=$W/tls/server.pem,ssl_key=$W/tls/server.key" >run.txt 2>run.err ||
  missing "the trial failed: $(tail -1 run.err)"
of() { sed -n "s/^$1 //p" run.txt; }
share() { awk -v a="$(of "$1")" -v b="$(of all)" 'BEGIN { printf "%.3f", a / b }'; }
echo "  20,000 requests over TLS, memcached with four threads; context switches of all its threads: $(of all)"
check_between "context switches of all threads" 10000 100000 "$(of all)"
check_between "share that /proc/PID/status has" 0 0.1 "$(share first)"
check_between "that psutil's num_ctx_switches() has" 0 0.1 "$(share psutil)"
check_between "that pidstat -w has" 0 0.1 "$(share pidstat)"
check_between "that getrusage has, at its end" 0.9 1.2 "$(share getrusage)"
check_between "share of the CPU time that /proc/PID/schedstat has" 0 0.2 "$(of schedstat)"
check_between "that psutil's cpu_times() has" 0.8 1.2 "$(of cpu_times)"
finish
