#!/usr/bin/env bash
# Guess:  -XX:TieredStopAtLevel=1, set to start faster, makes all code slower by a factor of two or three; AES-NI stays.
# So:     Only the C2 compiler puts AES and GHASH instructions into Java code. With C1 alone, AES-GCM runs as Java code:
#         about 40 times the CPU, while code without such instructions (CRC in Java below) takes about as long as before.
#         A difference of two variants, TLS and plain, measured in such a JVM is a difference of something else.
# Seen:   27 November 2026, OpenJDK 17.0.15 and 25.0.2, x86-64 with AES-NI: 200 MB in records of 16,000 bytes, one side:
#         121 -> 4,990 ms.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
grep -qE '(^| )aes( |$)' /proc/cpuinfo 2>/dev/null || missing "needs a processor whose /proc/cpuinfo names aes (x86-64 with AES-NI, or arm64)"
cat >Encrypt.java <<'JAVA'
import java.lang.management.*; import javax.crypto.*; import javax.crypto.spec.*;
class Encrypt {
  static int sum;
  public static void main(String[] arguments) throws Exception {
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    byte[] record = new byte[16_000], out = new byte[16_100];
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding", "SunJCE");
    long[] begin = new long[3];
    for (int i = 0; i < 8_000; i++) {
      if (i == 4_000) begin[0] = clock.getCurrentThreadCpuTime();
      byte[] nonce = new byte[12];
      nonce[0] = (byte) i; nonce[1] = (byte) (i >> 8);
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"), new GCMParameterSpec(128, nonce));
      cipher.doFinal(record, 0, record.length, out);
    }
    begin[0] = clock.getCurrentThreadCpuTime() - begin[0];
    for (int i = 0; i < 8_000; i++) {
      if (i == 4_000) begin[1] = clock.getCurrentThreadCpuTime();
      for (byte b : out) { sum = (sum >>> 1) ^ (b & 0xff) ^ (-(sum & 1) & 0xedb88320); }
    }
    begin[1] = clock.getCurrentThreadCpuTime() - begin[1];
    System.out.println(begin[0] / 1000 + " " + begin[1] / 1000);
  }
}
JAVA
javac -d classes Encrypt.java || exit 2
read -r aes java_code <<<"$(java -cp classes Encrypt)"
read -r aes_c1 java_code_c1 <<<"$(java -XX:TieredStopAtLevel=1 -cp classes Encrypt)"
check_between "AES-GCM, CPU of C1 over C2" 10 200 "$(awk "BEGIN { print $aes_c1 / $aes }")"
check_between "a loop of integers, CPU of C1 over C2" 0.5 4 "$(awk "BEGIN { print $java_code_c1 / $java_code }")"
finish
