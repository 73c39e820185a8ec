package site.ycsb.tls.comparison.explanation;

import java.util.List;
import java.util.regex.Pattern;
import site.ycsb.tls.comparison.result.Side;

/**
 * What CPU time is spent on, in the order of tables. A stack belongs to the category of the frame
 * nearest to its leaf that has one: what a library of Java does ({@code java.util.Arrays.copyOf},
 * looking for an algorithm among the providers) is a cost of whoever calls it, and so is what
 * Netty's buffers do, also where Netty's channels copy what a handler writes into a direct buffer.
 * A frame belongs to the first category that knows its name.
 *
 * <p>A new category is a constant here, and stacks of it are kept in the tests.
 */
public enum CostCategory {
  /** Encryption, authentication and hashes of records; hashes of handshakes. */
  CIPHER(
      "cipher and hash",
      "com\\.sun\\.crypto\\.provider\\.(AES|GaloisCounterMode|GCTR|GHASH|ChaCha20|Poly1305|CipherCore|CipherBlockChaining|CipherFeedback|Counter|ElectronicCodeBook|FeedbackCipher|Symmetric|DES|ARCFOUR|PKCS5Padding|Hmac)",
      "javax\\.crypto\\.(Cipher|Mac)\\b",
      "java\\.security\\.MessageDigest",
      "sun\\.security\\.provider\\.(SHA|MD[245]|DigestBase|ByteArrayAccess)",
      "sun\\.security\\.util\\.math\\.intpoly\\.IntegerPolynomial1305",
      "org\\.bouncycastle\\.crypto\\.engines\\.(?!RSA)",
      "org\\.bouncycastle\\.crypto\\.(modes|macs|digests|paddings)\\.",
      "org\\.bouncycastle\\.jcajce\\.provider\\.(symmetric|digest)\\.",
      "org\\.bouncycastle\\.tls\\.crypto\\.impl\\.jcajce\\.(JceAEADCipher|JceBlockCipher|JceChaCha20|GCMUtil|JceTlsHMAC|JcaTlsHash)",
      "(aes|AES|vpaes|bsaes|aesni|gcm|GCM|ghash|CRYPTO_gcm|CRYPTO_ghash|[Cc]ha[Cc]ha20|[Pp]oly1305|aead|HMAC|hmac)(_|[A-Z0-9]|$)",
      "CRYPTO_(poly|chacha|ctr128|cbc128|ccm128)",
      "EVP_(AEAD|Encrypt|Decrypt|Cipher|DigestUpdate|DigestFinal|DigestInit)",
      "(sha|SHA)\\d+_|md5_|MD5_",
      "(aescrypt|aesctr|counterMode|electronicCodeBook|cipherBlockChaining|galoisCounterMode)_"),

  /** The key exchange of handshakes, and keys derived from it. */
  KEY_EXCHANGE(
      "key exchange",
      "sun\\.security\\.ec\\.(XDH|XEC|ECDHKeyAgreement|ECKeyPairGenerator)",
      "com\\.sun\\.crypto\\.provider\\.(DH|RSACipher|Tls|ML_KEM|HKDF|KEM)",
      "sun\\.security\\.provider\\.ML_KEM",
      "javax\\.crypto\\.(KeyAgreement|KEM|KDF)",
      "java\\.security\\.KeyPairGenerator",
      "sun\\.security\\.ssl\\.(\\w*KeyExchange|\\w*KeyDerivation|KA\\w+|XDH\\w*|ECDHE?\\w*|DHE?Possession\\w*|SSLSecretDerivation|HKDF|KeyShareExtension|Hybrid\\w*|NamedGroup)",
      "org\\.bouncycastle\\.math\\.ec\\.rfc7748\\.",
      "org\\.bouncycastle\\.crypto\\.(agreement|generators|kems)\\.",
      "org\\.bouncycastle\\.jcajce\\.provider\\.asymmetric\\.\\w+\\.(KeyAgreementSpi|KeyPairGeneratorSpi)",
      "org\\.bouncycastle\\.tls\\.crypto\\.impl\\.jcajce\\.(JceTls(EC)?DH|JceX|JceTlsECDomain|JceTlsMLKem)",
      "org\\.bouncycastle\\.tls\\.crypto\\.impl\\.jcajce\\.(JceTlsSecret|JceDefaultTlsCredentialedDecryptor)",
      "(X25519|x25519|ECDH|EVP_PKEY_derive|EVP_HPKE|HKDF|tls1_prf|CRYPTO_tls1|fiat_25519|curve25519)"),

  /** Making signatures. */
  SIGNATURE(
      "signature",
      "sun\\.security\\.(rsa|ec|ec\\.ed|provider)\\.\\w*Sign\\w*(\\$\\w+)?\\.engineSign",
      "sun\\.security\\.ec\\.ECDSAOperations\\.sign",
      "sun\\.security\\.ec\\.ed\\.EdDSAOperations\\.sign",
      "sun\\.security\\.provider\\.ML_DSA\\.sign",
      "java\\.security\\.Signature(\\$Delegate)?\\.(engineS|s)ign\\b",
      "org\\.bouncycastle\\.crypto\\.signers\\.\\w+\\.generateSignature",
      "org\\.bouncycastle\\.math\\.ec\\.rfc8032\\.\\w+\\.sign",
      "org\\.bouncycastle\\.jcajce\\.provider\\.asymmetric\\..*\\.engineSign",
      "org\\.bouncycastle\\.tls\\.crypto\\.impl\\.jcajce\\.\\w+Signer\\.",
      "(RSA_sign|ECDSA_sign|ED25519_sign|EVP_DigestSign|EVP_PKEY_sign|rsa_default_private_transform|RSA_private)"),

  /** Checking signatures, certificates and their path. */
  VERIFICATION(
      "certificates and their verification",
      "sun\\.security\\.(rsa|ec|ec\\.ed|provider)\\.\\w*Sign\\w*(\\$\\w+)?\\.engineVerify",
      "sun\\.security\\.ec\\.ECDSAOperations\\.verify",
      "sun\\.security\\.ec\\.ed\\.EdDSAOperations\\.verify",
      "java\\.security\\.Signature(\\$Delegate)?\\.(engineV|v)erify\\b",
      "(sun\\.security\\.(provider\\.certpath|validator|x509|pkcs|util\\.(HostnameChecker|Der|ObjectIdentifier|KnownOIDs|\\w*Algorithm\\w*Constraints|\\w*DisabledAlgorithm))|java\\.security\\.cert\\.)",
      "sun\\.security\\.ssl\\.(X509TrustManager|AbstractTrustManagerWrapper|CertificateMessage|CertificateVerify|X509Authentication|SSLAlgorithmConstraints)",
      "javax\\.net\\.ssl\\.X509",
      "org\\.bouncycastle\\.crypto\\.signers\\.\\w+\\.verifySignature",
      "org\\.bouncycastle\\.math\\.ec\\.rfc8032\\.\\w+\\.verify",
      "org\\.bouncycastle\\.jcajce\\.provider\\.asymmetric\\..*\\.engineVerify",
      "org\\.bouncycastle\\.(asn1|cert|x509|jcajce\\.provider\\.asymmetric\\.x509)\\.",
      "org\\.bouncycastle\\.jsse\\.provider\\.(ProvX509TrustManager|ProvAlgorithm|ProvDTLS|DisabledAlgorithm|HostnameUtil|\\w*Constraints)",
      "org\\.bouncycastle\\.tls\\.crypto\\.impl\\.jcajce\\.(\\w+Verifier|JcaTlsCertificate)",
      "org\\.conscrypt\\.(TrustManagerImpl|OpenSSLX509|ChainStrengthAnalyzer|OkHostnameVerifier|CertPinManager|TrustedCertificate)",
      "(RSA_verify|ECDSA_verify|ED25519_verify|EVP_DigestVerify|EVP_PKEY_verify|X509_|ASN1_|asn1_|d2i_|CBS_)",
      "site\\.ycsb\\.tls\\.verify\\."),

  /** What a native library of TLS does in functions whose names are not known. */
  NATIVE_TLS(
      "native TLS library (cipher, records, handshakes)",
      "(/.*/)?lib(conscrypt|netty_tcnative)",
      "io\\.netty\\.internal\\.tcnative\\."),

  /** Records: their headers, buffers and copies, and the state of a connection. */
  RECORD_LAYER(
      "record layer and its copies",
      "sun\\.security\\.ssl\\.(SSL(Socket|Engine)(Input|Output)Record|\\w*InputRecord|\\w*OutputRecord|SSLCipher|Record|Plaintext|Authenticator|SSL(Socket|Engine)Impl|SSLTransport|TransportContext\\.(dispatch|isPostHandshake|isNegotiated|isInbound|isOutbound)|SSLRecord|BaseSSLSocket|Ciphertext|ContentType|SSLConfiguration|SSLSessionImpl\\.get)",
      "javax\\.net\\.ssl\\.SSL(Engine|Socket)(Result)?\\b",
      "org\\.bouncycastle\\.tls\\.(RecordStream|ByteQueue|TlsInputStream|TlsOutputStream|TlsProtocol\\.(read|write|processRecord|processApplicationData|safeRead|safeWrite|readApplicationData|writeApplicationData|offer|applicationData|isHandshaking))",
      "org\\.bouncycastle\\.tls\\.crypto\\.impl\\.(TlsAEADCipher|TlsBlockCipher|TlsNullCipher|TlsSuiteHMac)",
      "org\\.bouncycastle\\.jsse\\.provider\\.(ProvSSLSocket\\w*\\$App|ProvSSLSocket\\w+\\.(handshakeIfNecessary|isClosed)|ProvSSLEngine|ProvSSLSocketDirect\\$)",
      "org\\.conscrypt\\.(NativeCrypto\\.((ENGINE_)?SSL_(read|write|pending)|getDirectBufferAddress)|NativeSsl\\w*\\.(read|write|pending|getPending|lock)|\\w*Engine(Socket)?\\b|ConscryptFileDescriptorSocket|Conscrypt\\w*Socket|Java8Engine|BufferAllocator|AllocatedBuffer|NativeSsl\\$BioWrapper)",
      "io\\.netty\\.handler\\.ssl\\.",
      "(SSL_read|SSL_write|SSL_pending|ssl3_(read|write)|ssl_(read|write)_buffer|tls_(open|seal)|do_tls_write|tls_write|bssl::(tls_(open|seal|write)|SSL(AEAD|Buffer)))"),

  /** Messages of handshakes, and what a connection needs besides cryptography. */
  HANDSHAKE(
      "handshake messages",
      "sun\\.security\\.ssl\\.",
      "javax\\.net\\.(ssl\\.)?",
      "java\\.security\\.SecureRandom",
      "sun\\.security\\.(provider\\.(NativePRNG|DRBG|HashDrbg|AbstractDrbg|SecureRandom)|util\\.KeyUtil)",
      // Records and handshakes call the others.
      "org\\.bouncycastle\\.(jsse|tls)\\.(?!TlsUtils|ProtocolVersion|AbstractTlsContext)",
      "org\\.conscrypt\\.",
      "(SSL_|ssl_|bssl::|BIO_|OPENSSL_|RAND_)"),

  /** The kernel, and the way to it. */
  SYSTEM_CALLS(
      "system calls and network stack",
      ".*_\\[k\\]$|\\[system\\]",
      "(__)?(libc_|GI_+|internal_)?(send|recv|sendto|recvfrom|sendmsg|recvmsg|read|write|readv|writev|pread64|pwrite64|poll|ppoll|select|epoll_wait|epoll_pwait|epoll_ctl|connect|accept4?|close|shutdown|socket|setsockopt|getsockopt|getsockname|fcntl|fcntl64|ioctl|open|openat|open64|fstat|lseek|munmap|mmap|madvise|mprotect|sched_yield|nanosleep|clock_nanosleep|futex\\w*|syscall|syscall_cancel\\w*|internal_syscall_cancel|lll_lock_\\w*)(_nocancel|_cancel|64|2)?(@.*)?$",
      "__?(futex_abstimed\\w*|pthread_cond\\w*|pthread_mutex\\w*|lll_\\w+)|pthread_(cond|mutex)_\\w+|Unsafe_(Park|Unpark)|Parker::|PlatformEvent::|ObjectMonitor::",
      "(NET_|Java_sun_nio_ch|Java_java_net|JVM_Socket)",
      "sun\\.nio\\.ch\\.",
      "java\\.net\\.",
      "java\\.nio\\.channels\\.",
      "jdk\\.internal\\.misc\\.Unsafe\\.(park|unpark)",
      "java\\.util\\.concurrent\\.locks\\.LockSupport\\.",
      "io\\.netty\\.channel\\.(epoll|unix|nio|uring|kqueue|socket)\\."),

  /** Cipher, hash and keys of a server that is no JVM. */
  CRYPTOGRAPHY_LIBRARY(
      "cryptography library",
      "\\[object lib(crypto|gcrypt|nettle|hogweed|gmp|mbedcrypto|freebl|softokn)"),

  /** Records and handshakes of a server that is no JVM. */
  TLS_LIBRARY("TLS library", "\\[object lib(ssl|gnutls|mbedtls|wolfssl|s2n|nss3|nssutil)"),

  /** Copies and allocation of a server that is no JVM, for all of its code. */
  C_LIBRARY("C library", "\\[object (libc[.-]|libm[.-]|libpthread[.-]|ld-|.*malloc)"),

  /** What else it has loaded. */
  OTHER_LIBRARIES("other libraries", "\\[object ([^ ]*\\.so\\b|\\[vdso)"),

  /**
   * All that a server does in its own code, where no profiler looks into it; with that of its
   * libraries, where they are not known.
   */
  OWN_CODE("the server's own code", "\\[user\\]|\\[object "),

  /**
   * Garbage collection, the threads that clean up after it, and what memory costs when it is
   * allocated. Not what a thread cleans up itself: that is a cost of whoever closes or clears.
   */
  COLLECTOR(
      "garbage collector and allocation",
      "(G1|PS[A-Z]|Parallel|Serial|DefNew|Tenured|Shenandoah|Z[A-Z][a-z]+|Card|Mark|Gang|Steal|Concurrent|GC|Collected|Mem|Thread[Ll]ocalAlloc|WorkerThread|WorkGang|VM_\\w*(GC|Collect)|Old|Young|Generation|Space|Contiguous|Mutable|oop|Oop)\\w*(::|Task|Thread)",
      "(OptoRuntime::new_|Runtime1::new_|(Instance|TypeArray|ObjArray|Array)Klass::allocate|_new_(array|instance)\\w*|InterpreterRuntime::(new|anewarray|newarray))",
      "java\\.lang\\.ref\\.(Reference\\$ReferenceHandler|Finalizer\\$FinalizerThread)",
      "jdk\\.internal\\.ref\\.CleanerImpl\\.run"),

  /** YCSB's workload, and what this program counts. */
  HARNESS("harness", "site\\.ycsb\\.", "org\\.HdrHistogram\\."),

  /** The driver or, of a server, the database: all Java that is not of the JDK's. */
  DRIVER(
      "driver or database, and codec",
      "(?!(java|javax|jdk|sun|com\\.sun|org\\.bouncycastle|org\\.conscrypt|io\\.netty\\.(buffer|util(?!\\.concurrent)))\\.)([a-z_]\\w*\\.)+[A-Z_$][^.]*\\.[^.]+$"),

  /** Threads of the JVM that are neither the collector's nor compilers': all begin there. */
  JVM("threads of the JVM", "(__)?clone3?$", "start_thread$", "thread_native_entry$"),

  /** What no pattern knows. */
  REST("the rest");

  /** A thread of the collector has one of its frames so near to the root. */
  private static final int FRAMES_OF_A_THREAD = 6;

  /**
   * Where Netty copies what is written and not in a direct buffer. With the JDK's TLS that is every
   * record, since {@code SslHandler} encrypts into buffers on the heap.
   */
  private static final Pattern NETTY_COPY =
      Pattern.compile("io\\.netty\\.channel\\.\\w+\\.Abstract\\w+Channel\\.newDirectBuffer0?");

  /**
   * The frames between the handler that writes and that copy: Netty's, and handlers of this
   * program, which only watch what is passed on (Cassandra's {@code ConnectionWatch}).
   */
  private static final Pattern PASSING_ON =
      Pattern.compile("(io\\.netty\\.channel|site\\.ycsb\\.tls)\\.");

  private final String label;
  private final Pattern frames;

  CostCategory(String label, String... frames) {
    this.label = label;
    this.frames = Pattern.compile(frames.length == 0 ? "(?!)" : String.join("|", frames));
  }

  /** The words in tables of both sides. */
  public String label() {
    return label;
  }

  /** The words where one side is spoken of. */
  public String label(Side side) {
    return this == DRIVER
        ? (side == Side.SERVER ? "database and codec" : "driver and codec")
        : label;
  }

  private boolean has(String frame) {
    return frames.matcher(frame).lookingAt();
  }

  /** The category of a stack: frames from the root to the leaf with semicolons between. */
  public static CostCategory of(String stack) {
    List<String> frames = CollapsedStacks.frames(stack);
    // The system calls of the collector's threads are its own.
    if (frames.stream().limit(FRAMES_OF_A_THREAD).anyMatch(COLLECTOR::has)) {
      return COLLECTOR;
    }
    boolean copied = false;
    for (int i = frames.size() - 1; i >= 0; i--) {
      String frame = frames.get(i);
      copied |= NETTY_COPY.matcher(frame).matches();
      if (copied && PASSING_ON.matcher(frame).lookingAt()) {
        continue;
      }
      for (CostCategory category : values()) {
        if (category.has(frame)) {
          return category;
        }
      }
    }
    return REST;
  }
}
