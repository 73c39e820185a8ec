#!/usr/bin/env bash
# Guess:  A client of PostgreSQL that is in a runtime makes a connection for its first query, and more when there are more at once.
# So:     Bun's SQL makes all ten of its pool at the first query: ten full TLS handshakes and ten proofs of the password for one SELECT, and
#         not one more for a hundred at once. With `max: 1` it makes one, and the hundred go over it in a few records. So a script that
#         runs one query costs the server ten new connections.
# Seen:   29 November 2026, Bun 1.4.4, PostgreSQL 18.1, node-postgres (pg 8.16.3) and its Pool in Bun beside it: 10, 10, 1, and 1 for the Pool.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
node_with bun@1.4.4 pg@8.16.3
postgres_server 18.1.0
relay "$postgres_port"
cat >client.js <<'JS'
import { SQL } from 'bun'
import { readFileSync } from 'fs'
import { Pool } from 'pg'
const [port, what, count] = process.argv.slice(2)
const ca = readFileSync('tls/ca.pem', 'utf8')
const url = `postgres://postgres:secret@localhost:${port}/postgres`
if (what === 'pg') {
  const pool = new Pool({ connectionString: url, ssl: { ca } })
  await pool.query('SELECT 1')
  await pool.end()
} else {
  const sql = new SQL({ url, tls: { ca }, ...(what === 'one' ? { max: 1 } : {}) })
  await Promise.all(Array.from({ length: +count }, (_, i) => sql`SELECT ${i}::int`))
  await Bun.sleep(2000) // all handshakes have ended
  await sql.close()
}
await Bun.sleep(300)
process.exit()
JS
seen() { # CLIENT QUERIES EXPRESSION
  rm -f wire.jsonl
  timeout 60 node_modules/.bin/bun client.js "$relay_port" "$1" "$2" >client.log 2>&1 || missing "the client failed: $(tail -1 client.log)"
  wire "$3"
}
connections='len(lines), "full", sum(c["resumed"] is False for c in lines)'
check "one SELECT with Bun's SQL: connections" "10 full 10" "$(seen SQL 1 "$connections")"
check "a hundred at once" "10 full 10" "$(seen SQL 100 "$connections")"
check "with max: 1, a hundred at once" "1 full 1" "$(seen one 100 "$connections")"
check_between "records of the client in that connection, from handshake to end" 5 20 "$(wire 'sum(kind == 23 for kind, size in client(lines[0]))')"
check "one SELECT with a Pool of pg in Bun: connections" "1 full 1" "$(seen pg 1 "$connections")"
finish
