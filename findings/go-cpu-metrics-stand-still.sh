#!/usr/bin/env bash
# Guess:  Go's own figure for CPU time, /cpu/classes/user:cpu-seconds of runtime/metrics, which Prometheus' client for Go exports, says after
#         three seconds of TLS exchanges about what the kernel says.
# So:     It has not moved, and neither has /cpu/classes/total: they are brought up to date at garbage collections only, and a client or
#         server that keeps its connections and its buffers leaves no garbage in Go's TLS: tens of thousands of exchanges without a
#         collection. With a collection forced before and after, it shows the CPU time within a third or so, in which waiting for the
#         processor counts, and `total` is the wall time times the number of processors.
# Seen:   29 November 2026, Go 1.26.8, exchanges of 100 bytes, 1 KB and 16 KB for 3 s with an echo server, on a loaded machine: getrusage
#         0.8, 0.5, 1.1 s, the metrics 0, 0, 0; with collections 0.48, 0.83, 0.85 and 0.53, 0.78, 1.10.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go python3
certificate
echo_server
mkdir program
printf 'module findings\n\ngo 1.26\n' >program/go.mod
cat >program/main.go <<'GO'
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"syscall"
	"time"
)

// Of the kernel: seconds. Of the runtime: seconds of the classes user and total, collections.
func read() (kernel, user, total, collections float64) {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	s := []metrics.Sample{{Name: "/cpu/classes/user:cpu-seconds"}, {Name: "/cpu/classes/total:cpu-seconds"}, {Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(s)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9, s[0].Value.Float64(), s[1].Value.Float64(), float64(s[2].Value.Uint64())
}

// Arguments: port, bytes of a message, "gc" for a collection before and after.
func main() {
	pem, _ := os.ReadFile("tls/ca.pem")
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	size, _ := strconv.Atoi(os.Args[2])
	collect := func() {
		if len(os.Args) > 3 {
			runtime.GC()
		}
	}
	c, err := tls.Dial("tcp", "127.0.0.1:"+os.Args[1], &tls.Config{RootCAs: roots, ServerName: "localhost"})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	message := make([]byte, size)
	collect()
	kernel, user, total, collections := read()
	count := 0
	for begin := time.Now(); time.Since(begin) < 3*time.Second; count++ {
		c.Write(message)
		io.ReadFull(c, message)
	}
	collect()
	kernel2, user2, total2, collections2 := read()
	fmt.Printf("%d %.2f %.2f %.2f %.0f\n", count, kernel2-kernel, user2-user, total2-total, collections2-collections)
}
GO
(cd program && GOTOOLCHAIN=local go build -o ../client .) >build.log 2>&1 || missing "go build failed: $(tail -1 build.log)"
export GOMAXPROCS=2
for size in 100 1000 16000; do
  read -r count kernel user total collections < <(./client "$echo_port" "$size")
  echo "  $count exchanges of $size bytes: the kernel counts $kernel s, the metrics $user s of $total"
  check_between "exchanges" 2000 1000000 "$count"
  check_between "seconds of CPU, the kernel's" 0.1 6 "$kernel"
  check "the metrics' user and total, collections" "0.00 0.00 0" "$user $total $collections"
done
read -r count kernel user total collections < <(./client "$echo_port" 1000 gc)
check_between "with a collection before and after: the metric over the kernel's figure" 0.5 2.5 "$(awk "BEGIN { print $user / $kernel }")"
check_between "the metrics' total: wall time of two processors" 5.9 6.6 "$total"
finish
