package site.ycsb.tls.account;

import java.net.InetSocketAddress;

/** A connection of this process, or a socket for datagrams. Thread-safe. */
public final class SocketConnection {
  /** How this process came to have it. */
  public enum Origin {
    /** This process asked for it. */
    CONNECTED,
    /** Another asked for it, or it was inherited. */
    ACCEPTED
  }

  /** The port of DNS (RFC 1035 4.2). */
  private static final int NAME_SERVERS = 53;

  private final Origin origin;
  private final SentStream sent = new SentStream();
  private final ReceivedStream received = new ReceivedStream();
  private volatile Object local;
  private volatile Object remote;
  private volatile boolean datagrams;

  /** Only the thread that sends or receives uses it. */
  private boolean asksForNames;

  private volatile boolean leftAlone;

  /** Under the lock of the table's count. */
  private boolean counted;

  private volatile TlsObject tls;

  /**
   * @param local address and port, or a path; null while it is not known
   * @param remote the same of the other end
   * @param leftAlone whether it was opened for the program itself and not by a client
   */
  SocketConnection(Origin origin, Object local, Object remote, boolean leftAlone) {
    this.origin = origin;
    this.local = local;
    this.remote = remote;
    this.leftAlone = leftAlone;
  }

  public Origin origin() {
    return origin;
  }

  public SentStream sent() {
    return sent;
  }

  public ReceivedStream received() {
    return received;
  }

  /** This end: an {@link InetSocketAddress}, the path of a Unix socket, or null. */
  public Object local() {
    return local;
  }

  /** The other end: an {@link InetSocketAddress}, the path of a Unix socket, or null. */
  public Object remote() {
    return remote;
  }

  /** Whether it sends or receives datagrams. */
  public boolean isForDatagrams() {
    return datagrams;
  }

  /** Whether it is the program's own, or was {@link #leaveAlone left alone}. */
  public boolean isLeftAlone() {
    return leftAlone;
  }

  /** It is nobody's concern: for what was open before. */
  public void leaveAlone() {
    leftAlone = true;
  }

  /** The system calls that moved its bytes. */
  CallCounts calls() {
    return new CallCounts(sent.calls(), received.calls());
  }

  /** Whether its calls count with those of the connections that have ended. */
  boolean isCounted() {
    return counted;
  }

  /** From now on they do. */
  void counted() {
    counted = true;
  }

  /** The announced object that sent the ClientHello; null without one. */
  public TlsObject tls() {
    return tls;
  }

  void isAt(Object address) {
    local = address;
  }

  /**
   * Datagrams were sent, except questions to servers of names, or received, except what may be
   * their answers.
   *
   * @param to the other end if it is known
   */
  void passDatagrams(Object to, long bytesSent, long bytesReceived) {
    datagrams = true;
    Object peer = to == null ? remote : to;
    boolean question = peer instanceof InetSocketAddress a && a.getPort() == NAME_SERVERS;
    asksForNames |= question && bytesSent > 0;
    if (bytesSent > 0 && !question) {
      sent.passUnseen(bytesSent);
      remote = peer;
    }
    if (bytesReceived > 0 && !asksForNames) {
      received.passUnseen(bytesReceived);
    }
  }

  /** Something is about to be sent. */
  void sending(byte[] next) {
    if (sent.clientRandom() == null && sent.announces(next)) {
      received.expectTls();
      tls = SocketTable.announced(sent.clientRandom());
    }
  }
}
