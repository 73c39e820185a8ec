package site.ycsb.tls.account;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.net.InetSocketAddress;
import java.net.SocketImpl;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the JDK keeps to itself: descriptors and their addresses. The packages must be opened to
 * this module.
 */
final class JdkSockets {
  private static final VarHandle DESCRIPTOR;
  private static final VarHandle OF_SOCKET;
  private static final MethodHandle LOCAL;
  private static final MethodHandle REMOTE;
  private static final MethodHandle LOCAL_PATH;

  static {
    try {
      MethodHandles.Lookup own = MethodHandles.lookup();
      DESCRIPTOR =
          MethodHandles.privateLookupIn(FileDescriptor.class, own)
              .findVarHandle(FileDescriptor.class, "fd", int.class);
      OF_SOCKET =
          MethodHandles.privateLookupIn(SocketImpl.class, own)
              .findVarHandle(SocketImpl.class, "fd", FileDescriptor.class);
      Class<?> net = Class.forName("sun.nio.ch.Net", false, null);
      MethodHandles.Lookup inside = MethodHandles.privateLookupIn(net, own);
      MethodType address = MethodType.methodType(InetSocketAddress.class, FileDescriptor.class);
      LOCAL = inside.findStatic(net, "localAddress", address);
      REMOTE = inside.findStatic(net, "remoteAddress", address);
      Class<?> unix = Class.forName("sun.nio.ch.UnixDomainSockets", false, null);
      LOCAL_PATH =
          MethodHandles.privateLookupIn(unix, own)
              .findStatic(
                  unix,
                  "localAddress",
                  MethodType.methodType(UnixDomainSocketAddress.class, FileDescriptor.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private JdkSockets() {}

  static int descriptor(FileDescriptor file) {
    return file == null ? -1 : (int) DESCRIPTOR.get(file);
  }

  static FileDescriptor of(SocketImpl socket) {
    return (FileDescriptor) OF_SOCKET.get(socket);
  }

  /** This end; null when it has no address of the Internet. */
  static InetSocketAddress local(FileDescriptor file) {
    return address(LOCAL, file);
  }

  /** The other end; null when it has no address of the Internet. */
  static InetSocketAddress remote(FileDescriptor file) {
    return address(REMOTE, file);
  }

  /** The path of this end of a Unix socket. */
  static Path localPath(FileDescriptor file) {
    try {
      return ((UnixDomainSocketAddress) LOCAL_PATH.invokeExact(file)).getPath();
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  private static InetSocketAddress address(MethodHandle ask, FileDescriptor file) {
    try {
      return (InetSocketAddress) ask.invokeExact(file);
    } catch (IOException | RuntimeException e) {
      // A Unix socket, a pipe, or one that is not connected.
      return null;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether it is a socket: in newer JDKs pipes are read by the same class. */
  static boolean isSocket(FileDescriptor file) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor(file)))
          .toString()
          .startsWith("socket:");
    } catch (IOException e) {
      return true;
    }
  }
}
