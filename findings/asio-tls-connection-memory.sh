#!/usr/bin/env bash
# Guess:  a TLS connection by Boost.Asio, on which Boost.MySQL and Boost.Redis are built, takes what OpenSSL takes, and some buffers
#         given to one write become full records of 16 KB, as one buffer does.
# So:     It takes twice OpenSSL's heap, 54 KB more, from the start and for as long as it is open. A write of several
#         buffers takes 16 of them at a time, and copies at most 8 KB of these: a head of 5 bytes and a body of 12,000 are two
#         records, 8,192 and 3,813 bytes, and 1 MB in pieces of 100 bytes is 625 records of 1,600 bytes instead of 62.
# Seen:   30 November 2026, Boost 1.81 and OpenSSL 3.0.22 of Debian 12, TLS 1.3, KB of heap of each of 50 idle connections after an
#         echo of 100 bytes: 53 with OpenSSL alone, 107 with Boost.Asio; records as below.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need g++ python3
certificate
debian libboost1.81-dev libssl-dev libssl3
echo_server
relay "$echo_port"
cat >asio.cpp <<'CPP'
#include <boost/asio.hpp>
#include <boost/asio/ssl.hpp>
#include <malloc.h>
#include <cstdio>
#include <memory>
#include <openssl/ssl.h>
#include <vector>
namespace asio = boost::asio;
using stream = asio::ssl::stream<asio::ip::tcp::socket>;
int main(int argc, char **argv) { // PORT openssl | heap | one | small | head
  asio::io_context io;
  asio::ssl::context context(asio::ssl::context::tls_client);
  context.load_verify_file("tls/ca.pem");
  context.set_verify_mode(asio::ssl::verify_peer);
  asio::ip::tcp::endpoint server(asio::ip::make_address("127.0.0.1"), std::atoi(argv[1]));
  auto connect = [&] {
    auto s = std::make_unique<stream>(io, context);
    s->next_layer().connect(server);
    s->next_layer().set_option(asio::ip::tcp::no_delay(true));
    s->handshake(stream::client);
    std::vector<char> data(100, 'x');
    asio::write(*s, asio::buffer(data));
    asio::read(*s, asio::buffer(data));
    return s;
  };
  std::string what = argv[2];
  auto first = connect();
  if (what == "openssl") {
    std::vector<SSL *> all(50);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    for (auto &s : all) {
      char data[100] = {};
      int fd = ::socket(AF_INET, SOCK_STREAM, 0);
      ::connect(fd, server.data(), server.size());
      s = SSL_new(context.native_handle());
      SSL_set_fd(s, fd);
      if (SSL_connect(s) != 1 || SSL_write(s, data, 100) != 100 || SSL_read(s, data, 100) != 100) return 1;
    }
    std::printf("%.1f\n", (mallinfo2().uordblks + mallinfo2().hblkhd - before) / 50000.);
    return 0;
  }
  if (what == "heap") {
    std::vector<std::unique_ptr<stream>> all;
    all.reserve(50);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    for (int i = 0; i < 50; i++) all.push_back(connect());
    std::printf("%.1f\n", (mallinfo2().uordblks + mallinfo2().hblkhd - before) / 50000.);
    return 0;
  }
  std::vector<char> data(1000000, 'x'), back(1000000);
  std::vector<asio::const_buffer> buffers;
  if (what == "one") buffers.push_back(asio::buffer(data));
  if (what == "small") for (int i = 0; i < 10000; i++) buffers.push_back(asio::buffer(data.data() + i * 100, 100));
  if (what == "head") { buffers.push_back(asio::buffer(data.data(), 5)); buffers.push_back(asio::buffer(data.data() + 5, 12000)); }
  std::size_t sent = asio::write(*first, buffers);
  asio::read(*first, asio::buffer(back, sent));
  first->shutdown();
}
CPP
machine=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
g++ -O0 -w -I"$W/root/usr/include" -I"$W/root/usr/include/$machine" -o asio asio.cpp -L"$W/root/usr/lib/$machine" -lssl -lcrypto -pthread >build.log 2>&1 ||
  missing "g++ failed: $(grep -m1 error build.log)"
echo "  $(openssl version | cut -d' ' -f1-2), Boost 1.81"
own=$(./asio "$echo_port" openssl) && heap=$(./asio "$echo_port" heap) || missing "the client failed"
check_between "KB of heap of an idle connection, OpenSSL alone" 25 70 "$own"
check_between "Boost.Asio" 90 150 "$heap"
check_between "KB more" 40 70 "$(awk -v a="$heap" -v b="$own" 'BEGIN { print a - b }')"
records() { # WHAT: sizes of the messages that the client sends after the first one, each with how many times it comes
  rm -f wire.jsonl
  ./asio "$relay_port" "$1" >asio.log 2>&1 || missing "the client failed: $(tail -1 asio.log)"
  wire "' '.join(f'{sizes.count(n)}x{n}' for sizes in [[n - 17 for n in [n for k, n in client(lines[-1]) if k == 23][2:-1]]] for n in dict.fromkeys(sizes))"
}
check "1 MB in one buffer, records" "61x16384 1x576" "$(records one)"
check "a buffer of 5 bytes and one of 12,000" "1x8192 1x3813" "$(records head)"
check "1 MB in buffers of 100 bytes" "625x1600" "$(records small)"
finish
