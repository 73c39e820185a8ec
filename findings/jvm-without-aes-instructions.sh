#!/usr/bin/env bash
# Guess:  A virtual machine whose processor hides its AES instructions (QEMU's default types do) makes AES-GCM some five to
#         ten times as dear; half of it is back once the AES instructions are there.
# So:     25 times. And AES is the lesser half: without the instruction for GHASH alone (PCLMULQDQ), AES-GCM is as dear as
#         without both, or dearer. ChaCha20-Poly1305 costs what it did.
# Seen:   27 November 2026, OpenJDK 17.0.15 and 25.0.3, x86-64: 200 MB in records of 16,000 bytes; AES-GCM without AES
#         26 times the CPU, without GHASH's instruction 36 times; ChaCha20-Poly1305 without AES 1.0 times.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
grep -qw aes /proc/cpuinfo && grep -qw pclmulqdq /proc/cpuinfo || missing "needs a processor whose /proc/cpuinfo names aes and pclmulqdq (x86-64)"
cat >Encrypt.java <<'JAVA'
import java.lang.management.*; import java.security.spec.*; import javax.crypto.*; import javax.crypto.spec.*;
class Encrypt {
  public static void main(String[] arguments) throws Exception {
    boolean aes = arguments[0].startsWith("AES");
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    byte[] record = new byte[16_000], out = new byte[16_100];
    Cipher cipher = Cipher.getInstance(arguments[0], "SunJCE");
    long begin = 0;
    for (int i = 0; i < 12_000; i++) {
      if (i == 6_000) begin = clock.getCurrentThreadCpuTime();
      byte[] nonce = new byte[12];
      nonce[0] = (byte) i; nonce[1] = (byte) (i >> 8);
      AlgorithmParameterSpec spec = aes ? new GCMParameterSpec(128, nonce) : new IvParameterSpec(nonce);
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[32], aes ? "AES" : "ChaCha20"), spec);
      cipher.doFinal(record, 0, record.length, out);
    }
    System.out.println((clock.getCurrentThreadCpuTime() - begin) / 1000);
  }
}
JAVA
javac -d classes Encrypt.java || exit 2
cpu() { java "${@:2}" -cp classes Encrypt "$1"; }
ratio() { awk "BEGIN { print $1 / $2 }"; }
aes=$(cpu AES/GCM/NoPadding)
chacha=$(cpu ChaCha20-Poly1305)
check_between "AES-GCM without the AES instructions, times the CPU" 12 100 "$(ratio "$(cpu AES/GCM/NoPadding -XX:-UseAES)" "$aes")"
check_between "AES-GCM without the one for GHASH only" 12 150 \
  "$(ratio "$(cpu AES/GCM/NoPadding -XX:+UnlockDiagnosticVMOptions -XX:-UseGHASHIntrinsics)" "$aes")"
check_between "ChaCha20-Poly1305 without the AES instructions" 0.6 1.7 "$(ratio "$(cpu ChaCha20-Poly1305 -XX:-UseAES)" "$chacha")"
finish
