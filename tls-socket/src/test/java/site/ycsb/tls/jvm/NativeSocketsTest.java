package site.ycsb.tls.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.socket.ChildJvm;

class NativeSocketsTest {
  private static final String ADDRESS = "7f0000000000-7f0000001000 r--p 00000000 08:01 42   ";

  /** Loads the libraries that are named, and tells what makes connections. */
  static final class Loading {
    private Loading() {}

    public static void main(String[] libraries) throws Exception {
      for (String library : libraries) {
        System.load(library);
      }
      System.out.println(NativeSockets.ofThisProcess().orElse("nothing"));
    }
  }

  private static String found(String... libraries) throws Exception {
    List<String> lines = ChildJvm.run(Loading.class, List.of(libraries));
    return lines.get(lines.size() - 1);
  }

  @Test
  void theJdksOwnLibrariesAreKnown() throws Exception {
    assertThat(found()).isEqualTo("nothing");
  }

  /** Java's classes for SCTP are not among those that are seen. */
  @Test
  void aLibraryThatConnectsIsFoundByWhatItNeeds() throws Exception {
    assertThat(found(Path.of(System.getProperty("java.home"), "lib", "libsctp.so").toString()))
        .contains("libsctp.so opens connections itself")
        .contains("use a client whose connections are Java's");
  }

  /** It computes, and lets Java send: libzip takes nothing of the network from others. */
  @Test
  void whatOnlyComputesIsNotRefused() throws Exception {
    assertThat(found(Path.of(System.getProperty("java.home"), "lib", "libzip.so").toString()))
        .isEqualTo("nothing");
  }

  @Test
  void filesOfTheSystemAndOfTheJdkAreLeftOut() {
    String java = System.getProperty("java.home");
    assertThat(
            NativeSockets.libraries(
                List.of(
                    ADDRESS + "/usr/lib/x86_64-linux-gnu/libc.so.6",
                    ADDRESS + "/usr/lib/x86_64-linux-gnu/libnss_dns.so.2",
                    ADDRESS + "/usr/lib/x86_64-linux-gnu/libresolv-2.31.so",
                    ADDRESS + "/usr/lib/x86_64-linux-gnu/librt.so.1",
                    ADDRESS + "/tmp/librtmp.so",
                    ADDRESS + "/tmp/libdlt.so.2",
                    ADDRESS + "/tmp/ycsb-tls-profiler-1-2/files/libasyncProfiler.so",
                    ADDRESS + java + "/lib/libnet.so",
                    ADDRESS + java + "/lib/libsctp.so",
                    ADDRESS + "/tmp/libnetty_transport_native_epoll_x86_64123.so (deleted)",
                    ADDRESS.replace(" 00000000 ", " 00001000 ") + "/tmp/other.so",
                    ADDRESS + "[heap]")))
        .containsOnlyKeys(
            "/tmp/librtmp.so",
            "/tmp/libdlt.so.2",
            java + "/lib/libsctp.so",
            "/tmp/libnetty_transport_native_epoll_x86_64123.so");
  }

  private static final int DYNAMIC = 2;
  private static final int NOTE = 4;

  /** The header of a library with two segments of a type, and 64 bytes of each. */
  private static ByteBuffer library(int type, String first, String second) {
    ByteBuffer image = ByteBuffer.allocate(512).order(ByteOrder.nativeOrder());
    image.putInt(0, 0x464C457F).put(4, (byte) 2).putLong(32, 64).putShort(56, (short) 2);
    for (int i = 0; i < 2; i++) {
      byte[] content = (i == 0 ? first : second).getBytes(StandardCharsets.US_ASCII);
      int at = 64 + 56 * i;
      image.putInt(at, type).putLong(at + 16, 256 + 64 * i).putLong(at + 40, 64);
      image.put(256 + 64 * i, content);
    }
    return image;
  }

  private static RandomAccessFile written(ByteBuffer image, Path folder) throws IOException {
    RandomAccessFile file = new RandomAccessFile(folder.resolve("library.so").toFile(), "rw");
    file.getChannel().write(image.duplicate());
    return file;
  }

  @Test
  void aLibraryOfGoIsKnownByAnyOfItsNotes(@TempDir Path folder) throws Exception {
    try (RandomAccessFile go = written(library(NOTE, "GNU\0", "Go\0\0 build"), folder)) {
      assertThat(NativeSockets.ElfImage.at(go, 0).orElseThrow().isGo()).isTrue();
    }
    try (RandomAccessFile c = written(library(NOTE, "GNU\0", "GNU\0"), folder)) {
      assertThat(NativeSockets.ElfImage.at(c, 0).orElseThrow().isGo()).isFalse();
    }
  }

  @Test
  void whatCannotBeReadIsNotKnown(@TempDir Path folder) throws Exception {
    ByteBuffer image = library(DYNAMIC, "", "");
    try (RandomAccessFile small = written(image, folder)) {
      assertThat(NativeSockets.connects(small, 0)).contains(false);
      // Unmapped.
      assertThat(NativeSockets.connects(small, 1 << 20)).isEmpty();
    }
    image.putLong(64 + 40, 1L << 28);
    try (RandomAccessFile large = written(image, folder)) {
      assertThatThrownBy(() -> NativeSockets.connects(large, 0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("268,435,456 bytes");
    }
    try (RandomAccessFile data = written(ByteBuffer.allocate(512), folder)) {
      assertThat(NativeSockets.connects(data, 0)).contains(false);
    }
  }

  @Test
  void theAdviceForNettyHasTheNameThatItHasThere() {
    assertThat(NativeSockets.advice("libnetty_transport_native_epoll_x86_6410323.so"))
        .contains("-Dio.netty.transport.noNative=true")
        .contains("take Netty's native transport off the class path");
    // Within the client's own jar.
    assertThat(
            NativeSockets.advice("libio_grpc_netty_shaded_netty_transport_native_epoll_x86_64.so"))
        .endsWith("start the JVM with -Dio.grpc.netty.shaded.io.netty.transport.noNative=true");
    assertThat(NativeSockets.advice("liborg_my_1db_netty_transport_native_epoll_x86_64.so"))
        .endsWith("-Dorg.my_db.io.netty.transport.noNative=true");
  }
}
