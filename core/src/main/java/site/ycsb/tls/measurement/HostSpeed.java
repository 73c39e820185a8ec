package site.ycsb.tls.measurement;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * How fast this host is just now, in the two currencies of TLS: an RSA-2048 signature and AES-GCM
 * over 16 KiB. Hosts drift by up to 1.6 times, so each run is bracketed by two of these.
 *
 * @param rsaSignMicros median time of a signature, µs
 * @param aesGcmMicros median time to encrypt 16 KiB, µs
 */
public record HostSpeed(double rsaSignMicros, double aesGcmMicros) {
  private static final long WARMUP_NANOS = 150_000_000;
  private static final long LONGEST_WARMUP_NANOS = 3_000_000_000L;
  private static final long SAMPLE_NANOS = 50_000_000;
  private static final int MOST_SAMPLES = 100_000;

  /**
   * Measures it, in about 0.4 s, more on a busy host: without the warm-up, the just-in-time
   * compiler is measured (AES-GCM on JDK 17 takes 60 times as long until it is compiled).
   */
  public static HostSpeed measure() {
    try {
      Work rsa = signature();
      Work gcm = encryption(16 * 1024);
      warmUp(rsa, 200);
      warmUp(encryption(256), 50_000);
      return new HostSpeed(medianMicros(rsa), medianMicros(gcm));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JVM has RSA and AES-GCM", e);
    }
  }

  private interface Work {
    void once() throws GeneralSecurityException;
  }

  /**
   * Until it was done so often, so that the compiler has seen it, however little CPU time we get.
   */
  private static void warmUp(Work work, int times) throws GeneralSecurityException {
    long start = System.nanoTime();
    long elapsed = 0;
    for (int done = 0;
        (done < times || elapsed < WARMUP_NANOS) && elapsed < LONGEST_WARMUP_NANOS;
        done++) {
      work.once();
      elapsed = System.nanoTime() - start;
    }
  }

  private static double medianMicros(Work work) throws GeneralSecurityException {
    long[] samples = new long[MOST_SAMPLES];
    int count = 0;
    long start = System.nanoTime();
    long before = start;
    while (count == 0 || (before - start < SAMPLE_NANOS && count < MOST_SAMPLES)) {
      work.once();
      long after = System.nanoTime();
      samples[count++] = after - before;
      before = after;
    }
    Arrays.sort(samples, 0, count);
    return samples[count / 2] / 1e3;
  }

  /**
   * A key from two primes of sparse form, so that every run signs with the same one and none must
   * be searched for: 2^1023 + 2^1022 + 1037 and 2^1023 + 2^1022 + 2^1021 + 309. Of no use as a
   * secret.
   */
  private static Work signature() throws GeneralSecurityException {
    BigInteger base = BigInteger.ONE.shiftLeft(1023).setBit(1022);
    BigInteger p = base.add(BigInteger.valueOf(1037));
    BigInteger q = base.setBit(1021).add(BigInteger.valueOf(309));
    BigInteger pMinusOne = p.subtract(BigInteger.ONE);
    BigInteger qMinusOne = q.subtract(BigInteger.ONE);
    BigInteger e = BigInteger.valueOf(65537);
    BigInteger d = e.modInverse(pMinusOne.multiply(qMinusOne));
    PrivateKey key =
        KeyFactory.getInstance("RSA")
            .generatePrivate(
                new RSAPrivateCrtKeySpec(
                    p.multiply(q),
                    e,
                    d,
                    p,
                    q,
                    d.mod(pMinusOne),
                    d.mod(qMinusOne),
                    q.modInverse(p)));
    Signature signature = Signature.getInstance("SHA256withRSA");
    byte[] message = new byte[32];
    return () -> {
      signature.initSign(key);
      signature.update(message);
      signature.sign();
    };
  }

  private static Work encryption(int bytes) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    SecretKeySpec key = new SecretKeySpec(new byte[16], "AES");
    byte[] clear = new byte[bytes];
    byte[] encrypted = new byte[bytes + 16];
    byte[] nonce = new byte[12];
    return () -> {
      // The JDK refuses to encrypt twice with the same nonce.
      for (int i = 0; i < nonce.length && ++nonce[i] == 0; i++) {}
      cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
      cipher.doFinal(clear, 0, clear.length, encrypted, 0);
    };
  }
}
