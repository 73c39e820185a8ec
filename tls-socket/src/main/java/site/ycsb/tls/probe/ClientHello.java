package site.ycsb.tls.probe;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The first message of a client, as it is on the wire (RFC 8446 4.1.2).
 *
 * @param cipherSuites the codes of the suites that it offers, in its order
 */
record ClientHello(List<Integer> cipherSuites) {
  private static final int RECORD_HEADER = 5;
  private static final int HANDSHAKE_HEADER = 4;
  private static final int VERSION_AND_RANDOM = 2 + 32;

  /** Not suites but signals: TLS_EMPTY_RENEGOTIATION_INFO_SCSV and TLS_FALLBACK_SCSV. */
  private static final List<Integer> SIGNALS = List.of(0x00FF, 0x5600);

  ClientHello {
    cipherSuites = List.copyOf(cipherSuites);
  }

  /**
   * Reads one from the bytes of its record.
   *
   * @throws java.nio.BufferUnderflowException when they are too few
   */
  static ClientHello parse(ByteBuffer wire) {
    ByteBuffer hello = wire.duplicate();
    hello.position(hello.position() + RECORD_HEADER + HANDSHAKE_HEADER + VERSION_AND_RANDOM);
    int sessionIdLength = Byte.toUnsignedInt(hello.get());
    hello.position(hello.position() + sessionIdLength);
    int count = Short.toUnsignedInt(hello.getShort()) / 2;
    List<Integer> suites = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int code = Short.toUnsignedInt(hello.getShort());
      if (!SIGNALS.contains(code)) {
        suites.add(code);
      }
    }
    return new ClientHello(suites);
  }
}
