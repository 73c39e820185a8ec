package site.ycsb.tls.testbed.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrorLinesTest {
  @Test
  void findsTheLinesMarkedAsErrors() {
    assertThat(
            ErrorLines.of(
                List.of(
                    "2026-11-20 11:18:44 0 [Note] InnoDB: 128 rollback segments are active.",
                    "2026-11-20 11:18:44 0 [ERROR] Failed to setup SSL",
                    "2026-11-20 11:18:44 0 [ERROR] SSL error: ee key too small ",
                    "2026-11-20 11:18:44 0 [ERROR] Aborting",
                    "")))
        .isEqualTo("Failed to setup SSL; SSL error: ee key too small");
  }

  @Test
  void findsWhatTheServerSaidBeforeTheInstallerSpeaks() {
    List<String> general = List.of("", "Installation of system tables failed!  Examine", "at jira");
    assertThat(
            ErrorLines.of(
                Stream.concat(
                        Stream.of(
                            "Installing MariaDB/MySQL system tables in '/data' ...",
                            "2026-11-20 14:55:34 1 [Warning] Could not remove temporary table",
                            "ERROR: 1051  Unknown table 'mysql.tmp_user_sys'",
                            "2026-11-20 14:55:34 0 [ERROR] Aborting"),
                        general.stream())
                    .toList()))
        .isEqualTo("1051  Unknown table 'mysql.tmp_user_sys'");
    assertThat(
            ErrorLines.of(
                Stream.concat(Stream.of("Installing …", "Killed"), general.stream()).toList()))
        .isEqualTo("Killed");
  }

  @Test
  void takesTheLastLineWhereNoneIsMarked() {
    assertThat(ErrorLines.of(List.of("first", " last ", " "))).isEqualTo("last");
    assertThat(ErrorLines.of(List.of())).isEqualTo("it printed nothing");
  }
}
