#!/usr/bin/env bash
# Guess:  ARIA, which Korea's authorities ask for, is a cipher like AES: without instructions of the processor it costs several
#         times the CPU, in Java as in OpenSSL.
# So:     In OpenSSL ten times. In Java, where Bouncy Castle has the only ARIA (and the only Camellia and SM4), about a hundred
#         times the JDK's AES-GCM: AES and GHASH are instructions there, and with Bouncy Castle neither the cipher nor GHASH is.
#         Its own AES-GCM is a third of that, so that most of it is not the cipher's doing.
# Seen:   28 November 2026, x86-64 with AES-NI, records of 16,000 bytes, one side: OpenJDK 17.0.15 and bcprov 1.84,
#         AES-GCM 331 us/MB (JDK) and 12,400 (Bouncy Castle), ARIA-GCM 35,400; Node 20.20 (OpenSSL 3.0), 897 and 9,464.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac node
grep -qE '(^| )aes( |$)' /proc/cpuinfo 2>/dev/null || missing "needs a processor whose /proc/cpuinfo names aes (x86-64 with AES-NI, or arm64)"
jars bc org.bouncycastle:bcprov-jdk18on:1.84
node_with node@24.11.1
cat >Encrypt.java <<'JAVA'
import java.lang.management.*; import java.security.Provider; import java.security.Security; import javax.crypto.*; import javax.crypto.spec.*;
class Encrypt {
  public static void main(String[] arguments) throws Exception {
    Security.addProvider((Provider) Class.forName("org.bouncycastle.jce.provider.BouncyCastleProvider").getConstructor().newInstance());
    System.out.printf("%.0f %.0f %.0f%n", micros("AES", "SunJCE", 16_000), micros("AES", "BC", 1_000), micros("ARIA", "BC", 1_000));
  }
  static double micros(String algorithm, String provider, int records) throws Exception { // of CPU for each MB
    ThreadMXBean clock = ManagementFactory.getThreadMXBean();
    byte[] record = new byte[16_000], out = new byte[16_100];
    Cipher cipher = Cipher.getInstance(algorithm + "/GCM/NoPadding", provider);
    long begin = 0;
    for (int i = 0; i < 2 * records; i++) {
      if (i == records) begin = clock.getCurrentThreadCpuTime();
      byte[] nonce = new byte[12];
      nonce[0] = (byte) i; nonce[1] = (byte) (i >> 8);
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[32], algorithm), new GCMParameterSpec(128, nonce));
      cipher.doFinal(record, 0, record.length, out);
    }
    return (clock.getCurrentThreadCpuTime() - begin) / 1e3 / (records * 0.016);
  }
}
JAVA
cat >encrypt.js <<'JS'
const crypto = require('crypto');
const record = Buffer.alloc(16000);
const micros = name => {
  const once = () => { const cipher = crypto.createCipheriv(name, Buffer.alloc(32), Buffer.alloc(12)); cipher.update(record); cipher.final(); };
  for (let i = 0; i < 1000; i++) once();
  const before = process.cpuUsage();
  for (let i = 0; i < 4000; i++) once();
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 64;
};
console.log(micros('aes-256-gcm').toFixed(0), micros('aria-256-gcm').toFixed(0));
JS
javac -d classes Encrypt.java || exit 2
read -r jdk bouncy aria <<<"$(java -cp "classes:bc/*" Encrypt)"
read -r openssl openssl_aria <<<"$(node_modules/node/bin/node encrypt.js)"
over() { awk "BEGIN { printf \"%.1f\", $1 / $2 }"; }
check_between "Java: ARIA-GCM over the JDK's AES-GCM, CPU" 40 300 "$(over "$aria" "$jdk")"
check_between "Java: ARIA-GCM over Bouncy Castle's AES-GCM" 1.5 6 "$(over "$aria" "$bouncy")"
check_between "OpenSSL: ARIA-GCM over AES-GCM" 4 40 "$(over "$openssl_aria" "$openssl")"
finish
