package site.ycsb.tls.testbed.postgresql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import site.ycsb.tls.testserver.program.ServiceUser;

/**
 * The directory of a server and all its files. It is kept when the server ends, so that another one
 * with other TLS can use the same data.
 *
 * <p>This process writes its files where the server cannot write: otherwise root would follow links
 * that the server's user can make there.
 *
 * @param path of the directory; only this process's user may change it
 * @param isNew whether the data were made now, and there is no database of ours
 */
record DataDirectory(Path path, boolean isNew) {

  /**
   * The directory at the path; its data are made if they are missing.
   *
   * @throws IOException when the installer fails; the message has its error
   */
  static DataDirectory at(Path path, Path programs, ServiceUser user)
      throws IOException, InterruptedException {
    DataDirectory directory = new DataDirectory(path, !Files.exists(complete(path)));
    if (directory.isNew()) {
      user.ownFolder(directory.sockets());
      user.ownFolder(directory.data());
      List<String> command =
          List.of(
              programs.resolve("initdb").toString(),
              "--pgdata=" + directory.data(),
              "--username=" + LocalClient.NAME,
              "--auth=trust",
              "--encoding=UTF8",
              "--locale=C",
              "--no-sync");
      LocalClient.run("initdb", user.command(command), Map.of());
    }
    return directory;
  }

  /** Written last: a directory without it is not complete. */
  private static Path complete(Path path) {
    return path.resolve("complete");
  }

  /** Everything is there. */
  void completed() throws IOException {
    Files.writeString(complete(path), "");
  }

  /** The server's data; only the server writes here. */
  Path data() {
    return path.resolve("data");
  }

  /** The folder of the server's sockets for local clients. */
  Path sockets() {
    return path.resolve("sockets");
  }

  /** The first process of the running server. */
  long serverId() throws IOException {
    return Long.parseLong(Files.readAllLines(data().resolve("postmaster.pid")).get(0).strip());
  }
}
