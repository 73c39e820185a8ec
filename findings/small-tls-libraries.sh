#!/usr/bin/env bash
# Guess:  TLS libraries for small devices need less memory for a connection than OpenSSL, and some more CPU.
# So:     wolfSSL, as Debian builds it, keeps half as much again as OpenSSL of heap for an idle client connection if the
#         group was x25519, and five times as much if it was P-256, and needs about twenty times the CPU to move data, as it is
#         built without the processor's instructions for AES. mbed TLS keeps three quarters of OpenSSL's heap, as its two
#         buffers for whole records are there from the start, and needs ten times the CPU. The one that is small is
#         GnuTLS: a fifth of the heap at the CPU of OpenSSL.
# Seen:   30 November 2026, Debian 12 (OpenSSL 3.0.22, GnuTLS 3.7.9, mbed TLS 2.28.3, wolfSSL 5.5.4), TLS 1.2, AES-256-GCM, KB
#         of heap of each of 50 client connections after an echo of 100 bytes, x25519: 53, 11, 39, 77 KB; P-256: 54, 11, 40,
#         292. CPU of the client for echoes of 100 MB in all, on a loaded machine: 0.09 to 0.14, 0.08 to 0.12, 1.0 to
#         1.2, 2.0 to 2.3 s.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need cc python3
certificate
debian libssl-dev libssl3 libgnutls28-dev libgnutls30 libmbedtls-dev libmbedtls14 libmbedcrypto7 libmbedx509-1 libwolfssl-dev libwolfssl35
cat >server.py <<'PYTHON'
import socket, ssl, sys, threading
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("tls/server.pem", "tls/server.key")
context.set_ciphers("ECDHE-RSA-AES256-GCM-SHA384")
context.set_ecdh_curve(sys.argv[1])
context.maximum_version = ssl.TLSVersion.TLSv1_2
listener = socket.create_server(("127.0.0.1", 0), backlog=512)
print("port", listener.getsockname()[1], flush=True)
def serve(s):
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        t = context.wrap_socket(s, server_side=True)
        while data := t.recv(65536): t.sendall(data)
    except OSError: pass
while True: threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
PYTHON
cat >common.h <<'C'
#include <arpa/inet.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
static void die(const char *what, int code) { fprintf(stderr, "%s: %d\n", what, code); exit(1); }
C
cat >main.c <<'C'
#include "common.h"
void prepare(const char *ca);
void *connected(int fd);
int wrote(void *c, const void *data, int size);
int got(void *c, void *data, int size);
static double cpu(void) { struct timespec t; clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); return t.tv_sec + t.tv_nsec / 1e9; }
static int dial(int port) {
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;
  if (connect(fd, (struct sockaddr *)&a, sizeof a)) die("connect", 0);
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}
static char data[1 << 20];
static void echo(void *c, int size) {
  for (int at = 0; at < size;) { int n = wrote(c, data + at, size - at); if (n <= 0) die("write", n); at += n; }
  for (int at = 0; at < size;) { int n = got(c, data, size - at); if (n <= 0) die("read", n); at += n; }
}
int main(int argc, char **argv) { // PORT CA: KB of heap of an idle connection, ms of CPU to write and read 100 MB
  int port = atoi(argv[1]), count = 50;
  prepare(argv[2]);
  echo(connected(dial(port)), 100);
  void *all[50];
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < count; i++) echo(all[i] = connected(dial(port)), 100);
  size_t after = mallinfo2().uordblks;
  double start = cpu();
  for (int i = 0; i < 100; i++) echo(all[0], 1 << 20);
  printf("%.1f %.0f\n", (after - before) / 1000. / count, (cpu() - start) * 1000);
}
C
cat >openssl.c <<'C'
#include "common.h"
#include <openssl/ssl.h>
static SSL_CTX *context;
void prepare(const char *ca) {
  context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
  SSL_CTX_set_max_proto_version(context, TLS1_2_VERSION);
  if (SSL_CTX_load_verify_locations(context, ca, NULL) != 1) die("CA", 0);
}
void *connected(int fd) {
  SSL *s = SSL_new(context);
  SSL_set_fd(s, fd);
  SSL_set1_host(s, "localhost");
  int n = SSL_connect(s);
  if (n != 1) die("handshake", SSL_get_error(s, n));
  return s;
}
int wrote(void *c, const void *data, int size) { return SSL_write(c, data, size); }
int got(void *c, void *data, int size) { return SSL_read(c, data, size); }
C
cat >gnutls.c <<'C'
#include "common.h"
#include <gnutls/gnutls.h>
static gnutls_certificate_credentials_t trust;
static gnutls_priority_t priority;
void prepare(const char *ca) {
  gnutls_certificate_allocate_credentials(&trust);
  if (gnutls_certificate_set_x509_trust_file(trust, ca, GNUTLS_X509_FMT_PEM) != 1) die("CA", 0);
  gnutls_priority_init(&priority, "NORMAL:-VERS-ALL:+VERS-TLS1.2", NULL);
}
void *connected(int fd) {
  gnutls_session_t s;
  gnutls_init(&s, GNUTLS_CLIENT);
  gnutls_priority_set(s, priority);
  gnutls_credentials_set(s, GNUTLS_CRD_CERTIFICATE, trust);
  gnutls_session_set_verify_cert(s, "localhost", 0);
  gnutls_transport_set_int(s, fd);
  int n;
  do n = gnutls_handshake(s); while (n < 0 && !gnutls_error_is_fatal(n));
  if (n) die("handshake", n);
  return s;
}
int wrote(void *c, const void *data, int size) { return gnutls_record_send(c, data, size); }
int got(void *c, void *data, int size) { return gnutls_record_recv(c, data, size); }
C
cat >mbedtls.c <<'C'
#include "common.h"
#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/net_sockets.h>
#include <mbedtls/ssl.h>
static mbedtls_ssl_config config;
static mbedtls_x509_crt ca_certificate;
static mbedtls_entropy_context entropy;
static mbedtls_ctr_drbg_context drbg;
void prepare(const char *ca) {
  mbedtls_x509_crt_init(&ca_certificate);
  mbedtls_entropy_init(&entropy);
  mbedtls_ctr_drbg_init(&drbg);
  mbedtls_ctr_drbg_seed(&drbg, mbedtls_entropy_func, &entropy, NULL, 0);
  if (mbedtls_x509_crt_parse_file(&ca_certificate, ca)) die("CA", 0);
  mbedtls_ssl_config_init(&config);
  mbedtls_ssl_config_defaults(&config, MBEDTLS_SSL_IS_CLIENT, MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT);
  mbedtls_ssl_conf_ca_chain(&config, &ca_certificate, NULL);
  mbedtls_ssl_conf_rng(&config, mbedtls_ctr_drbg_random, &drbg);
}
void *connected(int fd) {
  mbedtls_ssl_context *s = malloc(sizeof *s);
  mbedtls_net_context *net = malloc(sizeof *net);
  net->fd = fd;
  mbedtls_ssl_init(s);
  if (mbedtls_ssl_setup(s, &config)) die("setup", 0);
  mbedtls_ssl_set_hostname(s, "localhost");
  mbedtls_ssl_set_bio(s, net, mbedtls_net_send, mbedtls_net_recv, NULL);
  int n = mbedtls_ssl_handshake(s);
  if (n) die("handshake", n);
  return s;
}
int wrote(void *c, const void *data, int size) { return mbedtls_ssl_write(c, data, size); }
int got(void *c, void *data, int size) { return mbedtls_ssl_read(c, data, size); }
C
cat >wolfssl.c <<'C'
#include "common.h"
#include <wolfssl/options.h>
#include <wolfssl/ssl.h>
static WOLFSSL_CTX *context;
void prepare(const char *ca) {
  wolfSSL_Init();
  context = wolfSSL_CTX_new(wolfTLSv1_2_client_method());
  if (wolfSSL_CTX_load_verify_locations(context, ca, NULL) != SSL_SUCCESS) die("CA", 0);
}
void *connected(int fd) {
  WOLFSSL *s = wolfSSL_new(context);
  wolfSSL_set_fd(s, fd);
  wolfSSL_check_domain_name(s, "localhost");
  int n = wolfSSL_connect(s);
  if (n != SSL_SUCCESS) die("handshake", wolfSSL_get_error(s, n));
  return s;
}
int wrote(void *c, const void *data, int size) { return wolfSSL_write(c, data, size); }
int got(void *c, void *data, int size) { return wolfSSL_read(c, data, size); }
C
libraries=$W/root/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
build() { # LIBRARY OPTION...
  local name=$1
  shift
  cc -O1 -w -I"$W/root/usr/include" -I"$W/root/usr/include/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" -o "$name" main.c "$name.c" \
    -L"$libraries" "$@" -Wl,--allow-shlib-undefined >"$name.log" 2>&1 || missing "cc could not build $name.c: $(grep -m1 error "$name.log")"
}
build openssl -lssl -lcrypto
build gnutls -l:libgnutls.so.30
build mbedtls -lmbedtls -lmbedx509 -lmbedcrypto
build wolfssl -lwolfssl
declare -A heap ms of_p256
for group in prime256v1 X25519; do
  start "server-$group" python3 server.py "$group"
  wait_for "server-$group.log" '^port '
  port=$(port_in "server-$group.log" port)
  for library in openssl gnutls mbedtls wolfssl; do
    read -r heap[$library] ms[$library] < <("./$library" "$port" tls/ca.pem) || missing "the client with $library failed"
  done
  [ "$group" = X25519 ] || of_p256[wolfssl]=${heap[wolfssl]} of_p256[openssl]=${heap[openssl]}
done
times() { awk -v a="${ms[$1]}" -v b="${ms[openssl]}" 'BEGIN { printf "%.1f", a / b }'; }
check_between "KB of heap of an idle connection, x25519, OpenSSL" 35 65 "${heap[openssl]}"
check_between "GnuTLS" 6 20 "${heap[gnutls]}"
check_between "mbed TLS" 33 50 "${heap[mbedtls]}"
check_between "wolfSSL" 66 100 "${heap[wolfssl]}"
check_between "P-256, OpenSSL" 35 65 "${of_p256[openssl]}"
check_between "wolfSSL" 200 400 "${of_p256[wolfssl]}"
echo "ms of CPU to write and read 100 MB with OpenSSL: ${ms[openssl]}; times as much:"
check_between "GnuTLS" 0.4 2 "$(times gnutls)"
check_between "mbed TLS" 4 25 "$(times mbedtls)"
check_between "wolfSSL" 8 45 "$(times wolfssl)"
finish
