package site.ycsb.tls.engine.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathTest {
  @TempDir private Path folder;

  @Test
  void entriesThatDoNotExistAreNamed() throws Exception {
    String there = Files.createFile(folder.resolve("a.jar")).toString();
    String star = folder.resolve("none/*").toString();

    assertThat(ClassPath.advice(there)).isEqualTo("add its jar with -cp");
    assertThat(ClassPath.advice(there + File.pathSeparator)).isEqualTo("add its jar with -cp");
    assertThat(ClassPath.advice(there + File.pathSeparator + star))
        .isEqualTo("of the class path, there is no " + star + "; correct -cp");
  }
}
