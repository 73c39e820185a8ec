#!/usr/bin/env bash
# Guess:  A SET of 17 KB over TLS is two records instead of one write, and takes some hundredths of a millisecond more.
# So:     On one machine it takes 44 ms instead of 0.1 with Predis, Perl's Redis, Ruby's redis 4.8 and pymemcache. OpenSSL writes each
#         record by itself, these clients leave Nagle's algorithm on, and so the last record waits for the server's delayed
#         acknowledgement of the one before. Without TLS the value is one write and nothing waits, so nobody has missed TCP_NODELAY. Ruby's
#         redis 4.8 even sets it, but not if the socket is a TLS one. phpredis sets it always; Predis and pymemcache have an option.
#         It needs packets above 16 KB, as on loopback: who compares TLS with plain on one machine measures that, and not TLS.
# Seen:   29 November 2026, Predis 1.1.10, Redis 2.000 (Perl) with IO::Socket::SSL 2.081, redis 4.8.0 (Ruby), phpredis 5.3.7, Redis 7.0.15,
#         memcached 1.6.18 of Debian 12, pymemcache 4.0.0, OpenSSL 3.0.22: 44 to 48 ms for 17 KB to 200 KB, 0.1 ms for 10 KB, and with TCP_NODELAY.
#         By hand: Predis 2.4.0 as 1.1.10, redis 5.3.0 (Ruby) with redis-client 0.22.2 sets it; 44 ms with an MTU of 32,000, 0.1 to 0.2 ms
#         with one of 1,500, 9,000 and 16,384.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need perl python3
[ "$(cat /sys/class/net/lo/mtu 2>/dev/null)" -ge 32000 ] || missing "needs a loopback with large packets (Linux: an MTU of 65,536)"
certificate
python_with py pymemcache==4.0.0
debian php8.2-cli php8.2-common php8.2-redis php8.2-igbinary php-predis ruby3.1 libruby3.1 ruby-redis libredis-perl libio-socket-ssl-perl \
  libnet-ssleay-perl libio-socket-timeout-perl libperlio-via-timeout-perl libtry-tiny-perl redis-server redis-tools memcached libevent-2.1-7 \
  libargon2-1 libsodium23 libxml2 libicu72
lib=$LD_LIBRARY_PATH
export PERL5LIB="$(echo "$lib"/perl5/*):$W/root/usr/share/perl5"
ruby=(ruby3.1 --disable-gems)
for folder in "$W"/root/usr/lib/ruby/3.1.0 "$lib"/ruby/3.1.0 "$W"/root/usr/share/rubygems-integration/all/gems/redis-*/lib; do ruby+=(-I "$folder"); done
php=(php8.2 -n -d "extension_dir=$(echo "$W"/root/usr/lib/php/20*)" -d extension=igbinary.so -d extension=redis.so -d extension=sockets.so)
cat >set.php <<'PHP'
<?php
[, $client, $way, $port, $size] = $argv;
[$port, $ca, $value] = [(int)$port, 'tls/ca.pem', str_repeat('x', (int)$size)];
if ($client === 'phpredis') {
  $c = new Redis;
  $way === 'plain' ? $c->connect('localhost', $port, 5) : $c->connect('tls://localhost', $port, 5, null, 0, 0, ['stream' => ['cafile' => $ca]]);
} else {
  require 'root/usr/share/php/Predis/Autoloader.php';
  Predis\Autoloader::register();
  $c = new Predis\Client(['host' => 'localhost', 'port' => $port] + ($way === 'plain' ? [] : ['scheme' => 'tls', 'ssl' => ['cafile' => $ca]])
    + ($way === 'nodelay' ? ['tcp_nodelay' => true] : []));
}
$c->ping();
for ($i = 0; $i < 15; $i++) {
  $begin = hrtime(true);
  $c->set('key', $value);
  $ms[] = (hrtime(true) - $begin) / 1e6;
}
sort($ms);
printf("%.1f\n", $ms[7]);
PHP
cat >set.pl <<'PERL'
use Redis; use IO::Socket::SSL; use Time::HiRes 'time';
my ($client, $way, $port, $size) = @ARGV;
IO::Socket::SSL::set_defaults(SSL_ca_file => 'tls/ca.pem');
my $c = Redis->new(server => "localhost:$port", $way eq 'plain' ? () : (ssl => 1));
my ($value, @ms) = 'x' x $size;
for (1 .. 15) { my $begin = time; $c->set('key', $value); push @ms, (time - $begin) * 1000 }
printf "%.1f\n", (sort { $a <=> $b } @ms)[7];
PERL
cat >set.rb <<'RUBY'
require "redis"
client, way, port, size = ARGV
c = Redis.new(host: "localhost", port: port.to_i, ssl: way != "plain", ssl_params: { ca_file: "tls/ca.pem" })
value = "x" * size.to_i
ms = 15.times.map { start = Process.clock_gettime(Process::CLOCK_MONOTONIC); c.set("key", value); (Process.clock_gettime(Process::CLOCK_MONOTONIC) - start) * 1000 }
puts ms.sort[7].round(1)
RUBY
cat >set.py <<'PYTHON'
import ssl, sys, time
from pymemcache.client.base import Client
client, way, port, size = sys.argv[1:]
c = Client(("localhost", int(port)), tls_context=None if way == "plain" else ssl.create_default_context(cafile="tls/ca.pem"), no_delay=way == "nodelay")
ms = []
for _ in range(15):
    begin = time.perf_counter()
    c.set("key", b"x" * int(size), noreply=False)
    ms.append((time.perf_counter() - begin) * 1000)
print(round(sorted(ms)[7], 1))
PYTHON
redis_port=$(free_port)
redis_tls=$(free_port)
start redis redis-server --bind 127.0.0.1 --port "$redis_port" --tls-port "$redis_tls" --tls-cert-file "$W/tls/server.pem" \
  --tls-key-file "$W/tls/server.key" --tls-ca-cert-file "$W/tls/ca.pem" --tls-auth-clients no --save '' --dir "$W"
memcached_port=$(free_port)
memcached_tls=$(free_port)
start memcached as_user memcached -l 127.0.0.1 -p "$memcached_port"
start memcached_tls as_user memcached -l 127.0.0.1 -p "$memcached_tls" -Z -o "ssl_chain_cert=$W/tls/server.pem,ssl_key=$W/tls/server.key"
for port in "$redis_tls" "$memcached_port" "$memcached_tls"; do wait_port "$port"; done
median() { # COMMAND... CLIENT WAY PORT SIZE: milliseconds of a SET, the eighth of 15
  timeout 60 "$@" 2>client.log || missing "$*: $(tail -1 client.log)"
}
clients() { # CLIENT PLAIN TLS COMMAND...
  local name=$1 plain=$2 tls=$3
  shift 3
  check_between "$name, ms of a SET of 17 KB, plain" 0 20 "$(median "$@" "$name" plain "$plain" 17000)"
  check_between "of 10 KB, TLS" 0 20 "$(median "$@" "$name" TLS "$tls" 10000)"
  check_between "of 17 KB, TLS" "$least" "$most" "$(median "$@" "$name" TLS "$tls" 17000)"
}
least=35 most=200
clients Predis "$redis_port" "$redis_tls" "${php[@]}" set.php
check_between "of 17 KB, TLS, tcp_nodelay" 0 20 "$(median "${php[@]}" set.php Predis nodelay "$redis_tls" 17000)"
clients Redis.pm "$redis_port" "$redis_tls" perl set.pl
clients "redis (Ruby)" "$redis_port" "$redis_tls" "${ruby[@]}" set.rb
clients pymemcache "$memcached_port" "$memcached_tls" py/bin/python set.py
check_between "of 17 KB, TLS, no_delay" 0 20 "$(median py/bin/python set.py pymemcache nodelay "$memcached_tls" 17000)"
least=0 most=20
clients phpredis "$redis_port" "$redis_tls" "${php[@]}" set.php
finish
