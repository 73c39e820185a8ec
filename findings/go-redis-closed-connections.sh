#!/usr/bin/env bash
# Guess:  go-redis' pool looks whether a connection is still open before it uses it, with TLS as without; and it sends a command again up to
#         three times, so nobody notices that a server closes idle connections.
# So:     Without TLS only: the pool looks at the socket, and over TLS it leaves that out. So the first command over a connection that the
#         server has closed (its `timeout`, a restart, a proxy's limit for idle connections) fails, and is sent again on the next
#         connection of the pool, which may be closed as well. A pool with eight that were closed while they were idle gives two errors,
#         "EOF", with all defaults, and with MaxRetries -1 each closed connection gives one; without TLS there is none.
# Seen:   29 November 2026, go-redis 9.23.0, Redis 7.0.15 with `timeout 1`: as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go
certificate
redis_server --timeout 1
go_redis_program client tls/ca.pem strconv sync time <<'GO'
// Arguments: port, plain or tls, connections that the pool has at first, MaxRetries (0: the default).
func main() {
	connections, _ := strconv.Atoi(os.Args[3])
	retries, _ := strconv.Atoi(os.Args[4])
	options := &redis.Options{Addr: "localhost:" + os.Args[1], MaxRetries: retries}
	if os.Args[2] == "tls" {
		options.TLSConfig = &tls.Config{RootCAs: roots}
	}
	r := redis.NewClient(options)
	defer r.Close()
	ctx := context.Background()
	var group sync.WaitGroup
	for i := 0; i < connections; i++ { // as many at once
		group.Add(1)
		go func() {
			defer group.Done()
			r.BLPop(ctx, time.Second, "nothing")
		}()
	}
	group.Wait()
	before := r.PoolStats().TotalConns
	time.Sleep(5 * time.Second) // the server closes them
	seen := fmt.Sprint(before, " connections:")
	for i := 0; i < 4; i++ {
		if err := r.Ping(ctx).Err(); err == nil {
			seen += " answered"
		} else {
			seen += " " + err.Error()
		}
	}
	fmt.Println(seen)
}
GO
fine="answered answered answered answered"
check "plain, one connection, retries by default" "1 connections: $fine" "$(./client "$plain_port" plain 1 0 2>/dev/null)"
check "TLS" "1 connections: $fine" "$(./client "$redis_port" tls 1 0 2>/dev/null)"
check "plain, no retries" "1 connections: $fine" "$(./client "$plain_port" plain 1 -1 2>/dev/null)"
check "TLS" "1 connections: EOF answered answered answered" "$(./client "$redis_port" tls 1 -1 2>/dev/null)"
check "plain, eight connections, retries by default" "8 connections: $fine" "$(./client "$plain_port" plain 8 0 2>/dev/null)"
check "TLS" "8 connections: EOF EOF answered answered" "$(./client "$redis_port" tls 8 0 2>/dev/null)"
finish
