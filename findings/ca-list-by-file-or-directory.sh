#!/usr/bin/env bash
# Guess:  Whether a client gets the system's CAs as the file /etc/ssl/certs/ca-certificates.crt or as the directory
#         /etc/ssl/certs is a matter of taste.
# So:     By file each new connection costs about ten to twenty times the CPU: the clients of PHP, Perl and Ruby make an SSL_CTX for each
#         connection, and OpenSSL reads and decodes all of the list for it. Of a directory it reads the one file whose name is the hash of
#         the issuer's name. One's own CA by itself costs as little. PHP without persistent connections pays it in each request.
# Seen:   29 November 2026, mysqli of PHP 8.2.36 with MariaDB 11.4.5, phpredis 5.3.7, redis 4.8.0 (Ruby 3.1.2), Redis 2.000 (Perl) with
#         IO::Socket::SSL 2.081 and Redis 7.0.15 of Debian 12, OpenSSL 3.0.22, 144 CAs: 24 to 35 ms by file, 1.3 to 3.4 ms
#         by directory, 1.3 to 3.8 ms with one CA of one's own, on a loaded machine. By hand: mysql2 0.5.3 (Ruby) 31 and 1.3 ms; PDO and pg (Ruby) with
#         libpq 15.18, which takes no directory, 32 ms, and 7 ms with one's own CA (4 ms of both are the password).
. "${BASH_SOURCE[0]%/*}/lib.sh"
need perl
list=/etc/ssl/certs/ca-certificates.crt
[ -f "$list" ] && [ "$(grep -c BEGIN "$list")" -ge 100 ] || missing "needs $list with at least 100 CAs (Debian: package ca-certificates)"
certificate
mariadb_server
debian php8.2-cli php8.2-common php8.2-mysql php8.2-redis php8.2-igbinary ruby3.1 libruby3.1 ruby-redis libredis-perl libio-socket-ssl-perl \
  libnet-ssleay-perl libio-socket-timeout-perl libperlio-via-timeout-perl libtry-tiny-perl redis-server redis-tools libargon2-1 libsodium23 libxml2 libicu72
lib=$LD_LIBRARY_PATH
export PERL5LIB="$(echo "$lib"/perl5/*):$W/root/usr/share/perl5"
ruby=(ruby3.1 --disable-gems)
for folder in "$W"/root/usr/lib/ruby/3.1.0 "$lib"/ruby/3.1.0 "$W"/root/usr/share/rubygems-integration/all/gems/redis-*/lib; do ruby+=(-I "$folder"); done
php=(php8.2 -n -d "extension_dir=$(echo "$W"/root/usr/lib/php/20*)")
for extension in mysqlnd mysqli igbinary redis; do php+=(-d "extension=$extension.so"); done
cat tls/ca.pem "$list" >all.pem
mkdir all && (cd all && awk '/BEGIN/ { n++ } { print > n ".pem" }' ../all.pem && openssl rehash .) >rehash.log 2>&1
[ "$(find all -name '*.0' | wc -l)" -ge 100 ] || missing "openssl rehash failed: $(tail -1 rehash.log)"
cat >connect.php <<'PHP'
<?php
[, $client, $port, $file, $directory] = $argv;
$connect = $client === 'mysqli' ? function () use ($port, $file, $directory) {
  $c = mysqli_init();
  $c->ssl_set(null, null, $file ?: null, $directory ?: null, null);
  $c->real_connect('127.0.0.1', 'test', 'secret', 'test', (int)$port, null, MYSQLI_CLIENT_SSL);
  $c->close();
} : function () use ($port, $file, $directory) {
  $c = new Redis;
  $c->connect('tls://localhost', (int)$port, 5, null, 0, 0, ['stream' => array_filter(['cafile' => $file, 'capath' => $directory])]);
  $c->ping();
  $c->close();
};
$cpu = fn() => ($r = getrusage())['ru_utime.tv_sec'] * 1000 + $r['ru_utime.tv_usec'] / 1000 + $r['ru_stime.tv_sec'] * 1000 + $r['ru_stime.tv_usec'] / 1000;
$connect();
$begin = $cpu();
for ($i = 0; $i < 50; $i++) $connect();
printf("%.1f\n", ($cpu() - $begin) / 50);
PHP
cat >connect.pl <<'PERL'
use Redis; use IO::Socket::SSL;
my ($client, $port, $file, $directory) = @ARGV;
IO::Socket::SSL::set_defaults($file ? (SSL_ca_file => $file) : (SSL_ca_path => $directory));
my $connect = sub { my $c = Redis->new(server => "localhost:$port", ssl => 1); $c->ping; $c->quit };
$connect->();
my @begin = times;
$connect->() for 1 .. 50;
my @end = times;
printf "%.1f\n", ($end[0] + $end[1] - $begin[0] - $begin[1]) / 50 * 1000;
PERL
cat >connect.rb <<'RUBY'
require "redis"
client, port, file, directory = ARGV
connect = lambda do
  c = Redis.new(host: "localhost", port: port.to_i, ssl: true, ssl_params: file.empty? ? { ca_path: directory } : { ca_file: file })
  c.ping
  c.close
end
connect.call
start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
50.times { connect.call }
puts ((Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start) * 1000 / 50).round(1)
RUBY
redis_port=$(free_port)
start redis redis-server --bind 127.0.0.1 --port 0 --tls-port "$redis_port" --tls-cert-file "$W/tls/server.pem" \
  --tls-key-file "$W/tls/server.key" --tls-ca-cert-file "$W/tls/ca.pem" --tls-auth-clients no --save '' --dir "$W"
wait_port "$redis_port"
cpu() { # COMMAND... PORT FILE DIRECTORY: ms of the client's CPU for a connection, the mean of 50
  timeout 60 "$@" 2>client.log || missing "$*: $(tail -1 client.log)"
}
seen() { # CLIENT PORT COMMAND...
  local name=$1 port=$2 own file directory
  shift 2
  own=$(cpu "$@" "$name" "$port" tls/ca.pem '') || exit 2
  file=$(cpu "$@" "$name" "$port" all.pem '') || exit 2
  directory=$(cpu "$@" "$name" "$port" '' all) || exit 2
  echo "  $name, ms of CPU for a connection: own CA $own; the system's and it, by file $file, by directory $directory"
  check_between "by file, times by directory" 4 60 "$(awk "BEGIN { printf \"%.1f\", $file / $directory }")"
  check_between "by directory, times own CA" 0.5 2.5 "$(awk "BEGIN { printf \"%.1f\", $directory / $own }")"
}
seen mysqli "$mariadb_port" "${php[@]}" connect.php
seen phpredis "$redis_port" "${php[@]}" connect.php
seen "redis (Ruby)" "$redis_port" "${ruby[@]}" connect.rb
seen Redis.pm "$redis_port" perl connect.pl
finish
