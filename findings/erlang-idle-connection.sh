#!/usr/bin/env bash
# Guess:  An idle TLS connection of a server in Erlang (RabbitMQ, CouchDB, ejabberd) takes some 60 KB: a process, its buffers.
# So:     Twice that: three processes of the library (the connection, the one that sends, their supervisor) beside the server's own,
#         with the garbage of the handshake, as a process that has nothing to do is not collected: 130 KB; 160 to 200 KB once 100 KB have
#         passed, against 7 KB without TLS. {hibernate_after, Ms} among the listener's options, off by default, has it collected:
#         40 KB.
# Seen:   29 November 2026, Erlang/OTP 25 (ssl 10.8.7) of Debian 12, 200 connections with TLS 1.3, figures of erlang:memory(total):
#         plain 6 to 7 KB, TLS 128 to 131, after 100 KB 157 to 204, with hibernate_after 40.
. "${BASH_SOURCE[0]%/*}/lib.sh"
certificate
debian erlang-base erlang-crypto erlang-public-key erlang-asn1 erlang-ssl
need python3
export ROOTDIR="$W/root/usr/lib/erlang" EMU=beam PROGNAME=erl
BINDIR=$(echo "$ROOTDIR"/erts-*/bin)
export BINDIR
cat >echo.erl <<'ERLANG'
-module(echo).
-export([start/0]).
start() ->
  {ok, _} = application:ensure_all_started(ssl),
  Common = [{ip, {127,0,0,1}}, {active, false}, binary, {nodelay, true}, {backlog, 512}],
  Idle = case os:getenv("HIBERNATE") of false -> []; Ms -> [{hibernate_after, list_to_integer(Ms)}] end,
  {ok, Plain} = gen_tcp:listen(0, Common),
  {ok, Tls} = ssl:listen(0, [{certfile, "tls/server.pem"}, {keyfile, "tls/server.key"}] ++ Idle ++ Common),
  {ok, {_, PlainPort}} = inet:sockname(Plain),
  {ok, {_, TlsPort}} = ssl:sockname(Tls),
  spawn(fun() -> accept(gen_tcp, Plain, fun() -> gen_tcp:accept(Plain) end) end),
  io:format("Erlang/OTP ~s~nplain ~p~nport ~p~n", [erlang:system_info(otp_release), PlainPort, TlsPort]),
  accept(ssl, Tls, fun() -> ssl:transport_accept(Tls) end).
accept(Module, Listener, Accept) ->
  {ok, Socket} = Accept(),
  Server = spawn(fun() -> receive go -> ok end, serve(Module, shaken(Module, Socket)) end),
  ok = Module:controlling_process(Socket, Server),
  Server ! go,
  accept(Module, Listener, Accept).
shaken(gen_tcp, Socket) -> Socket;
shaken(ssl, Socket) -> {ok, Shaken} = ssl:handshake(Socket), Shaken.
serve(Module, Socket) ->
  case Module:recv(Socket, 0) of
    {ok, <<"memory", _/binary>>} ->
      Module:send(Socket, io_lib:format("~p ~p", [erlang:memory(total), length(processes())])),
      serve(Module, Socket);
    {ok, Data} -> Module:send(Socket, Data), serve(Module, Socket);
    _ -> Module:close(Socket)
  end.
ERLANG
"$BINDIR/erlexec" -noshell -eval 'io:format("~p", [compile:file("echo.erl")]), halt().' >compile.log 2>&1
[ -f echo.beam ] || missing "Erlang could not compile: $(tail -1 compile.log)"
cat >memory.py <<'PYTHON'
import socket, ssl, sys, time
plain, port, size, use_tls = *map(int, sys.argv[1:4]), sys.argv[4] == "tls"
context = ssl.create_default_context(cafile="tls/ca.pem")
socket.setdefaulttimeout(20)
def connect():
    s = socket.create_connection(("127.0.0.1", port if use_tls else plain))
    return context.wrap_socket(s, server_hostname="localhost") if use_tls else s
def exchange(s):
    s.sendall(b"x" * size)
    have = 0
    while have < size: have += len(s.recv(65536))
asks = socket.create_connection(("127.0.0.1", plain))
def memory(): asks.sendall(b"memory"); return [int(n) for n in asks.recv(100).split()]
for _ in range(3): s = connect(); exchange(s); s.close() # what is there only once
time.sleep(1.5)
before = memory()
kept = []
for _ in range(200): s = connect(); exchange(s); kept.append(s)
time.sleep(2)
after = memory()
print(round((after[0] - before[0]) / 200 / 1024), round((after[1] - before[1]) / 200))
PYTHON
server() { start erlang env "$@" "$BINDIR/erlexec" -noshell -s echo start; wait_for erlang.log '^port '; plain=$(port_in erlang.log '^plain'); port=$(port_in erlang.log '^port'); }
idle() { python3 memory.py "$plain" "$port" "$@" 2>memory.log || missing "the client failed: $(tail -1 memory.log)"; }
server
echo "  $(head -1 erlang.log)"
read -r kilobytes processes <<<"$(idle 1000 plain)"
check_between "plain, after 1 KB: KB" 2 15 "$kilobytes"
check "processes, one of them the server's own" 1 "$processes"
read -r kilobytes processes <<<"$(idle 1000 tls)"
check_between "TLS, after 1 KB: KB" 85 180 "$kilobytes"
check "processes" 4 "$processes"
read -r large processes <<<"$(idle 100000 tls)"
check_between "TLS, after 100 KB: KB" 130 260 "$large"
kill "$last"
server HIBERNATE=1000
read -r asleep processes <<<"$(idle 1000 tls)"
check_between "TLS with hibernate_after, after 1 KB: KB" 20 65 "$asleep"
finish
