package site.ycsb.tls.needs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A temporary folder in {@code target} of the module, for tests that execute a file in it:
 * {@code @TempDir(factory = ModuleFolder.class)}. In the machine's temporary folder that may be
 * forbidden ({@code noexec}).
 */
public final class ModuleFolder implements TempDirFactory {
  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
      throws IOException {
    Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
    return Files.createTempDirectory(target, "junit-");
  }
}
