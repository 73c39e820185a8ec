#!/usr/bin/env bash
# Guess:  Go's own figure for CPU time, /cpu/classes/user:cpu-seconds of runtime/metrics, which Prometheus' client for Go can export, says after
#         seconds of TLS exchanges about what the kernel says.
# So:     It has not moved, and neither has /cpu/classes/total: they are brought up to date at garbage collections only, and a client or
#         server that keeps its connections and its buffers leaves hardly any garbage in Go's TLS: 20,000 exchanges, and mostly 100,000,
#         without a collection. With one forced before and after, the figure is the kernel's or more, as waiting for a processor
#         counts in it, and `total` is the wall time times the number of processors.
# Seen:   29 November 2026, Go 1.26.8, 20,000 exchanges of 100 bytes, 1 KB and 16 KB with an echo server, on a loaded machine: as below.
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
	begin := time.Now()
	for i := 0; i < 20000; i++ {
		c.Write(message)
		io.ReadFull(c, message)
	}
	wall := time.Since(begin).Seconds()
	collect()
	kernel2, user2, total2, collections2 := read()
	fmt.Printf("%.2f %.2f %.2f %.2f %.0f\n", wall, kernel2-kernel, user2-user, total2-total, collections2-collections)
}
GO
(cd program && GOTOOLCHAIN=local go build -o ../client .) >build.log 2>&1 || missing "go build failed: $(tail -1 build.log)"
export GOMAXPROCS=2
for size in 100 1000 16000; do
  read -r wall kernel user total collections < <(./client "$echo_port" "$size")
  echo "  20000 exchanges of $size bytes: the kernel counts $kernel s, the metrics $user s of $total"
  check_between "seconds of CPU, the kernel's" 0.1 6 "$kernel"
  check "the metrics' user and total, collections" "0.00 0.00 0" "$user $total $collections"
done
read -r wall kernel user total collections < <(./client "$echo_port" 1000 gc)
check_between "with a collection before and after: the metric over the kernel's figure" 0.5 4 "$(awk "BEGIN { print $user / $kernel }")"
check_between "the metrics' total over the wall time of two processors" 0.9 1.1 "$(awk "BEGIN { print $total / $wall / 2 }")"
finish
