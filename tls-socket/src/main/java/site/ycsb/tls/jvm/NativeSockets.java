package site.ycsb.tls.jvm;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Native libraries of this process that make connections of their own, which no Java class sees.
 * Which functions a library takes from others is in its dynamic symbol table (ELF), which lies in
 * the memory of the process even when the file is gone. Thread-safe.
 */
final class NativeSockets {
  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final String MEMORY = "/proc/self/mem";

  /** Without one of these, nothing leaves the process and nothing comes in. */
  private static final Set<String> CONNECTING =
      Set.of("connect", "sendto", "sendmsg", "sendmmsg", "accept", "accept4");

  /**
   * The C library and its modules for names; the JDK's classes are seen. The profiler that this
   * program loads when it is asked to takes counters from helpers over Unix sockets.
   */
  private static final Pattern OF_SYSTEM =
      Pattern.compile("(ld-|lib(c|m|resolv|pthread|rt|dl)[.-]|libnss_|libasyncProfiler\\.).*");

  private static final String SCTP = "libsctp.so";
  private static final Pattern NETTY = Pattern.compile("lib(.*)netty_transport_native_.*");
  private static final String NETTYS_SWITCH = "io.netty.transport.noNative";

  /** Address and file of a mapping that begins with the file's first byte. */
  private static final Pattern MAPPING =
      Pattern.compile("([0-9a-f]+)-[0-9a-f]+ \\S+ 0+ \\S+ \\d+\\s+(/.*)");

  private static final Map<String, String> ADVICE =
      Map.of(
          "libaws-crt-jni",
          "give the client an HTTP client in Java, such as apache-client, and take aws-crt off the class path",
          "libssl",
          "use a client that takes its TLS from Java",
          "libcrypto",
          "use a client that takes its TLS from Java",
          "libjunixsocket",
          "use Java's own Unix sockets");

  /** Whether the file of a mapping makes connections, of those that could be read. */
  private static final Map<String, Boolean> KNOWN = new ConcurrentHashMap<>();

  private NativeSockets() {}

  /**
   * What makes connections of its own, or cannot be read, and what to do; empty when nothing does.
   *
   * @throws IOException when the system does not tell
   */
  static Optional<String> ofThisProcess() throws IOException {
    try (RandomAccessFile memory = new RandomAccessFile(MEMORY, "r")) {
      for (Map.Entry<String, Long> library : libraries(Files.readAllLines(MAPS)).entrySet()) {
        String name = Path.of(library.getKey()).getFileName().toString();
        try {
          if (isKnownToConnect(memory, library)) {
            return Optional.of(advice(name));
          }
        } catch (IOException e) {
          // Nobody has looked at it, unless it was unmapped meanwhile.
          if (libraries(Files.readAllLines(MAPS)).entrySet().contains(library)) {
            return Optional.of(
                "the native library %s cannot be read (%s), so it is not known whether it opens connections itself: use a client whose connections are Java's"
                    .formatted(name, e.getMessage()));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Files that may hold code that is neither the system's nor the JDK's, and their addresses. */
  static Map<String, Long> libraries(List<String> maps) {
    Map<String, Long> libraries = new LinkedHashMap<>();
    String java = System.getProperty("java.home") + "/";
    for (String line : maps) {
      Matcher mapping = MAPPING.matcher(line);
      if (mapping.matches()) {
        String file = mapping.group(2).replace(" (deleted)", "");
        String name = file.substring(file.lastIndexOf('/') + 1);
        boolean jdks = file.startsWith(java) && !name.equals(SCTP);
        if (!jdks && !OF_SYSTEM.matcher(name).matches()) {
          libraries.putIfAbsent(file, Long.parseUnsignedLong(mapping.group(1), 16));
        }
      }
    }
    return libraries;
  }

  private static boolean isKnownToConnect(RandomAccessFile memory, Map.Entry<String, Long> library)
      throws IOException {
    String key = library.getKey() + '@' + library.getValue();
    if (!KNOWN.containsKey(key)) {
      connects(memory, library.getValue()).ifPresent(connects -> KNOWN.put(key, connects));
    }
    return KNOWN.getOrDefault(key, false);
  }

  /**
   * Whether the file that is mapped at an address makes connections.
   *
   * @return empty when not even its first bytes can be read: it was unmapped meanwhile, or holds no
   *     code
   * @throws IOException when it is a library and cannot be read
   */
  static Optional<Boolean> connects(RandomAccessFile memory, long address) throws IOException {
    Optional<ElfImage> image;
    try {
      image = ElfImage.at(memory, address);
    } catch (IOException e) {
      return Optional.empty();
    }
    if (image.isEmpty()) {
      return Optional.of(false);
    }
    Set<String> needed = new HashSet<>(image.get().neededFunctions());
    needed.retainAll(CONNECTING);
    // Go asks the kernel itself.
    return Optional.of(!needed.isEmpty() || image.get().isGo());
  }

  static String advice(String library) {
    String found =
        "the native library " + library + " opens connections itself, which cannot be observed: ";
    Matcher netty = NETTY.matcher(library);
    if (netty.matches()) {
      return found
          + NettyCopy.of(netty.group(1)).without(NETTYS_SWITCH, "Netty's native transport");
    }
    return found
        + ADVICE.entrySet().stream()
            .filter(known -> library.startsWith(known.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElse("use a client whose connections are Java's");
  }

  /** A library in memory, 64 bits, in the processor's byte order (System V ABI, gABI chapter 5). */
  record ElfImage(RandomAccessFile memory, long base, ByteBuffer header) {
    private static final int MAGIC = 0x464C457F;
    private static final int HEADER = 64;
    private static final int SEGMENT = 56;
    private static final int SYMBOL = 24;
    private static final int EXECUTABLE = 2;
    private static final int DYNAMIC = 2;
    private static final int NOTE = 4;

    /** More than the tables of any library that is known, bytes. */
    private static final int MOST_BYTES = 1 << 27;

    static Optional<ElfImage> at(RandomAccessFile memory, long base) throws IOException {
      ByteBuffer header = read(memory, base, HEADER);
      return header.getInt(0) == MAGIC && header.get(4) == 2
          ? Optional.of(new ElfImage(memory, base, header))
          : Optional.empty();
    }

    private static ByteBuffer read(RandomAccessFile memory, long at, long length)
        throws IOException {
      if (length < 0 || length > MOST_BYTES) {
        throw new IOException("it has a table of %,d bytes".formatted(length));
      }
      byte[] bytes = new byte[(int) length];
      memory.seek(at);
      memory.readFully(bytes);
      return ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder());
    }

    private List<ByteBuffer> segments(int type) throws IOException {
      ByteBuffer segments =
          read(memory, base + header.getLong(32), header.getShort(56) * (long) SEGMENT);
      // What cannot be moved says where it is.
      long zero = header.getShort(16) == EXECUTABLE ? 0 : base;
      List<ByteBuffer> found = new ArrayList<>();
      for (int i = 0; i < segments.capacity(); i += SEGMENT) {
        if (segments.getInt(i) == type) {
          found.add(read(memory, zero + segments.getLong(i + 16), segments.getLong(i + 40)));
        }
      }
      return found;
    }

    /**
     * Has a note by Go's linker; linkers put notes of different alignment into several segments.
     */
    boolean isGo() throws IOException {
      return segments(NOTE).stream().anyMatch(notes -> text(notes).contains("Go\0\0"));
    }

    /** Names of the functions that other libraries must have. */
    Set<String> neededFunctions() throws IOException {
      Map<Long, Long> dynamic = dynamic();
      if (!dynamic.containsKey(5L) || !dynamic.containsKey(6L)) {
        return Set.of();
      }
      String names = text(read(memory, address(dynamic, 5), dynamic.getOrDefault(10L, 0L)));
      ByteBuffer symbols = read(memory, address(dynamic, 6), symbols(dynamic) * SYMBOL);
      Set<String> needed = new HashSet<>();
      for (int i = 0; i < symbols.capacity(); i += SYMBOL) {
        if (symbols.getShort(i + 6) == 0) {
          needed.add(name(names, symbols.getInt(i)));
        }
      }
      return needed;
    }

    private static String text(ByteBuffer bytes) {
      return StandardCharsets.ISO_8859_1.decode(bytes.duplicate()).toString();
    }

    private static String name(String names, int from) {
      int to = from < 0 || from >= names.length() ? -1 : names.indexOf('\0', from);
      return to < 0 ? "" : names.substring(from, to);
    }

    private Map<Long, Long> dynamic() throws IOException {
      Map<Long, Long> entries = new LinkedHashMap<>();
      for (ByteBuffer segment : segments(DYNAMIC)) {
        for (int i = 0; i + 16 <= segment.capacity(); i += 16) {
          entries.putIfAbsent(segment.getLong(i), segment.getLong(i + 8));
        }
      }
      return entries;
    }

    /** The C library has made addresses of them, or not. */
    private long address(Map<Long, Long> dynamic, long tag) {
      long value = dynamic.get(tag);
      return Long.compareUnsigned(value, base) < 0 ? base + value : value;
    }

    /**
     * How many symbols must be read to read all that others must have: those come before the first
     * one that the GNU hash table has.
     */
    private long symbols(Map<Long, Long> dynamic) throws IOException {
      if (dynamic.containsKey(4L)) {
        return read(memory, address(dynamic, 4), 8).getInt(4);
      }
      return dynamic.containsKey(0x6ffffef5L)
          ? read(memory, address(dynamic, 0x6ffffef5L), 8).getInt(4)
          : 0;
    }
  }
}
