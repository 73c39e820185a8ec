#!/usr/bin/env bash
# Guess:  The first query of a new process is one connection to PostgreSQL, so one TLS handshake, whatever library lies above the driver.
# So:     With Sequelize and with ADBC it is two full handshakes and two proofs of the password. Sequelize makes a connection to ask for the
#         server's version, reads the server's whole list of types over it (20 KB), closes it and makes another; with its option databaseVersion
#         there is one. ADBC's driver reads the types and their columns over one connection when the database object is made, 180 KB, a hundred
#         times what the query takes, and closes it; dbapi.connect() makes such an object for each connection.
#         TypeORM, knex and node pg make one.
# Seen:   30 November 2026, sequelize 6.37.8, typeorm 1.1.1, knex 3.3.0, pg 8.23.1, adbc-driver-postgresql 1.13.0 (PyPI), PostgreSQL 18.1 with an
#         empty database: 22,400 bytes of the server on Sequelize's first connection, 182,300 on ADBC's, 1,900 on the second ones.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 node npm
certificate
python_with py adbc-driver-postgresql==1.13.0 adbc-driver-manager==1.13.0 pyarrow
node_with pg@8.23.1 sequelize@6.37.8 typeorm@1.1.1 knex@3.3.0
postgres_server 18.1.0
relay "$postgres_port"
cat >query.js <<'NODE'
const fs = require('fs')
const [who, port] = process.argv.slice(2)
const ssl = { ca: fs.readFileSync('tls/ca.pem') }
const where = { host: 'localhost', port: +port, user: 'postgres', password: 'secret', database: 'postgres', ssl }
const sequelize = async more => {
  const { Sequelize } = require('sequelize')
  const database = new Sequelize('postgres', 'postgres', 'secret', { host: 'localhost', port: +port, dialect: 'postgres', logging: false, dialectOptions: { ssl }, ...more })
  await database.query('SELECT 1')
  await database.close()
}
const clients = {
  pg: async () => { const pool = new (require('pg').Pool)(where); await pool.query('SELECT 1'); await pool.end() },
  knex: async () => { const database = require('knex')({ client: 'pg', connection: where }); await database.raw('SELECT 1'); await database.destroy() },
  typeorm: async () => {
    const source = new (require('typeorm').DataSource)({ type: 'postgres', ...where, username: 'postgres' })
    await source.initialize(); await source.query('SELECT 1'); await source.destroy()
  },
  sequelize: () => sequelize({}),
  'sequelize, databaseVersion': () => sequelize({ databaseVersion: '18.1.0' })
}
clients[who]()
NODE
cat >query.py <<'PYTHON'
import sys
from adbc_driver_postgresql import dbapi
with dbapi.connect(f"postgresql://postgres:secret@localhost:{sys.argv[1]}/postgres?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert=tls/ca.pem") as c:
    for _ in range(3):
        with c.cursor() as cursor: cursor.execute("SELECT 1"); cursor.fetchall()
PYTHON
connections() { # WHAT COMMAND...: connections, how many are resumed; their bytes of the server, each after the other's end, in $bytes
  local what=$1
  shift
  rm -f wire.jsonl
  timeout 60 "$@" >ask.log 2>&1 || missing "$what failed: $(tail -1 ask.log)"
  bytes=$(round_trips 4 | cut -d' ' -f4 | tr '\n' ' ')
  seen=$(wire '"%d, %d resumed" % (len(lines), sum(line["resumed"] for line in lines))')
}
for who in pg knex typeorm; do
  connections "$who" node query.js "$who" "$relay_port"
  check "$who: TLS connections for a SELECT" "1, 0 resumed" "$seen"
done
connections sequelize node query.js sequelize "$relay_port"
check "sequelize: TLS connections for a SELECT" "2, 0 resumed" "$seen"
check_between "bytes of the server on the first" 15000 30000 "${bytes%% *}"
connections "sequelize, databaseVersion" node query.js "sequelize, databaseVersion" "$relay_port"
check "with databaseVersion" "1, 0 resumed" "$seen"
connections ADBC py/bin/python query.py "$relay_port"
check "ADBC: TLS connections for three SELECTs" "2, 0 resumed" "$seen"
check_between "bytes of the server on the first" 150000 220000 "${bytes%% *}"
second=${bytes#* }
check_between "on the second" 1000 4000 "${second%% *}"
finish
