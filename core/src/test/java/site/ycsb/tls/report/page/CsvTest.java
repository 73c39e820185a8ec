package site.ycsb.tls.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {
  @Test
  void whatASpreadsheetWouldRunIsNeutralised() {
    assertThat(Csv.row(List.of("=1+1", "+cmd|' /C calc'!A0", "@SUM(A1)", "-2+3", "\t=1", "=\"a\"")))
        .isEqualTo("'=1+1,'+cmd|' /C calc'!A0,'@SUM(A1),'-2+3,'\t=1,\"'=\"\"a\"\"\"\r\n");
  }

  @Test
  void numbersAndOtherTextStayAsTheyAre() {
    assertThat(Csv.row(List.of("-3.5", "+2", "-1.2e+07", "", "a=b", "x,y", "1-2")))
        .isEqualTo("-3.5,+2,-1.2e+07,,a=b,\"x,y\",1-2\r\n");
  }
}
