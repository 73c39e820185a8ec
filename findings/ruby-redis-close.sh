#!/usr/bin/env bash
# Guess:  close closes: the socket of a connection is given back, with TLS as without.
# So:     With TLS close of Ruby's redis 4.8 sends close_notify and leaves the TCP socket open until the garbage collector finds it: Ruby's
#         SSLSocket closes the socket below only if sync_close is set, and this gem does not set it. Of 100 connections that were
#         opened and closed 100 descriptors are left while Ruby collects nothing, and more than a third in a short script that collects as
#         it wants to; without TLS none. The server has closed them long ago. The MongoDB driver sets sync_close.
# Seen:   29 November 2026, redis 4.8.0 and Ruby 3.1.2 of Debian 12, Redis 7.0.15: 100; 57 of 100 after ten collections by Ruby itself; 0 after
#         GC.start. By hand: redis 5.3.0 with redis-client 0.22.2 leaves none.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
debian ruby3.1 libruby3.1 ruby-redis redis-server redis-tools
ruby=(ruby3.1 --disable-gems)
for folder in "$W"/root/usr/lib/ruby/3.1.0 "$LD_LIBRARY_PATH"/ruby/3.1.0 "$W"/root/usr/share/rubygems-integration/all/gems/redis-*/lib; do ruby+=(-I "$folder"); done
cat >close.rb <<'RUBY'
require "redis"
way, port, collects = ARGV
GC.disable if collects == "no"
connect = -> { c = Redis.new(host: "localhost", port: port.to_i, ssl: way == "TLS", ssl_params: { ca_file: "tls/ca.pem" }); c.ping; c.close }
descriptors = -> { Dir["/proc/self/fd/*"].size }
begin_with = descriptors.call
100.times { connect.call }
left = descriptors.call - begin_with
GC.enable
GC.start
puts "#{left} #{descriptors.call - begin_with}"
RUBY
redis_port=$(free_port)
redis_tls=$(free_port)
start redis redis-server --bind 127.0.0.1 --port "$redis_port" --tls-port "$redis_tls" --tls-cert-file "$W/tls/server.pem" \
  --tls-key-file "$W/tls/server.key" --tls-ca-cert-file "$W/tls/ca.pem" --tls-auth-clients no --save '' --dir "$W"
wait_port "$redis_tls"
left() { # WAY PORT COLLECTS: $before and $after: descriptors that 100 closed connections leave, before and after GC.start
  local seen
  seen=$("${ruby[@]}" close.rb "$@" 2>client.log) || missing "Ruby: $(tail -1 client.log)"
  read -r before after <<<"$seen"
}
left plain "$redis_port" no
check "plain: descriptors left of 100 connections" 0 "$before"
left TLS "$redis_tls" no
check "TLS" 100 "$before"
check_between "TLS, after GC.start" 0 2 "$after"
left TLS "$redis_tls" yes
check_between "TLS, Ruby collects when it wants to" 20 100 "$before"
finish
