#!/usr/bin/env bash
# Guess:  With TLS an exchange takes one or two system calls more than without, as OpenSSL reads a record's header by itself, and to send
#         1 MB takes one for each of 62 records.
# So:     In PHP an exchange of 1 KB takes 11 instead of 3, and to send 1 MB takes 318 instead of 3: PHP's TLS streams make the socket
#         non-blocking before each read and write and blocking afterwards, four calls of fcntl each time, and get rid of one record at a
#         time. All that is built on PHP's streams has them: mysqli and PDO for MySQL (mysqlnd), Predis, phpredis. phpredis also asks whether
#         the connection lives, before it writes and before it reads: 17 instead of 5. PostgreSQL's extensions of the same PHP have no
#         fcntl, as libpq speaks TLS itself: 7 instead of 3 to 5.
# Seen:   29 November 2026, PHP 8.2.36, phpredis 5.3.7, Predis 1.1.10, Redis 7.0.15 and libpq 15.18 of Debian 12, MariaDB 11.4.5,
#         PostgreSQL 18.1: the figures above; two more for an answer that is not yet there when PHP reads.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need strace
certificate
mariadb_server
postgres_server 18.1.0
debian php8.2-cli php8.2-common php8.2-mysql php8.2-pgsql php8.2-redis php8.2-igbinary php-predis redis-server redis-tools \
  libargon2-1 libsodium23 libxml2 libicu72 libpq5
cat >exchange.php <<'PHP'
<?php
[, $client, $way, $port, $size, $count] = $argv;
[$port, $count, $tls, $ca, $value] = [(int)$port, (int)$count, $way === 'TLS', __DIR__ . '/tls/ca.pem', str_repeat('x', (int)$size)];
switch ($client) {
  case 'phpredis':
    $c = new Redis;
    $tls ? $c->connect('tls://localhost', $port, 5, null, 0, 0, ['stream' => ['cafile' => $ca]]) : $c->connect('localhost', $port, 5);
    $exchange = fn() => $c->set('key', $value);
    break;
  case 'Predis':
    require 'root/usr/share/php/Predis/Autoloader.php';
    Predis\Autoloader::register();
    $c = new Predis\Client(['host' => 'localhost', 'port' => $port] + ($tls ? ['scheme' => 'tls', 'ssl' => ['cafile' => $ca]] : []));
    $exchange = fn() => $c->set('key', $value);
    break;
  case 'mysqli':
    $c = mysqli_init();
    if ($tls) $c->ssl_set(null, null, $ca, null, null);
    $c->real_connect('127.0.0.1', 'test', 'secret', 'test', $port, null, $tls ? MYSQLI_CLIENT_SSL : 0);
    $exchange = fn() => $c->query("DO '$value'");
    break;
  case 'PDO':
    $c = new PDO("pgsql:host=localhost;port=$port;" . ($tls ? "sslmode=verify-ca;sslrootcert=$ca" : 'sslmode=disable'), 'postgres', 'secret');
    $exchange = fn() => $c->exec("SET application_name = '$value'");
}
for ($i = 0; $i < $count; $i++) $exchange();
PHP
extensions=(-d "extension_dir=$(echo root/usr/lib/php/20*)")
for extension in mysqlnd mysqli pdo pdo_pgsql igbinary redis; do extensions+=(-d "extension=$extension.so"); done
php() { php8.2 -n "${extensions[@]}" "$@"; }
php -r 'echo "  PHP ", PHP_VERSION, ", phpredis ", phpversion("redis"), ", ", OPENSSL_VERSION_TEXT, "\n";' || missing "PHP does not run"
redis_port=$(free_port)
redis_tls=$(free_port)
start redis redis-server --bind 127.0.0.1 --port "$redis_port" --tls-port "$redis_tls" --tls-cert-file "$W/tls/server.pem" \
  --tls-key-file "$W/tls/server.key" --tls-ca-cert-file "$W/tls/ca.pem" --tls-auth-clients no --save '' --dir "$W"
wait_port "$redis_tls"
calls() { # COUNT: all calls that read, write, wait or set flags, and those of fcntl, with COUNT exchanges; the rest as for `seen`
  strace -f -c -o trace php8.2 -n "${extensions[@]}" exchange.php "${@:2}" "$1" >php.log 2>&1 || missing "${*:2}: $(tail -1 php.log)"
  awk '$NF ~ /^(read|write|recvfrom|sendto|recvmsg|sendmsg|poll|fcntl)$/ { all += $4 } $NF == "fcntl" { fcntl = $4 } END { print all + 0, fcntl + 0 }' trace
}
seen() { # CLIENT WAY PORT SIZE: $all and $fcntl of one exchange
  local none
  none=$(calls 20 "$@") || exit 2
  read -r all fcntl <<<"$(calls 120 "$@")"
  read -r all fcntl <<<"$(awk -v all="$all" -v fcntl="$fcntl" -v none="$none" 'BEGIN { split(none, n); printf "%.0f %.0f\n", (all - n[1]) / 100, (fcntl - n[2]) / 100 }')"
}
for client in "Predis $redis_tls $redis_port" "mysqli $mariadb_port $mariadb_port"; do
  read -r name tls plain <<<"$client"
  seen "$name" plain "$plain" 1000
  check_between "$name, 1 KB, plain" 3 4 "$all"
  seen "$name" TLS "$tls" 1000
  check_between "TLS" 10 14 "$all"
  check "of these fcntl" 8 "$fcntl"
  seen "$name" plain "$plain" 1000000
  check_between "$name, 1 MB, plain" 3 12 "$all"
  seen "$name" TLS "$tls" 1000000
  check_between "TLS" 300 400 "$all"
  check_between "of these fcntl" 248 260 "$fcntl"
done
seen phpredis plain "$redis_port" 1000
check_between "phpredis, 1 KB, plain" 4 6 "$all"
seen phpredis TLS "$redis_tls" 1000
check_between "TLS" 15 20 "$all"
check "of these fcntl" 12 "$fcntl"
seen PDO plain "$postgres_port" 1000
check_between "PDO for PostgreSQL, 1 KB, plain" 3 5 "$all"
seen PDO TLS "$postgres_port" 1000
check_between "TLS" 4 8 "$all"
check "of these fcntl" 0 "$fcntl"
finish
