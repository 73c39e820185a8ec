package site.ycsb.tls.verify;

import java.net.Socket;
import java.security.Principal;
import java.security.Provider;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import site.ycsb.tls.option.ClientCertificate;
import site.ycsb.tls.option.TlsProperties;

/**
 * The client's certificate and key, if the options name any, and what became of them: whether a
 * server asked, which issuers it accepts, and whether a certificate was sent. So that a refusal can
 * be explained. Thread-safe; of several connections it remembers the last.
 */
public final class ClientKeys {
  private static final int ISSUERS_TO_NAME = 3;

  private final KeyManager[] managers;
  private final String given;
  private volatile Request last;

  /**
   * What a server asked for.
   *
   * @param issuers that it accepts; empty: any
   * @param chain what was sent; empty: nothing
   */
  private record Request(List<String> issuers, List<X509Certificate> chain) {}

  private ClientKeys(KeyManager[] managers, String given) {
    this.given = given;
    this.managers =
        Arrays.stream(managers)
            .map(own -> own instanceof X509ExtendedKeyManager keys ? new Witness(keys) : own)
            .toArray(KeyManager[]::new);
  }

  /** No certificate. */
  public static ClientKeys none() {
    return new ClientKeys(new KeyManager[0], "");
  }

  /**
   * Those of the files.
   *
   * @param inUse the JSSE provider that will use them
   */
  public static ClientKeys of(ClientCertificate client, Provider inUse) {
    String given =
        client instanceof ClientCertificate.Pem pem
            ? TlsProperties.CERT + "=" + pem.certificate()
            : TlsProperties.KEYSTORE + "=" + ((ClientCertificate.Store) client).file();
    return new ClientKeys(KeyMaterial.keyManagers(client, Optional.of(inUse)), given);
  }

  /** For a context. */
  public KeyManager[] managers() {
    return managers.clone();
  }

  /** What became of the certificate; empty when the options name none. */
  public Optional<String> inWords() {
    if (managers.length == 0) {
      return Optional.empty();
    }
    Request request = last;
    if (request == null) {
      return Optional.of(given + " was not sent: the server did not ask for a certificate");
    }
    return Optional.of(
        request.chain.isEmpty()
            ? given + " was not sent: the server accepts those of " + named(request.issuers)
            : given + " was sent (" + request.chain.get(0).getSubjectX500Principal() + ")");
  }

  /**
   * Why a server refused the client.
   *
   * @param where the server
   * @param alert name of its alert
   */
  String refused(String where, String alert) {
    String what =
        "%s refuses the client's certificate, or its lack (alert %s)".formatted(where, alert);
    Request request = last;
    if (managers.length == 0) {
      return what + "; set tls.cert and tls.key, or tls.keystore";
    }
    if (request == null) {
      return "%s ended the connection (alert %s) without asking for %s; look at the server's log"
          .formatted(where, alert, given);
    }
    if (request.chain.isEmpty()) {
      return "%s: it accepts certificates issued by %s, and %s is none of these, so it was not sent; give one that an accepted CA issued, with all intermediate certificates"
          .formatted(what, named(request.issuers), given);
    }
    X509Certificate top = request.chain.get(request.chain.size() - 1);
    return "%s: %s was sent (%s), in a chain of %d certificates whose last one was issued by %s; if the server does not trust that CA, let it trust it, or add the missing intermediate certificates to the file; the server's log says more"
        .formatted(
            what,
            given,
            request.chain.get(0).getSubjectX500Principal(),
            request.chain.size(),
            top.getIssuerX500Principal());
  }

  private static String named(List<String> issuers) {
    if (issuers.isEmpty()) {
      return "any CA, of other kinds of keys";
    }
    return issuers.stream().limit(ISSUERS_TO_NAME).collect(Collectors.joining(" or "))
        + (issuers.size() > ISSUERS_TO_NAME ? " or one of more" : "");
  }

  private String asked(X509ExtendedKeyManager keys, String alias, Principal[] issuers) {
    X509Certificate[] chain = alias == null ? null : keys.getCertificateChain(alias);
    last =
        new Request(
            issuers == null ? List.of() : Arrays.stream(issuers).map(Principal::getName).toList(),
            chain == null ? List.of() : List.of(chain));
    return alias;
  }

  /** Asks the manager of the files, and takes note. */
  private final class Witness extends DelegatingKeyManager {
    Witness(X509ExtendedKeyManager keys) {
      super(keys);
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
      return asked(keys(), keys().chooseClientAlias(keyTypes, issuers, socket), issuers);
    }

    @Override
    public String chooseEngineClientAlias(
        String[] keyTypes, Principal[] issuers, SSLEngine engine) {
      return asked(keys(), keys().chooseEngineClientAlias(keyTypes, issuers, engine), issuers);
    }
  }
}
