package site.ycsb.tls.testserver.program;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** A process that has a file in its memory until its input ends. */
public class LoadsFile {
  public static void main(String[] args) throws IOException {
    try (FileChannel file = FileChannel.open(Path.of(args[0]))) {
      MappedByteBuffer library = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
      try {
        System.out.println("loaded");
        System.in.read();
      } finally {
        Reference.reachabilityFence(library);
      }
    }
  }
}
