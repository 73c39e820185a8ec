#!/usr/bin/env bash
# Guess:  the largest resident memory of a process that wait4, `ru_maxrss` or Go's ProcessState say is that process' own.
# So:     It is at least that of the process that started it. Linux counts the memory of the copy, or of the shared one,
#         that exists before the new program is loaded, and does not begin anew with it. So a `redis-cli --tls` that is
#         started by a harness of 300 MB has needed 300 MB, with TLS as without, and a difference of 2 MB is not seen.
#         With a shell or GNU time in between it is the truth. VmHWM in /proc is the truth, too.
# Seen:   30 November 2026, Linux 6.18, Python 3.11, Go 1.26.8, redis-cli 7.0.15: 13 MB, and 306 when a Python of 300 MB
#         starts it; Go 10 and 295; 13 with a small process in between.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 go
certificate
redis_server
cat >run.py <<'PYTHON'
import os, subprocess, sys
ballast = bytearray(int(sys.argv[1]) * 1_000_000)
for at in range(0, len(ballast), 4096): ballast[at] = 1
child = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL)
print(os.wait4(child.pid, 0)[2].ru_maxrss // 1000)
PYTHON
cat >run.go <<'GO'
package main
import ("fmt"; "os"; "os/exec"; "strconv"; "syscall")
func main() {
  size, _ := strconv.Atoi(os.Args[1])
  ballast := make([]byte, size*1000000)
  for i := 0; i < len(ballast); i += 4096 { ballast[i] = 1 }
  command := exec.Command(os.Args[2], os.Args[3:]...)
  if err := command.Run(); err != nil { panic(err) }
  fmt.Println(command.ProcessState.SysUsage().(*syscall.Rusage).Maxrss/1000, len(ballast))
}
GO
go build -o run run.go 2>go.log || missing "go could not build: $(tail -1 go.log)"
client=(redis-cli -h 127.0.0.1 -p "$redis_port" --tls --cacert tls/ca.pem ping)
by_go() { ./run "$@" | cut -d' ' -f1; }
check_between "MB of redis-cli --tls, started by Python" 3 30 "$(python3 run.py 0 "${client[@]}")"
check_between "started by Python with 300 MB more" 300 350 "$(python3 run.py 300 "${client[@]}")"
check_between "the same without TLS" 300 350 "$(python3 run.py 300 redis-cli -h 127.0.0.1 -p "$plain_port" ping)"
check_between "started by Go" 3 30 "$(by_go 0 "${client[@]}")"
check_between "started by Go with 300 MB more" 280 350 "$(by_go 300 "${client[@]}")"
# A small process in between: its own child has nothing of the large one.
check_between "Python, 300 MB, a small Python in between" 3 30 \
  "$(python3 -c "import subprocess, sys; x = bytearray(b'1' * 300_000_000); print(subprocess.run(sys.argv[1:], capture_output=True, text=True).stdout)" \
    python3 run.py 0 "${client[@]}")"
finish
