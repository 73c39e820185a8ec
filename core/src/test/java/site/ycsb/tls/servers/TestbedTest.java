package site.ycsb.tls.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.certificate.CertificateStore;
import site.ycsb.tls.needs.ModuleFolder;

@Timeout(120)
class TestbedTest {
  @TempDir(factory = ModuleFolder.class)
  private Path home;

  /** Otherwise Maven, the launcher's child, goes on when the program has ended. */
  @Test
  void anInterruptedProgramLeavesNoBuild() throws Exception {
    FakeTestServer.install(home);
    Path number = home.resolve("maven");
    Files.writeString(
        home.resolve("bin").resolve("ycsb"),
        "#!/bin/sh\nsleep 600 &\necho $! >%1$s.new\nmv %1$s.new %1$s\nwait\n".formatted(number));
    Testbed testbed = new Testbed(home, CertificateStore.in(home.resolve("certificates")));
    Thread program =
        new Thread(
            () -> {
              try {
                testbed.build(new FakeTestServer(1, 2, false), List.of());
              } catch (IOException | InterruptedException e) {
                // It is interrupted, or its launcher was ended.
              }
            });
    program.start();
    while (!Files.exists(number)) {
      Thread.sleep(10);
    }
    ProcessHandle maven =
        ProcessHandle.of(Long.parseLong(Files.readString(number).strip())).orElseThrow();

    program.interrupt();

    program.join();
    maven.onExit().get(60, TimeUnit.SECONDS);
  }
}
