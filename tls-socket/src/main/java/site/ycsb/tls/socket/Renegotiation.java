package site.ycsb.tls.socket;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import site.ycsb.tls.pin.TlsProtocol;
import site.ycsb.tls.verify.GroupWatch;

/**
 * Gives an established connection new keys. In TLS 1.3 by a key update that asks for one in return
 * (RFC 8446 4.6.3), which comes with the server's next data. Up to TLS 1.2 by a handshake inside
 * the connection, to its end: a full one, or with resumption an abbreviated one.
 *
 * @param socket of the TLS library, its handshake completed
 * @param records what it reads from and writes to
 * @param groups what the socket's parameters have as algorithm constraints
 */
record Renegotiation(PinnedTls tls, SSLSocket socket, RecordStreams records, GroupWatch groups) {
  /** The message if a server begins a renegotiation. */
  static SSLException begunByServer() {
    return new SSLException(
        "the server began to renegotiate, and a pinned connection gets new keys only as tls.renegotiate"
            + " says; switch renegotiation off at the server, or pin a suite of TLSv1.3");
  }

  /** Used by the thread that reads and writes, between the two. */
  void complete() throws IOException {
    if (tls.pin().protocol() == TlsProtocol.TLS_1_3) {
      updateKeys();
    } else {
      renegotiate();
    }
  }

  private void updateKeys() throws IOException {
    long before = records.recordsOut();
    socket.startHandshake();
    if (records.recordsOut() == before) {
      throw new SSLException(tls.provider().getName() + " sent no KeyUpdate");
    }
    tls.check().afterKeyUpdate(socket.getSession());
  }

  private void renegotiate() throws IOException {
    SSLSession before = socket.getSession();
    byte[] id = before.getId();
    boolean full = tls.options().resumption().isOff();
    if (full) {
      // Otherwise the handshake would resume it.
      before.invalidate();
    }
    groups.beginHandshake();
    records.stopAfterFinished();
    try {
      socket.startHandshake();
      awaitFinished();
    } finally {
      records.goOn();
    }
    if (full && Arrays.equals(id, socket.getSession().getId())) {
      throw new SSLException("the session is still the old one");
    }
    tls.check().afterRenegotiation(socket.getSession(), groups.group(), !full);
  }

  /** JSSE completes it while it reads. */
  private void awaitFinished() throws IOException {
    try {
      int data = socket.getInputStream().read();
      throw new SSLException(
          data < 0
              ? "it closed the connection"
              : "it sent application data before its Finished message");
    } catch (SocketTimeoutException e) {
      if (!records.finished()) {
        throw e;
      }
    }
  }
}
