#!/usr/bin/env bash
# Guess:  Which tool has made a PKCS12 file does not matter to who reads it: some thousand rounds of the password's hash, 1
#         or 2 ms of CPU.
# So:     NSS' pk12util and GnuTLS' certtool take 600,000 rounds, 300 times as many as OpenSSL, and three times in a file:
#         for the key, the certificates and the whole. Reading such a file costs Java and OpenSSL 300 ms and more each time.
#         Once at the start that is nothing. But clients that open their key store for each connection pay it for each, many
#         times what the rest of a TLS handshake costs, and so do servers whose key manager decrypts the key in each
#         handshake (see redis-java-clients-resumption and key-manager-password-hash). The cure is to write the file again by
#         `openssl pkcs12` or keytool.
# Seen:   29 November 2026, rounds for the whole, the certificates, the key: OpenSSL 3.0.22 2,048 each, keytool of JDK 17
#         10,000 each, cryptography 50.0.2 2,048, 20,000, 20,000; GnuTLS 3.7.9 and NSS 3.87.1 600,000 each. CPU of Java 17 to
#         read the file and its key, the least of six or ten times: 2.2 ms (on a loaded machine 11) for OpenSSL's, 12 for
#         cryptography's, 340 for NSS'; JDK 25 the same. A process of openssl: 4 and 440 ms.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need openssl keytool java javac
certificate
python_with py cryptography==50.0.2
tools=$PATH
debian libnss3-tools libnss3 libnspr4 gnutls-bin libgnutls30 libgnutls-dane0 libopts25 libunbound8
nss_path=$PATH nss_libraries=$LD_LIBRARY_PATH
export PATH=$tools
unset LD_LIBRARY_PATH
of_debian() { # COMMAND...: with the libraries of these packages, which the other commands do not get
  PATH=$nss_path LD_LIBRARY_PATH=$nss_libraries "$@" >tool.log 2>&1 || missing "$1 failed: $(tail -1 tool.log)"
}
mkdir files database
cp tls/server.p12 files/openssl.p12
keytool -importkeystore -srckeystore tls/server.p12 -srcstorepass changeit \
  -destkeystore files/keytool.p12 -deststoretype PKCS12 -deststorepass changeit \
  >tool.log 2>&1 || missing "keytool failed: $(tail -1 tool.log)"
of_debian certutil -N -d sql:database --empty-password
of_debian pk12util -i tls/server.p12 -d sql:database -W changeit -K ''
of_debian pk12util -o files/nss.p12 -n server -d sql:database -W changeit -K ''
of_debian certtool --load-certificate tls/server.pem --load-privkey tls/server.key --to-p12 --outder --outfile files/gnutls.p12 \
  --p12-name server --password changeit
py/bin/python -W ignore - <<'PYTHON' || missing "cryptography could not write a file"
from cryptography import x509
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, load_pem_private_key, pkcs12
certificate = x509.load_pem_x509_certificate(open("tls/server.pem", "rb").read())
key = load_pem_private_key(open("tls/server.key", "rb").read(), None)
with open("files/cryptography.p12", "wb") as file:
    file.write(pkcs12.serialize_key_and_certificates(b"server", key, certificate, None, BestAvailableEncryption(b"changeit")))
PYTHON
cat >Read.java <<'JAVA'
import java.io.*;
import java.lang.management.ManagementFactory;
import java.security.KeyStore;
class Read {
  public static void main(String[] arguments) throws Exception {
    char[] password = "changeit".toCharArray();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10; i++) {
      long before = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = new BufferedInputStream(new FileInputStream(arguments[0]))) { store.load(in, password); }
      store.getKey(store.aliases().nextElement(), password);
      least = Math.min(least, ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - before);
    }
    System.out.println(least / 1e6);
  }
}
JAVA
javac -d classes Read.java || exit 2
rounds() { # NAME: of the whole, then of its parts, in order of size of the number
  openssl pkcs12 -in "files/$1.p12" -info -noout -passin pass:changeit 2>&1 |
    sed -nE 's/.*Iteration ([0-9]+).*/\1/p' | sort -n | tr '\n' ' ' | sed 's/ $//'
}
java_ms() { java -cp classes Read "files/$1.p12" 2>read.log || missing "Java could not read it: $(tail -1 read.log)"; }
openssl_ms() { # NAME: user time of a process
  { TIMEFORMAT=%U; time \
    openssl pkcs12 -in "files/$1.p12" -nodes -passin pass:changeit -out /dev/null 2>/dev/null; } 2>&1 | awk '{ print $1 * 1000 }'
}
check "rounds, OpenSSL" "2048 2048 2048" "$(rounds openssl)"
check "rounds, keytool" "10000 10000 10000" "$(rounds keytool)"
check "rounds, cryptography" "2048 20000 20000" "$(rounds cryptography)"
check "rounds, GnuTLS' certtool" "600000 600000 600000" "$(rounds gnutls)"
check "rounds, NSS' pk12util" "600000 600000 600000" "$(rounds nss)"
least=$(java_ms openssl) most=$(java_ms nss)
echo "  ms of CPU for Java: OpenSSL's file $least, keytool's $(java_ms keytool)"
echo "  and cryptography's $(java_ms cryptography), GnuTLS' $(java_ms gnutls), NSS' $most"
check_between "NSS' relative to OpenSSL's" 10 600 "$(awk "BEGIN { print $most / $least }")"
echo "  ms of CPU for a process of openssl: OpenSSL's file $(openssl_ms openssl), NSS' $(openssl_ms nss)"
finish
