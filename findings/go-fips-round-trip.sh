#!/usr/bin/env bash
# Guess:  Go's FIPS mode (GODEBUG=fips140=on) offers fewer groups and suites; a handshake costs a little more.
# So:     Its CPU is the same, but Go sends a key share only for X25519MLKEM768 and, beside it, for x25519, which FIPS mode takes
#         away. So the first key share is one that servers without post-quantum groups (OpenSSL up to 3.4, Java up to 26)
#         cannot use: they ask for another, which is a round trip more in each new connection, a resumed one too, and 1.4 KB of
#         ClientHello in vain. The connection ends up with P-256.
#         With CurvePreferences = P-256 alone there is one round trip again.
# Seen:   29 November 2026, Go 1.26.8 against OpenSSL 3.0 (Python's ssl): off: shares X25519MLKEM768 and x25519, 1,506 bytes, one
#         ClientHello; on: X25519MLKEM768 alone, 1,446 bytes, two of them, and two again in a resumed connection; P-256 alone: one.
#         CPU of both ends for a full handshake, both in Go, loaded machine: 2.0 to 2.8 ms off, 2.1 to 2.6 on.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need go
certificate
go version | grep -qE 'go1\.(2[4-9]|[3-9][0-9])' || missing "needs Go 1.24 or newer, which has the FIPS mode; this is $(go version)"
mkdir program
printf 'module findings\n\ngo 1.24\n' >program/go.mod
cat >program/main.go <<'GO'
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"os"
)

func main() {
	pem, _ := os.ReadFile("tls/ca.pem")
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	config := &tls.Config{RootCAs: roots, ServerName: "localhost", ClientSessionCache: tls.NewLRUClientSessionCache(0)}
	if len(os.Args) > 2 {
		config.CurvePreferences = []tls.CurveID{tls.CurveP256}
	}
	for i := 0; i < 2; i++ { // the second is resumed
		c, err := tls.Dial("tcp", "127.0.0.1:"+os.Args[1], config)
		if err == nil {
			c.Write([]byte("hello"))
			_, err = io.ReadFull(c, make([]byte, 5))
			c.Close()
		}
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
}
GO
(cd program && GOFLAGS=-mod=mod GOTOOLCHAIN=local go build -o ../client .) >build.log 2>&1 || missing "go build failed: $(tail -1 build.log)"
# the groups of a server without post-quantum ones, whatever this machine's OpenSSL has
printf '%s\n' 'openssl_conf = init' '[init]' 'ssl_conf = ssl' '[ssl]' 'system_default = defaults' '[defaults]' 'Groups = X25519:P-256' >groups.cnf
OPENSSL_CONF="$W/groups.cnf" echo_server
relay "$echo_port"
seen() { # MODE OPTION...: shares and bytes of the first ClientHello, the group, and how many ClientHellos; then those of the resumed one
  rm -f wire.jsonl
  GODEBUG=fips140=$1 ./client "$relay_port" "${@:2}" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  wire '"; ".join("%s %d %s %s%d" % ("+".join(c["hello"]["shares"]), c["hello"]["bytes"], c["server"]["group"], "resumed " if c["resumed"] else "",
    sum(kind == 22 for kind, _ in client(c))) for c in lines)'
}
echo "  $(go version)"
show() { # WHAT SEEN SHARES GROUP HELLOS
  local shares bytes group hellos rest
  IFS='; ' read -r shares bytes group hellos rest <<<"$2"
  check "$1: key shares of the first ClientHello" "$3" "$shares"
  echo "  its bytes: $bytes"
  check "group in the end" "$4" "$group"
  check "ClientHellos" "$5" "$hellos"
  check "ClientHellos of a resumed connection" "resumed $5" "$(sed -E 's/.* (resumed [0-9]+)$/\1/' <<<"$rest")"
}
show "fips140=off" "$(seen off)" X25519MLKEM768+x25519 x25519 1
show "fips140=on" "$(seen on)" X25519MLKEM768 secp256r1 2
show "fips140=on, P-256 alone" "$(seen on p256)" secp256r1 secp256r1 1
finish
