package site.ycsb.tls.engine.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.tls.measurement.MeasurementType;
import site.ycsb.tls.measurement.ReportFormat;
import site.ycsb.tls.property.UsageException;

class RunOptionsTest {

  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    properties.setProperty("workload", RunOptions.CORE_WORKLOAD);
    properties.setProperty("recordcount", "1000");
    properties.setProperty("operationcount", "10");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  @Test
  void defaultsAreUpstreams() {
    RunOptions options = RunOptions.parse(properties(), Phase.TRANSACTIONS);

    assertThat(options.threads()).isEqualTo(1);
    assertThat(options.target()).isZero();
    assertThat(options.warmsUp()).isFalse();
    assertThat(options.statusSeconds()).isEqualTo(10);
    assertThat(options.errorsMax()).isZero();
    assertThat(options.stallSeconds()).isEqualTo(60);
    assertThat(options.report().format()).isEqualTo(ReportFormat.TEXT);
    assertThat(options.report().type()).isEqualTo(MeasurementType.HDR);
    assertThat(options.report().percentiles()).containsExactly(95.0, 99.0);
  }

  @Test
  void loadingDoesWhatIsLeftOfTheRecords() {
    assertThat(RunOptions.parse(properties("insertstart", "900"), Phase.LOAD).operations())
        .isEqualTo(100);
    assertThat(RunOptions.parse(properties("insertcount", "30"), Phase.LOAD).operations())
        .isEqualTo(30);
  }

  @Test
  void countsMayBeLarge() {
    RunOptions options =
        RunOptions.parse(
            properties("operationcount", "30000000000", "recordcount", "40000000000"),
            Phase.TRANSACTIONS);

    assertThat(options.operations()).isEqualTo(30_000_000_000L);
    assertThat(options.insertcount()).isEqualTo(40_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "threadcount | 0 | threadcount=0: expected a whole number from 1",
        "threadcount | -4 | threadcount=-4",
        "threadcount | two | threadcount=two",
        "target | -1 | target=-1: expected a number of at least 0",
        "target | 70% | target=70%",
        "target | NaN | target=NaN",
        "target | Infinity | target=Infinity",
        "maxexecutiontime | 1d | maxexecutiontime=1d: expected a number of at least 0",
        "maxexecutiontime | 0x10 | maxexecutiontime=0x10",
        "operationcount | 1e6 | operationcount=1e6: expected a whole number",
        "operationcount | 99999999999999999999 | operationcount=99999999999999999999",
        "operationcount | 0 | maxexecutiontime=SECONDS",
        "recordcount | x | recordcount=x",
        "insertcount | 1001 | go beyond recordcount=1000",
        "insertstart | 9223372036854775807 | go beyond recordcount=1000",
        "measurementtype | hdr | one of hdrhistogram",
        "measurementtype | raw | intervals.hlog",
        "measurement.interval | always | one of op, intended, both",
        "exporter | org.example.Xml | JSONArrayMeasurementsExporter",
        "hdrhistogram.percentiles | 95,101 | at most 100",
        "hdrhistogram.percentiles | 95,99d | at most 100",
        "stall.seconds | 0 | stall.seconds=0",
        "errors.max | -1 | errors.max=-1",
        "status.interval | 0 | status.interval=0",
        "server.pid | 12,x | server.pid=12,x: expected process ids",
        "warmup.seconds | -1 | warmup.seconds=-1",
        "reportlatencyforeacherror | yes | one of true, false",
      })
  void refusesNonsenseWithWhatWasGiven(String name, String value, String message) {
    assertThatThrownBy(() -> RunOptions.parse(properties(name, value), Phase.TRANSACTIONS))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesToLoadNothing() {
    assertThatThrownBy(() -> RunOptions.parse(properties("recordcount", "0"), Phase.LOAD))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("recordcount=N");
  }

  @Test
  void intendedLatencyComesWithATargetOnly() {
    assertThat(RunOptions.parse(properties("target", "10"), Phase.TRANSACTIONS).intended())
        .isTrue();
    assertThat(
            RunOptions.parse(properties("measurement.interval", "both"), Phase.TRANSACTIONS)
                .intended())
        .isFalse();
    RunOptions intendedOnly =
        RunOptions.parse(
            properties("target", "10", "measurement.interval", "intended"), Phase.TRANSACTIONS);
    assertThat(intendedOnly.plainLatency()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "site.ycsb.measurements.exporter.TextMeasurementsExporter,TEXT",
    "site.ycsb.measurements.exporter.JSONMeasurementsExporter,JSON",
    "site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter,JSON_ARRAY",
    "JSONArrayMeasurementsExporter,JSON_ARRAY",
    "jsonarraymeasurementsexporter,JSON_ARRAY",
    "JSON,JSON",
    "csv,CSV",
  })
  void upstreamsExportersSelectOurs(String exporter, ReportFormat format) {
    assertThat(
            RunOptions.parse(properties("exporter", exporter), Phase.TRANSACTIONS)
                .report()
                .format())
        .isEqualTo(format);
  }
}
