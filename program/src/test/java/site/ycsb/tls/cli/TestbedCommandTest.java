package site.ycsb.tls.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestbedCommandTest {
  /** A shell would take the rest of it for another word, or for another command. */
  @Test
  void whatIsToBePassedIsQuoted() {
    assertThat(TestbedCommand.property("mongodb.url", "mongodb://localhost:4711/ycsb"))
        .isEqualTo("-p mongodb.url=mongodb://localhost:4711/ycsb");
    assertThat(TestbedCommand.property("db.url", "jdbc:mariadb://localhost:4711/ycsb?a=b&c=d"))
        .isEqualTo("-p 'db.url=jdbc:mariadb://localhost:4711/ycsb?a=b&c=d'");
    assertThat(TestbedCommand.property("tls.ca", "/my files/ca.pem"))
        .isEqualTo("-p 'tls.ca=/my files/ca.pem'");
  }
}
