package site.ycsb.tls.account;

import java.io.FileDescriptor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketImpl;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/**
 * What the JDK's socket classes call; each takes the result of the method that calls it, if that
 * has ended, and some of its arguments. None throws. Not for anybody else.
 */
public final class SocketHooks {
  /** {@code sun.nio.ch.IOStatus.UNAVAILABLE}: the connection is being made. */
  private static final int UNAVAILABLE = -2;

  /** {@code sun.nio.ch.IOStatus.INTERRUPTED}: the same; a signal came meanwhile. */
  private static final int INTERRUPTED = -3;

  private SocketHooks() {}

  /** Connecting begins; the descriptor's earlier connection, if there was one, has ended. */
  public static void connecting(FileDescriptor file, InetAddress address, int port) {
    try {
      begin(file, SocketConnection.Origin.CONNECTED, null, new InetSocketAddress(address, port));
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** The kernel has given it a local port. */
  public static void connected(int result, FileDescriptor file) {
    try {
      SocketConnection connection = SocketTable.at(JdkSockets.descriptor(file));
      boolean begun = result > 0 || result == UNAVAILABLE || result == INTERRUPTED;
      if (connection != null && begun) {
        connection.isAt(JdkSockets.local(file));
      }
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** The same for a Unix socket. */
  public static void connecting(FileDescriptor file, Path path) {
    try {
      begin(file, SocketConnection.Origin.CONNECTED, null, path);
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** A server socket gave one out. */
  public static void accepted(SocketImpl socket) {
    try {
      beginAccepted(JdkSockets.of(socket));
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** A channel was made for a connection that there is. */
  public static void accepted(FileDescriptor file) {
    try {
      beginAccepted(file);
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** The same; it may be a Unix socket. */
  public static void accepted(FileDescriptor file, SocketAddress remote) {
    try {
      if (remote instanceof UnixDomainSocketAddress unix) {
        begin(file, SocketConnection.Origin.ACCEPTED, JdkSockets.localPath(file), unix.getPath());
      } else {
        beginAccepted(file);
      }
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  private static SocketConnection beginAccepted(FileDescriptor file) {
    return begin(
        file, SocketConnection.Origin.ACCEPTED, JdkSockets.local(file), JdkSockets.remote(file));
  }

  private static SocketConnection begin(
      FileDescriptor file, SocketConnection.Origin origin, Object local, Object remote) {
    SocketConnection connection =
        new SocketConnection(origin, local, remote, SocketTable.isForProgram());
    SocketTable.begin(JdkSockets.descriptor(file), connection);
    return connection;
  }

  /** What has passed bytes and was never announced: inherited, or of a way that is not known. */
  private static SocketConnection of(FileDescriptor file) {
    SocketConnection known = SocketTable.at(JdkSockets.descriptor(file));
    if (known != null) {
      return known;
    }
    SocketConnection made = beginAccepted(file);
    if (made.remote() == null && !JdkSockets.isSocket(file)) {
      made.leaveAlone();
    }
    return made;
  }

  /** Bytes are about to be sent. */
  public static void writing(FileDescriptor file, long address, int length) {
    try {
      SocketConnection connection = of(file);
      if (connection.sent().opens()) {
        connection.sending(NativeMemory.copy(address, Math.min(length, SentStream.LOOKED_AT)));
      }
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** Several pieces are about to be sent. */
  public static void writingVectors(FileDescriptor file, long vectors, int count) {
    try {
      SocketConnection connection = of(file);
      if (connection.sent().opens()) {
        connection.sending(NativeMemory.gather(vectors, count, SentStream.LOOKED_AT));
      }
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** So many of the bytes were sent. */
  public static void wrote(int result, FileDescriptor file, long address) {
    if (result > 0) {
      try {
        of(file).sent().moved(address, result);
      } catch (Throwable e) {
        SocketTable.failed(e);
      }
    }
  }

  /** So many bytes of the pieces were sent. */
  public static void wroteVectors(long result, FileDescriptor file, long vectors) {
    if (result > 0) {
      try {
        of(file).sent().movedVectors(vectors, result);
      } catch (Throwable e) {
        SocketTable.failed(e);
      }
    }
  }

  /** So many bytes were received. */
  public static void read(int result, FileDescriptor file, long address) {
    if (result > 0) {
      try {
        of(file).received().moved(address, result);
      } catch (Throwable e) {
        SocketTable.failed(e);
      }
    }
  }

  /** So many bytes were received into the pieces. */
  public static void readVectors(long result, FileDescriptor file, long vectors) {
    if (result > 0) {
      try {
        of(file).received().movedVectors(vectors, result);
      } catch (Throwable e) {
        SocketTable.failed(e);
      }
    }
  }

  /** A byte was sent outside of the stream (TCP's urgent data). */
  public static void sentUrgent(FileDescriptor file) {
    sentUnseen(file, 1);
  }

  /** The same, if it could be sent. */
  public static void sentUrgent(int result, FileDescriptor file) {
    sentUnseen(file, result);
  }

  /** The kernel sent a part of a file. */
  public static void sentFile(long result, FileDescriptor file) {
    sentUnseen(file, result);
  }

  private static void sentUnseen(FileDescriptor file, long count) {
    try {
      if (count > 0) {
        // A file may be copied to a file in the same way.
        SocketConnection connection = SocketTable.at(JdkSockets.descriptor(file));
        if (connection != null) {
          connection.sent().passUnseen(count);
        } else if (JdkSockets.isSocket(file)) {
          of(file).sent().passUnseen(count);
        }
      }
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** A datagram was sent. */
  public static void sentDatagram(int result, FileDescriptor file, InetSocketAddress target) {
    datagram(file, target, result, 0);
  }

  /** A datagram was sent, or several, to the address that the socket is connected with. */
  public static void sentDatagram(int result, FileDescriptor file) {
    datagram(file, null, result, 0);
  }

  /** The same for several pieces. */
  public static void sentDatagram(long result, FileDescriptor file) {
    datagram(file, null, result, 0);
  }

  /** A datagram was received. */
  public static void receivedDatagram(int result, FileDescriptor file) {
    datagram(file, null, 0, result);
  }

  /** The same for several pieces. */
  public static void receivedDatagram(long result, FileDescriptor file) {
    datagram(file, null, 0, result);
  }

  private static void datagram(
      FileDescriptor file, InetSocketAddress target, long sent, long received) {
    try {
      if (sent > 0 || received > 0) {
        SocketConnection connection = SocketTable.at(JdkSockets.descriptor(file));
        if (connection == null) {
          connection =
              begin(
                  file,
                  SocketConnection.Origin.CONNECTED,
                  JdkSockets.local(file),
                  JdkSockets.remote(file));
        }
        connection.passDatagrams(target, sent, received);
      }
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }

  /** A descriptor is about to be closed. */
  public static void closing(FileDescriptor file) {
    try {
      SocketTable.end(JdkSockets.descriptor(file));
    } catch (Throwable e) {
      SocketTable.failed(e);
    }
  }
}
