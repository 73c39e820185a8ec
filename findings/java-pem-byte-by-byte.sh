#!/usr/bin/env bash
# Guess:  A PEM file that Java reads by CertificateFactory.generateCertificates(new FileInputStream(...)), as in most examples, is read in
#         blocks.
# So:     It is read byte by byte, each byte a system call: 155,000 calls for a list of 140 CAs, five times the CPU of the same with a
#         BufferedInputStream around the file. An application that makes its trust manager for each connection pays that each time.
# Seen:   29 November 2026, OpenJDK 17.0.15 and 25.0.3, 140 CAs of RSA 2048 in 154,980 bytes, read for the tenth time: 50 to 56 ms of CPU,
#         buffered 8 to 11. By hand: PgJDBC 42.7.8 buffers its sslrootcert.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac strace
certificate
for i in {1..140}; do cat tls/ca.pem; done >list.pem
cat >Read.java <<'JAVA'
import java.io.*;
import java.lang.management.ManagementFactory;
import java.security.cert.CertificateFactory;
class Read { // WAY TIMES: reads the list; microseconds of CPU for the last time
  public static void main(String[] a) throws Exception {
    var threads = ManagementFactory.getThreadMXBean();
    long before = 0;
    for (int i = 0; i < Integer.parseInt(a[1]); i++) {
      before = threads.getCurrentThreadCpuTime();
      try (InputStream file = new FileInputStream("list.pem");
          InputStream in = a[0].equals("buffered") ? new BufferedInputStream(file) : file) {
        if (CertificateFactory.getInstance("X.509").generateCertificates(in).size() != 140) throw new IOException();
      }
    }
    System.out.println((threads.getCurrentThreadCpuTime() - before) / 1000);
  }
}
JAVA
javac -proc:none -d classes Read.java || exit 2
bytes=$(wc -c <list.pem)
echo "  bytes of the list: $bytes"
reads() { # WAY: read calls of one byte each for each time that the list is read, in percent of its bytes
  strace -f -qq -e trace=read -e signal=none -o trace "$java" -cp classes Read "$1" 1 >read.log 2>&1 || missing "Java failed: $(tail -1 read.log)"
  awk -v bytes="$bytes" '/, 1\) += 1$/ { n++ } END { printf "%.0f\n", n * 100 / bytes }' trace
}
for major in 17 25; do
  java=$(java_of "$major" 25.0.2.1) || exit 2
  echo "  Java $("$java" -version 2>&1 | sed -nE '1s/.*"(.*)".*/\1/p')"
  check_between "FileInputStream: calls that read one byte, percent of the bytes" 95 105 "$(reads file)"
  check_between "BufferedInputStream" 0 2 "$(reads buffered)"
  file=$("$java" -cp classes Read file 10)
  buffered=$("$java" -cp classes Read buffered 10)
  echo "  milliseconds of CPU: $((file / 1000)), buffered $((buffered / 1000))"
  check_between "times the CPU" 2 30 "$(awk "BEGIN { printf \"%.1f\", $file / $buffered }")"
done
finish
