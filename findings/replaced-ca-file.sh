#!/usr/bin/env bash
# Guess:  A program reads its CA file when it starts. When the server gets a certificate of a new CA, its clients must be started anew, or their
#         drivers' pools be made anew.
# So:     Most drivers read the file for each connection, and go on as soon as the file is replaced: psycopg, asyncpg, redis-py, lib/pq, node pg
#         where `sslrootcert` stands in the URL, PgJDBC, Lettuce. Not pgxpool, though pgx does when it is used through database/sql; and not Jedis
#         with ssl(true) and the JVM's trust store, though Jedis does with SslOptions. Those two work on with the connections that they have, and
#         fail one by one as these end.
# Seen:   30 November 2026, psycopg 3.3.9 (psycopg-pool 3.3.3), asyncpg 0.32.0, redis 8.1.0, pgx 5.13.0, lib/pq 1.12.3, pg (npm) 8.23.1, HikariCP 7.0.2 with
#         PgJDBC 42.7.8, Jedis 7.1.0, Lettuce 7.1.0; PostgreSQL 18.1, Redis 7.0.15. By hand: mysql-connector-python, SQLAlchemy with PyMySQL (ssl_ca) and
#         HikariCP with MariaDB Connector/J read it again, too.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3 node npm go java javac
certificate
mv tls second
certificate
mkdir used
cp tls/ca.pem tls/trust.p12 used
[ -s used/trust.p12 ] || missing "no keytool"
python_with py psycopg==3.3.9 psycopg-binary==3.3.9 psycopg-pool==3.3.3 asyncpg==0.32.0 redis==8.1.0
node_with pg@8.23.1
jars jars org.postgresql:postgresql:42.7.8 com.zaxxer:HikariCP:7.0.2 redis.clients:jedis:7.1.0 io.lettuce:lettuce-core:7.1.0.RELEASE org.slf4j:slf4j-nop:2.0.17
mkdir program
printf 'module findings\n\ngo 1.25\n\nrequire (\n\tgithub.com/jackc/pgx/v5 v5.13.0\n\tgithub.com/lib/pq v1.12.3\n)\n' >program/go.mod
cat >program/main.go <<'GO'
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib"
	_ "github.com/lib/pq"
)

func main() {
	background := context.Background()
	url := "postgres://postgres:secret@localhost:" + os.Args[2] + "/postgres?sslmode=verify-full&sslrootcert=used/ca.pem"
	var connect func() error
	if os.Args[1] == "pgxpool" {
		pool, e := pgxpool.New(background, url)
		if e != nil {
			panic(e)
		}
		connect = func() error { _, e := pool.Acquire(background); return e }
	} else {
		db, e := sql.Open(os.Args[1], url)
		if e != nil {
			panic(e)
		}
		connect = func() error { _, e := db.Conn(background); return e }
	}
	if e := connect(); e != nil {
		panic(e)
	}
	fmt.Println("ready")
	for {
		if _, e := os.Stat("go"); e == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if e := connect(); e != nil {
		fmt.Println("then", e)
	} else {
		fmt.Println("then ok")
	}
}
GO
(cd program && export GOFLAGS=-mod=mod && go mod tidy && go build -o ../client .) >go.log 2>&1 || missing "cannot build the client: $(tail -1 go.log)"
cat >client.py <<'PYTHON'
import asyncio, os, sys, time
who, port = sys.argv[1:]
def then(e=None):
    print("then", "ok" if e is None else str(e).replace("\n", " "), flush=True)
    os._exit(0)
if who == "asyncpg":
    import asyncpg
    async def main():
        pool = asyncpg.create_pool(f"postgresql://postgres:secret@localhost:{port}/postgres?sslmode=verify-full&sslrootcert=used/ca.pem", min_size=1)
        await pool
        await pool.acquire()
        print("ready", flush=True)
        while not os.path.exists("go"): await asyncio.sleep(0.1)
        try: await pool.acquire()
        except Exception as e: then(e)
        then()
    asyncio.run(main())
if who == "psycopg":
    from psycopg_pool import ConnectionPool
    pool = ConnectionPool(f"host=localhost port={port} user=postgres password=secret dbname=postgres sslmode=verify-full sslrootcert=used/ca.pem",
                          min_size=1, max_size=2, open=True)
    connect = pool.getconn
else:
    import redis
    connect = redis.Redis("localhost", int(port), ssl=True, ssl_ca_certs="used/ca.pem").connection_pool.get_connection
held = connect()
print("ready", flush=True)
while not os.path.exists("go"): time.sleep(0.1)
try: connect()
except Exception as e: then(e)
then()
PYTHON
cat >client.js <<'JS'
const fs = require('fs')
const pool = new (require('pg').Pool)({ connectionString: `postgres://postgres:secret@localhost:${process.argv[2]}/postgres?sslmode=verify-full&sslrootcert=used/ca.pem` })
const main = async () => {
  await pool.connect()
  console.log('ready')
  while (!fs.existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 100))
  try { await pool.connect(); console.log('then ok') } catch (e) { console.log('then', e.message) }
  process.exit()
}
main()
JS
cat >Client.java <<'JAVA'
import com.zaxxer.hikari.*;
import io.lettuce.core.*;
import java.io.File;
import redis.clients.jedis.*;

class Client {
    interface Connect { void run() throws Exception; }

    public static void main(String[] a) throws Exception {
        int port = Integer.parseInt(a[1]);
        File trust = new File("used/trust.p12");
        Connect connect;
        switch (a[0]) {
            case "PgJDBC" -> {
                var config = new HikariConfig();
                config.setJdbcUrl("jdbc:postgresql://localhost:" + port + "/postgres?user=postgres&password=secret&sslmode=verify-full&sslrootcert=used/ca.pem");
                config.setMaximumPoolSize(2);
                config.setMinimumIdle(1);
                var pool = new HikariDataSource(config);
                connect = () -> pool.getConnection();
            }
            case "Jedis-true" -> connect = () -> new Jedis("localhost", port, true).ping();
            case "Jedis-options" -> {
                var options = redis.clients.jedis.SslOptions.builder().truststore(trust, "changeit".toCharArray()).trustStoreType("PKCS12").build();
                var config = DefaultJedisClientConfig.builder().ssl(true).sslOptions(options).build();
                connect = () -> new Jedis(new HostAndPort("localhost", port), config).ping();
            }
            default -> {
                var client = io.lettuce.core.RedisClient.create(RedisURI.builder().withHost("localhost").withPort(port).withSsl(true).build());
                client.setOptions(ClientOptions.builder().sslOptions(
                    io.lettuce.core.SslOptions.builder().jdkSslProvider().truststore(trust, "changeit").build()).build());
                connect = () -> client.connect().sync().ping();
            }
        }
        connect.run();
        System.out.println("ready");
        while (!new File("go").exists()) Thread.sleep(100);
        try {
            connect.run();
            System.out.println("then ok");
        } catch (Exception e) { System.out.println("then " + e); }
        Runtime.getRuntime().halt(0);
    }
}
JAVA
javac -cp 'jars/*' Client.java 2>javac.log || missing "cannot compile: $(head -1 javac.log)"
postgres_server 18.1.0
postgres=$last
redis_server
for who in psycopg asyncpg; do start $who py/bin/python client.py $who "$postgres_port"; done
start redis-py py/bin/python client.py redis-py "$redis_port"
start node-pg node client.js "$postgres_port"
for who in pgxpool pgx; do start $who ./client $who "$postgres_port"; done
start lib-pq ./client postgres "$postgres_port"
java=(java -Djavax.net.ssl.trustStore=used/trust.p12 -Djavax.net.ssl.trustStorePassword=changeit -cp 'jars/*:.' Client)
start PgJDBC "${java[@]}" PgJDBC "$postgres_port"
for who in Jedis-true Jedis-options Lettuce; do start $who "${java[@]}" $who "$redis_port"; done
all="psycopg asyncpg redis-py node-pg pgxpool pgx lib-pq PgJDBC Jedis-true Jedis-options Lettuce"
for who in $all; do wait_for $who.log '^ready'; done
# the servers get certificates of the other CA, and the clients' files are replaced
cp second/server.pem second/server.key pg/tls && chmod 600 pg/tls/server.key
[ "$(id -u)" != 0 ] || chown 65534:65534 pg/tls/server.*
kill -HUP "$postgres"
redis-cli -p "$plain_port" config set tls-cert-file "$W/second/server.pem" tls-key-file "$W/second/server.key" >redis.set 2>&1
grep -q '^OK' redis.set || missing "Redis did not take the other certificate: $(tail -1 redis.set)"
serial() { openssl s_client -connect "127.0.0.1:$1" "${@:2}" </dev/null 2>/dev/null | openssl x509 -noout -serial 2>/dev/null; }
new=$(openssl x509 -noout -serial -in second/server.pem)
for _ in $(seq 100); do [ "$(serial "$postgres_port" -starttls postgres)" = "$new" ] && break; sleep 0.2; done
[ "$(serial "$postgres_port" -starttls postgres) $(serial "$redis_port")" = "$new $new" ] || missing "a server has not taken its other certificate"
cp second/ca.pem second/trust.p12 used
touch go
for who in $all; do
  wait_for $who.log '^then'
  then=$(sed -n 's/^then //p' $who.log)
  case $who in
    pgxpool) check "$who refuses the certificate" 1 "$(grep -c certificate <<<"$then")" ;;
    Jedis-true) check "$who refuses the certificate" 1 "$(grep -c 'CertPath\|SSLHandshake' <<<"$then")" ;;
    *) check "$who" ok "$then" ;;
  esac
done
finish
