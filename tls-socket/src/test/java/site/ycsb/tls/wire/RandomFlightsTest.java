package site.ycsb.tls.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static site.ycsb.tls.wire.ServerFlightTest.bytes;
import static site.ycsb.tls.wire.ServerFlightTest.join;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.cases.RandomCases;
import site.ycsb.tls.pin.CipherSuite;
import site.ycsb.tls.pin.CipherSuites;
import site.ycsb.tls.pin.KeyExchange;
import site.ycsb.tls.pin.NamedGroup;

/**
 * What is read from a connection is what was put into it: whichever version and key exchange,
 * however messages are spread over records, and however records are cut on their way.
 */
class RandomFlightsTest {
  private static final int CHANGE_CIPHER_SPEC = 20;
  private static final int ALERT = 21;
  private static final int HANDSHAKE = 22;
  private static final int APPLICATION_DATA = 23;
  private static final int SUPPORTED_GROUPS = 10;
  private static final int SIGNATURE_ALGORITHMS = 13;
  private static final int PRE_SHARED_KEY = 41;
  private static final int SUPPORTED_VERSIONS = 43;
  private static final int KEY_SHARE = 51;
  private static final byte[] RETRY =
      HexFormat.of().parseHex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c");
  private static final byte[] FFDHE = HexFormat.of().parseHex("ffffffffffffffffadf85458a2bb4a9a");

  /** What a server sends, and what must be read from it. */
  private static final class Flight {
    private final SplittableRandom random;
    private final int size;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Types and lengths of the records. */
    private final List<int[]> records = new ArrayList<>();

    private int version;
    private int suite;
    private String group = ServerFlight.NO_GROUP;
    private boolean resumed;
    private boolean retried;
    private Optional<NamedGroup> requestedGroup = Optional.empty();
    private boolean certificateRequested;
    private int helloBytes;
    private OptionalInt alert = OptionalInt.empty();

    private boolean finished;

    private boolean another;

    Flight(SplittableRandom random, int size) {
      this.random = random;
      this.size = size;
      switch (random.nextInt(6)) {
        case 0, 1 -> tls13();
        case 2, 3 -> fullTls12();
        case 4 -> resumedTls12();
        default -> refusal();
      }
    }

    private void tls13() {
      byte[] versions = extension(SUPPORTED_VERSIONS, numbers(0x0304));
      if (random.nextInt(3) == 0) {
        retried = true;
        List<byte[]> extensions = new ArrayList<>(List.of(versions));
        if (random.nextBoolean()) {
          int wanted = someGroup();
          requestedGroup = NamedGroup.ofCode(wanted);
          extensions.add(extension(KEY_SHARE, numbers(wanted)));
        }
        handshake(List.of(serverHello(RETRY, 0x0303, 0x1301, extensions)));
        if (random.nextBoolean()) {
          record(CHANGE_CIPHER_SPEC, bytes(1));
        }
      }
      version = 0x0304;
      suite = suite(KeyExchange.TLS_1_3).code();
      resumed = random.nextBoolean();
      List<byte[]> extensions = new ArrayList<>(List.of(versions));
      if (resumed) {
        extensions.add(extension(PRE_SHARED_KEY, numbers(0)));
      }
      if (!resumed || random.nextBoolean()) {
        int code = someGroup();
        group = name(code);
        byte[] share = RandomCases.bytes(random, random.nextInt(40 * size));
        extensions.add(extension(KEY_SHARE, join(numbers(code, share.length), share)));
      }
      handshake(List.of(serverHello(helloRandom(), 0x0303, suite, extensions)));
      if (random.nextBoolean()) {
        record(CHANGE_CIPHER_SPEC, bytes(1));
      }
      data();
    }

    private void fullTls12() {
      version = 0x0301 + random.nextInt(3);
      List<byte[]> messages = new ArrayList<>();
      KeyExchange exchange =
          RandomCases.one(
              random, KeyExchange.RSA, KeyExchange.DHE, KeyExchange.ECDHE, KeyExchange.ECDH);
      suite = suite(exchange).code();
      messages.add(serverHello(helloRandom(), version, suite, List.of()));
      messages.add(message(11, RandomCases.bytes(random, random.nextInt(300 * size))));
      if (exchange == KeyExchange.ECDHE) {
        messages.add(message(12, join(curve(), signature())));
      } else if (exchange == KeyExchange.DHE) {
        messages.add(message(12, join(prime(), signature())));
      }
      if (random.nextBoolean()) {
        certificateRequested = true;
        messages.add(message(13, RandomCases.bytes(random, random.nextInt(40))));
      }
      messages.add(message(14, bytes()));
      handshake(messages);
      if (random.nextInt(5) == 0) {
        fatal();
      } else {
        end();
      }
    }

    private void resumedTls12() {
      version = 0x0303;
      suite = suite(KeyExchange.ECDHE).code();
      resumed = true;
      List<byte[]> messages = new ArrayList<>();
      messages.add(serverHello(helloRandom(), version, suite, List.of()));
      if (random.nextBoolean()) {
        messages.add(message(4, RandomCases.bytes(random, random.nextInt(200))));
      }
      handshake(messages);
      end();
    }

    private void refusal() {
      if (random.nextBoolean()) {
        record(ALERT, bytes(1, 112));
      }
      fatal();
    }

    private void fatal() {
      int description = random.nextInt(120);
      alert = OptionalInt.of(description);
      record(ALERT, bytes(2, description));
    }

    /** ChangeCipherSpec, Finished, data, and perhaps another handshake. */
    private void end() {
      record(CHANGE_CIPHER_SPEC, bytes(1));
      if (random.nextInt(8) > 0) {
        finished = true;
        record(HANDSHAKE, RandomCases.bytes(random, 40));
        data();
        if (random.nextInt(4) == 0) {
          another = true;
          record(HANDSHAKE, RandomCases.bytes(random, 24));
        }
      }
    }

    private void data() {
      for (int i = random.nextInt(size); i > 0; i--) {
        record(APPLICATION_DATA, RandomCases.bytes(random, random.nextInt(200)));
      }
    }

    private byte[] curve() {
      if (random.nextInt(8) == 0) {
        group = "explicit curve";
        return join(bytes(1), RandomCases.bytes(random, 100));
      }
      int code = someGroup();
      group = name(code);
      return join(bytes(3), numbers(code), bytes(5), RandomCases.bytes(random, 5));
    }

    private byte[] prime() {
      byte[] prime = RandomCases.bytes(random, 16 + random.nextInt(500));
      int zeros = random.nextInt(3);
      if (random.nextBoolean()) {
        System.arraycopy(FFDHE, 0, prime, 0, FFDHE.length);
        group = "ffdhe" + 8 * prime.length;
      } else {
        int bits = 1 + random.nextInt(8);
        int highest = 1 << (bits - 1);
        prime[0] = (byte) (highest | random.nextInt(highest));
        group = "dh-" + (8 * (prime.length - 1) + bits);
      }
      byte[] number = join(new byte[zeros], prime);
      return join(numbers(number.length), number, numbers(1), bytes(2), numbers(prime.length));
    }

    private byte[] signature() {
      return RandomCases.bytes(random, random.nextInt(260));
    }

    private CipherSuite suite(KeyExchange exchange) {
      return RandomCases.one(
          random,
          CipherSuites.all().stream().filter(each -> each.keyExchange() == exchange).toList());
    }

    /** Known or not. */
    private int someGroup() {
      return random.nextBoolean()
          ? RandomCases.one(random, NamedGroup.values()).code()
          : 1 + random.nextInt(0xFFFF);
    }

    private static String name(int code) {
      return NamedGroup.ofCode(code).map(NamedGroup::toString).orElse("0x%04X".formatted(code));
    }

    private byte[] helloRandom() {
      return RandomCases.bytes(random, 32);
    }

    private byte[] serverHello(byte[] itsRandom, int version, int suite, List<byte[]> extensions) {
      List<byte[]> all = new ArrayList<>(extensions);
      for (int i = random.nextInt(3); i > 0; i--) {
        all.add(extension(0xFF00 + i, RandomCases.bytes(random, random.nextInt(20))));
      }
      byte[] list = join(RandomCases.shuffled(random, all).toArray(byte[][]::new));
      byte[] session = RandomCases.bytes(random, random.nextInt(33));
      byte[] body =
          join(
              numbers(version),
              itsRandom,
              bytes(session.length),
              session,
              numbers(suite),
              bytes(0),
              all.isEmpty() && random.nextBoolean() ? bytes() : join(numbers(list.length), list));
      helloBytes += 4 + body.length;
      return message(2, body);
    }

    /** Several messages in a record, or several records for a message. */
    private void handshake(List<byte[]> messages) {
      int longest = RandomCases.one(random, 1 + random.nextInt(10), 100, 1 << 14);
      byte[] all = join(messages.toArray(byte[][]::new));
      for (byte[] fragment : RandomCases.pieces(random, all, longest)) {
        record(HANDSHAKE, fragment);
        if (random.nextInt(20) == 0) {
          record(ALERT, bytes(1, 90));
        }
      }
    }

    private void record(int type, byte[] content) {
      records.add(new int[] {type, content.length});
      bytes.writeBytes(join(bytes(type, 3, random.nextInt(4)), numbers(content.length), content));
    }

    /** What a reader of all of it must know, by name. */
    Map<String, Object> facts() {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("version", version);
      facts.put("suite", suite);
      facts.put("group", group);
      facts.put("resumed", resumed);
      facts.put("retried", retried);
      facts.put("requested group", requestedGroup);
      facts.put("certificate requested", certificateRequested);
      facts.put("bytes of the hello", helloBytes);
      facts.put("alert", alert);
      facts.put("answered", suite != 0);
      facts.put("not TLS", false);
      facts.put("bytes", (long) bytes.size());
      facts.put("records", records.size());
      facts.put("largest", records.stream().mapToInt(r -> 5 + r[1]).max().orElse(0));
      facts.put("tail", tail());
      facts.put("ends with the Finished", finished);
      facts.put("another handshake", another);
      return facts;
    }

    private RecordWalk.Tail tail() {
      List<Integer> data =
          records.stream().filter(r -> r[0] == APPLICATION_DATA).map(r -> r[1]).toList();
      int longest = data.stream().mapToInt(length -> length).max().orElse(0);
      List<Integer> tail = longest == 0 ? data : data.subList(data.indexOf(longest), data.size());
      return new RecordWalk.Tail(
          longest, tail.stream().mapToInt(length -> length).sum(), tail.size());
    }
  }

  /** The same as a reader knows it. */
  private static Map<String, Object> facts(ServerFlight flight, RecordWalk walk, int records) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("version", flight.version());
    facts.put("suite", flight.cipherSuiteCode());
    facts.put("group", flight.group());
    facts.put("resumed", flight.resumed());
    facts.put("retried", flight.retried());
    facts.put("requested group", flight.requestedGroup());
    facts.put("certificate requested", flight.certificateRequested());
    facts.put("bytes of the hello", flight.helloBytes());
    facts.put("alert", flight.alert());
    facts.put("answered", flight.answered());
    facts.put("not TLS", flight.notTls());
    facts.put("bytes", walk.bytes());
    facts.put("records", records);
    facts.put("largest", walk.largest());
    facts.put("tail", walk.tail());
    facts.put("ends with the Finished", walk.endsWithFinished());
    facts.put("another handshake", walk.beganAnother());
    return facts;
  }

  /** Reads bytes in pieces, which come in arrays and buffers of all kinds. */
  private static Map<String, Object> read(SplittableRandom random, List<byte[]> pieces) {
    ServerFlight flight = new ServerFlight();
    RecordWalk walk = new RecordWalk(flight);
    int records = 0;
    for (byte[] piece : pieces) {
      int before = random.nextInt(4);
      byte[] room = join(new byte[before], piece, new byte[random.nextInt(4)]);
      int end = before + piece.length;
      records +=
          switch (random.nextInt(4)) {
            case 0 -> walk.pass(room, before, end);
            case 1 -> walk.pass(ByteBuffer.wrap(room), before, end);
            case 2 -> walk.pass(ByteBuffer.allocateDirect(room.length).put(room), before, end);
            default -> walk.pass(ByteBuffer.wrap(room).asReadOnlyBuffer(), before, end);
          };
    }
    return facts(flight, walk, records);
  }

  @Test
  void aServersAnswerIsReadAsItWasWrittenHoweverItComes() {
    RandomCases.check(
        600,
        12,
        (random, size) -> {
          Flight flight = new Flight(random, size);
          byte[] all = flight.bytes.toByteArray();
          int longest = RandomCases.one(random, 1, 2 + random.nextInt(9), 100, 100_000);
          assertThat(read(random, RandomCases.pieces(random, all, longest)))
              .isEqualTo(flight.facts());

          byte[] begin = Arrays.copyOf(all, random.nextInt(all.length + 1));
          assertThat(read(random, RandomCases.pieces(random, begin, longest)))
              .as("the first %d bytes", begin.length)
              .isEqualTo(read(random, List.of(begin)));
        });
  }

  @Test
  void aClientHelloIsReadAsItWasWrittenHoweverItIsSent() {
    RandomCases.check(
        300,
        20,
        (random, size) -> {
          ClientHello hello =
              new ClientHello(
                  someNumbers(random, size),
                  someNumbers(random, 4),
                  someNumbers(random, size),
                  someNumbers(random, size),
                  someNumbers(random, 3),
                  RandomCases.shuffled(
                      random,
                      List.of(
                          0,
                          SUPPORTED_GROUPS,
                          SIGNATURE_ALGORITHMS,
                          SUPPORTED_VERSIONS,
                          KEY_SHARE,
                          0xFF01)));
          byte[] message = written(random, hello);
          ByteArrayOutputStream records = new ByteArrayOutputStream();
          int longest = RandomCases.one(random, 1 + random.nextInt(6), 100, 1 << 14);
          for (byte[] fragment : RandomCases.pieces(random, message, longest)) {
            records.writeBytes(join(bytes(HANDSHAKE, 3, 1), numbers(fragment.length), fragment));
          }
          byte[] sent = records.toByteArray();

          assertThat(ClientHello.parse(sent)).isEqualTo(hello);
          ClientFlight flight = new ClientFlight();
          int seen = 0;
          for (byte[] piece :
              RandomCases.pieces(random, sent, RandomCases.one(random, 7, 300, 100_000))) {
            assertThat(flight.hello()).as("after %d of %d bytes", seen, sent.length).isEmpty();
            assertThat(ClientHello.isBeginning(Arrays.copyOf(sent, seen))).isTrue();
            seen += piece.length;
            if (random.nextBoolean()) {
              flight.pass(join(bytes(1, 2), piece, bytes(3)), 2, 2 + piece.length);
            } else {
              flight.pass(ByteBuffer.wrap(piece), 0, piece.length);
            }
          }
          assertThat(flight.hello()).contains(hello);
        });
  }

  private static byte[] written(SplittableRandom random, ClientHello hello) {
    List<byte[]> extensions = new ArrayList<>();
    for (int type : hello.extensions()) {
      extensions.add(
          extension(
              type,
              switch (type) {
                case SUPPORTED_GROUPS -> list(hello.groups());
                case SIGNATURE_ALGORITHMS -> list(hello.signatureSchemes());
                case SUPPORTED_VERSIONS -> {
                  byte[] list = list(hello.versions());
                  yield Arrays.copyOfRange(list, 1, list.length);
                }
                case KEY_SHARE -> {
                  ByteArrayOutputStream shares = new ByteArrayOutputStream();
                  for (int group : hello.keyShares()) {
                    byte[] share = RandomCases.bytes(random, random.nextInt(100));
                    shares.writeBytes(join(numbers(group, share.length), share));
                  }
                  yield join(numbers(shares.size()), shares.toByteArray());
                }
                default -> RandomCases.bytes(random, random.nextInt(30));
              }));
    }
    byte[] all = join(extensions.toArray(byte[][]::new));
    byte[] session = RandomCases.bytes(random, random.nextInt(33));
    return message(
        1,
        join(
            numbers(0x0303),
            RandomCases.bytes(random, 32),
            bytes(session.length),
            session,
            list(hello.cipherSuites()),
            bytes(1, 0),
            numbers(all.length),
            all));
  }

  private static List<Integer> someNumbers(SplittableRandom random, int most) {
    return random.ints(random.nextInt(most + 1), 0, 0x10000).boxed().toList();
  }

  private static byte[] list(List<Integer> numbers) {
    byte[] all = numbers(numbers.stream().mapToInt(number -> number).toArray());
    return join(numbers(all.length), all);
  }

  private static byte[] message(int type, byte[] body) {
    return join(bytes(type, body.length >> 16), numbers(body.length & 0xFFFF), body);
  }

  private static byte[] extension(int type, byte[] content) {
    return join(numbers(type, content.length), content);
  }

  /** 16 bits each. */
  private static byte[] numbers(int... values) {
    byte[] bytes = new byte[2 * values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[2 * i] = (byte) (values[i] >> 8);
      bytes[2 * i + 1] = (byte) values[i];
    }
    return bytes;
  }
}
