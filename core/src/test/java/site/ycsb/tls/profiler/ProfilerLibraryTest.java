package site.ycsb.tls.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import site.ycsb.tls.needs.Needs;
import site.ycsb.tls.needs.Requirement;

class ProfilerLibraryTest {

  @Test
  void saysWhereItDoesNotWork() {
    assertThat(ProfilerLibrary.obstacle("Linux", "amd64", false)).isEmpty();
    assertThat(ProfilerLibrary.obstacle("Linux", "aarch64", false)).isEmpty();
    assertThat(ProfilerLibrary.obstacle("Mac OS X", "aarch64", false))
        .get()
        .asString()
        .contains("Linux");
    assertThat(ProfilerLibrary.obstacle("Linux", "riscv64", false))
        .get()
        .asString()
        .contains("riscv64");
    assertThat(ProfilerLibrary.obstacle("Linux", "amd64", true)).get().asString().contains("musl");
  }

  @Test
  @Needs(Requirement.LINUX)
  void leavesNothingInTheTemporaryFolder() throws Exception {
    Path file;
    try (ProfilerLibrary library = ProfilerLibrary.unpack()) {
      file = library.file();
      assertThat(file).isExecutable();
      Files.writeString(library.recording("left.jfr"), "");
    }
    assertThat(file.getParent()).doesNotExist();
  }
}
