#!/usr/bin/env bash
# Guess:  With Bouncy Castle as the first provider a PKCS12 file made by keytool is read as before; if not, the message
#         says what is missing.
# So:     The JDK's own PKCS12 implementation asks the first provider for the cipher of the file and cannot use Bouncy
#         Castle's. It says "keystore password was incorrect", with the right password. Bouncy Castle as the last
#         provider: all is well. KeyStore.getInstance("PKCS12") without a provider finds Bouncy Castle's own: well, too.
# Seen:   27 November 2026, bcprov-jdk18on 1.84, OpenJDK 17.0.15 and 25.0.2; files of keytool and of OpenSSL 3.0 alike.
. "${BASH_SOURCE[0]%/*}/lib.sh"
need java javac
certificate
jars bc org.bouncycastle:bcprov-jdk18on:1.84
cat >Open.java <<'JAVA'
import java.io.*; import java.security.*;
class Open {
  public static void main(String[] arguments) throws Exception {
    Provider bouncyCastle = (Provider) Class.forName("org.bouncycastle.jce.provider.BouncyCastleProvider").getConstructor().newInstance();
    if (arguments[0].equals("first")) Security.insertProviderAt(bouncyCastle, 1); else Security.addProvider(bouncyCastle);
    for (String file : new String[] {"tls/trust.p12", "tls/server.p12"}) {
      KeyStore store = arguments[1].equals("any") ? KeyStore.getInstance("PKCS12") : KeyStore.getInstance("PKCS12", arguments[1]);
      try (InputStream in = new FileInputStream(file)) {
        store.load(in, "changeit".toCharArray());
        System.out.print(store.size() + " entry; ");
      } catch (IOException e) { System.out.print(e.getMessage() + "; "); }
    }
  }
}
JAVA
javac -d classes Open.java || exit 2
check "Bouncy Castle last, the JDK's PKCS12" "1 entry; 1 entry; " "$(java -cp 'classes:bc/*' Open last SUN)"
check "Bouncy Castle first, the JDK's PKCS12" "keystore password was incorrect; keystore password was incorrect; " "$(java -cp 'classes:bc/*' Open first SUN)"
check "Bouncy Castle first, any PKCS12" "1 entry; 1 entry; " "$(java -cp 'classes:bc/*' Open first any)"
finish
