#!/usr/bin/env bash
# Guess:  A pause of 100 us takes 100 us and some, in Go as in Python or Java, and `hey -q 4000` sends 4,000 requests a second by each worker.
# So:     1.02 ms and more in Go on Linux: when nothing else is to be done, its scheduler waits in epoll, whose time-out is in whole
#         milliseconds. A Ticker of 100 us gives fewer than 1,000 ticks a second and drops the others, and so hey's `-q` ends there,
#         without a word and far below what its worker reaches without a limit: a rate that is asked for is not the one that was
#         measured, and its pauses are other ones. Thread.sleep(0, 100_000) of Java 17 takes 1 ms, too, as it is rounded up; parkNanos,
#         Java 25 and Python do not.
# Seen:   30 November 2026, Go 1.26.8, hey 0.1.4, JDK 17.0.15, 25, Python 3.11, the shortest of 500 pauses: Go 1,016 us, Python 119, JDK 17 1,029 and
#         parkNanos 122, JDK 25 127; hey -q 4000 1,150 and 1,300 requests a second, without a limit 8,000; -q 1000 670 to 780, on a loaded machine.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go python3 java
mkdir go
printf 'module findings\n\ngo 1.26\n' >go/go.mod
cat >go/main.go <<'GO'
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"time"
)

func main() {
	if os.Args[1] == "serve" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			panic(err)
		}
		fmt.Println("port", l.Addr().(*net.TCPAddr).Port)
		panic(http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok")) })))
	}
	shortest := time.Hour
	for i := 0; i < 500; i++ {
		begin := time.Now()
		time.Sleep(100 * time.Microsecond)
		shortest = min(shortest, time.Since(begin))
	}
	ticker, begin, ticks := time.NewTicker(100*time.Microsecond), time.Now(), 0
	for time.Since(begin) < 2*time.Second {
		<-ticker.C
		ticks++
	}
	fmt.Println(shortest.Microseconds(), ticks/2)
}
GO
(cd go && GOTOOLCHAIN=local go build -o ../program .) >go.log 2>&1 || missing "go build failed: $(tail -1 go.log)"
cat >Pauses.java <<'JAVA'
import java.util.concurrent.locks.LockSupport;
class Pauses {
  public static void main(String[] arguments) throws Exception {
    long park = Long.MAX_VALUE, sleep = Long.MAX_VALUE;
    for (int i = 0; i < 500; i++) {
      long begin = System.nanoTime();
      LockSupport.parkNanos(100_000);
      long middle = System.nanoTime();
      Thread.sleep(0, 100_000);
      sleep = Math.min(sleep, System.nanoTime() - middle);
      park = Math.min(park, middle - begin);
    }
    System.out.println(park / 1000 + " " + sleep / 1000);
  }
}
JAVA
java25=$(java_of 25 25.0.2.1) || exit 2
debian hey
read -r go ticks < <(./program pauses)
check_between "Go: the shortest of 500 pauses of 100 us" 900 3000 "$go"
check_between "ticks in a second of a Ticker of 100 us" 50 1150 "$ticks"
check_between "Python: the shortest" 100 800 "$(python3 -c '
import time
def pause():
    begin = time.perf_counter()
    time.sleep(0.0001)
    return time.perf_counter() - begin
print(int(min(pause() for _ in range(500)) * 1e6))')"
read -r park sleep < <(java Pauses.java)
check_between "$(java -version 2>&1 | sed -n '1s/ .*"\(.*\)".*/ \1/p'): parkNanos" 100 800 "$park"
echo "  its Thread.sleep(0, 100_000): $sleep"
read -r park sleep < <("$java25" Pauses.java)
check_between "Java 25: Thread.sleep(0, 100_000)" 100 800 "$sleep"
start server ./program serve
wait_for server.log '^port '
rate() { hey -z 3s -c 1 "$@" "http://127.0.0.1:$(port_in server.log port)/" | awk '/Requests\/sec/ { print $2 }'; }
free=$(rate)
limited=$(rate -q 4000)
check_between "hey, one worker, no limit: requests in a second" 2000 100000 "$free"
check_between "hey -q 4000" 50 1800 "$limited"
finish
