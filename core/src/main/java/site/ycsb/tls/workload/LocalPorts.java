package site.ycsb.tls.workload;

import java.net.BindException;
import java.util.Locale;

/**
 * Recognises that a host has run out of local ports: the side that closes a TCP connection first
 * keeps its pair of ports in TIME_WAIT for a minute (RFC 9293, 3.6.1).
 */
final class LocalPorts {
  private LocalPorts() {}

  /** Whether this, or what caused it, is Linux's EADDRNOTAVAIL. */
  static boolean exhausted(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
      if (cause instanceof BindException
          || message.contains("cannot assign requested address")
          || message.contains("can't assign requested address")) {
        return true;
      }
    }
    return false;
  }

  /** The reason and what to do, in one line. */
  static String explanation(long cycles) {
    return "no local port was left after "
        + cycles
        + " cycles: closed connections wait in TIME_WAIT for 60 s; widen"
        + " net.ipv4.ip_local_port_range, set net.ipv4.tcp_tw_reuse=1, or lower the rate with"
        + " -target";
  }
}
