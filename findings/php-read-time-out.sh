#!/usr/bin/env bash
# Guess:  A read time-out of two seconds is one, with TLS as without.
# So:     In PHP it is one with TLS only. Without TLS each signal and each byte that arrives begins it anew: an answer after three seconds
#         comes in spite of it if the process gets a signal (a timer, a child that ended) each half second, and so does one in four pieces a
#         second apart. With TLS the time counts from the beginning of the read, and a record is not read before its last byte: the
#         same call fails after two seconds. So an application that moves to TLS, and nothing else, can get time-outs that it never had.
# Seen:   29 November 2026, phpredis 5.3.7, Predis 1.1.10 and PHP 8.2.36 of Debian 12: an answer after 3.0 s without TLS, an error after 2.0 s
#         with TLS; with neither signals nor pieces an error after 2.0 s in both. By hand mysqli (MYSQLI_OPT_READ_TIMEOUT) with signals: the same.
#         Ruby's redis 4.8 and Perl's Redis begin anew with each byte in both.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need python3
certificate
debian php8.2-cli php8.2-common php8.2-redis php8.2-igbinary php-predis libargon2-1 libsodium23 libxml2 libicu72
cat >server.py <<'PYTHON'
import socket, ssl, sys, threading, time
# Redis' protocol; GET late: the answer after 3 s; GET pieces: the answer, one record with TLS, in four pieces in 3 s
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
listener = socket.create_server(("127.0.0.1", 0))
print("port", listener.getsockname()[1], flush=True)
tls = sys.argv[1] == "TLS"
def serve(s):
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    received, to_send = ssl.MemoryBIO(), ssl.MemoryBIO()
    t = context.wrap_bio(received, to_send, server_side=True)
    def step(call, *arguments):
        while True:
            try: return call(*arguments)
            except ssl.SSLWantReadError:
                s.sendall(to_send.read())
                data = s.recv(65536)
                if not data: raise OSError
                received.write(data)
    try:
        if tls:
            step(t.do_handshake)
            s.sendall(to_send.read())
        while data := step(t.read, 65536) if tls else s.recv(65536):
            answer = b"+PONG\r\n" if b"GET" not in data.upper() else b"$30\r\n" + b"x" * 30 + b"\r\n"
            if tls:
                t.write(answer)
                answer = to_send.read()
            if b"late" in data: time.sleep(3)
            size = -(-len(answer) // 4) if b"pieces" in data else len(answer)
            for at in range(0, len(answer), size):
                if at: time.sleep(1)
                s.sendall(answer[at : at + size])
    except OSError: pass
    s.close()
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
cat >get.php <<'PHP'
<?php
[, $client, $way, $port, $key, $signals] = $argv;
if ($signals === 'signals') {
  pcntl_signal(SIGUSR1, fn() => null);
  $process = popen('for i in 1 2 3 4 5 6 7; do sleep 0.5; kill -USR1 ' . getmypid() . ' 2>/dev/null; done', 'r');
}
$ssl = ['cafile' => 'tls/ca.pem'];
if ($client === 'phpredis') {
  $c = new Redis;
  $way === 'TLS' ? $c->connect('tls://localhost', (int)$port, 5, null, 0, 2, ['stream' => $ssl]) : $c->connect('localhost', (int)$port, 5, null, 0, 2);
} else {
  require 'root/usr/share/php/Predis/Autoloader.php';
  Predis\Autoloader::register();
  $c = new Predis\Client(['scheme' => $way === 'TLS' ? 'tls' : 'tcp', 'host' => 'localhost', 'port' => (int)$port, 'read_write_timeout' => 2, 'ssl' => $ssl]);
}
$c->ping();
$begin = hrtime(true);
try {
  $result = strlen($c->get($key) ?: '') === 30 ? 'answer' : 'nothing';
} catch (Exception $e) {
  $result = 'error';
}
printf("%s after %.0f s\n", $result, (hrtime(true) - $begin) / 1e9);
PHP
for way in plain TLS; do
  start "server_$way" python3 server.py "$way"
  wait_for "server_$way.log" '^port '
done
get() { # CLIENT WAY KEY SIGNALS
  timeout 30 php8.2 -n -d "extension_dir=$(echo root/usr/lib/php/20*)" -d extension=igbinary.so -d extension=redis.so \
    get.php "$1" "$2" "$(port_in "server_$2.log" port)" "$3" "$4" 2>&1 | tail -1
}
for client in phpredis Predis; do
  check "$client, time-out 2 s, answer after 3 s, plain" "error after 2 s" "$(get $client plain late none)"
  check "TLS" "error after 2 s" "$(get $client TLS late none)"
  check "with signals, plain" "answer after 3 s" "$(get $client plain late signals)"
  check "TLS" "error after 2 s" "$(get $client TLS late signals)"
  check "in four pieces, plain" "answer after 3 s" "$(get $client plain pieces none)"
  check "TLS" "error after 2 s" "$(get $client TLS pieces none)"
done
finish
