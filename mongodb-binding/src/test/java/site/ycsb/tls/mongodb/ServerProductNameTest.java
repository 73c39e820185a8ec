package site.ycsb.tls.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.Document;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerProductNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{version: '7.0.42', gitVersion: 'abc', openssl: {running: 'x'}, buildEnvironment: {version: 1}} | MongoDB 7.0.42",
        "{version: '7.0.42', gitVersion: 'abc', ferretdbVersion: 'v1.24.2', ferretdbFeatures: {}} | ferretdb v1.24.2 (as MongoDB 7.0.42)",
        "{version: '7.0.77', ferretdb: {version: 'v2.5.0', package: 'deb'}} | ferretdb v2.5.0 (as MongoDB 7.0.77)",
        "{version: '8.2.11', secantusVersion: '0.5.3'} | secantus 0.5.3 (as MongoDB 8.2.11)"
      })
  void aServerIsNamedByWhatItSaysOfItself(String buildInfo, String name) {
    assertThat(ServerProductName.of(Document.parse(buildInfo))).isEqualTo(name);
  }
}
