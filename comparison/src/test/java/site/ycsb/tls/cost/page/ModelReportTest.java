package site.ycsb.tls.cost.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.cost.CostModel;
import site.ycsb.tls.cost.KnownCosts;
import site.ycsb.tls.cost.Load;
import site.ycsb.tls.cost.Prediction;
import site.ycsb.tls.document.Document;
import site.ycsb.tls.file.WholeFile;

class ModelReportTest {
  @TempDir private Path directory;

  /** Few blocks make its interval so wide that it holds whatever was measured. */
  @Test
  void aCheckThatCouldNotFailIsNotSaidToHold() throws Exception {
    CostModel model = KnownCosts.hardlyChecked();

    ModelReport report = new ModelReport(model);
    assertThat(report.document().answers())
        .extracting(Document.Answer::verdict)
        .containsExactly("inconclusive");
    assertThat(report.csv()).contains(",too wide to tell");
    assertThat(Prediction.of(model, new Load(1, 1, 0, 0)).remarks())
        .singleElement()
        .asString()
        .startsWith("TLS_X: 1 of 1 checks of the model are too wide to tell");
    assertThat(new ModelReport(KnownCosts.model(true)).document().answers())
        .extracting(Document.Answer::verdict)
        .containsExactly("holds");
  }

  /** As on a full disk, or when the process is killed. */
  @Test
  void aPageThatCannotBeWrittenIsAsItWas() throws Exception {
    Path page = Files.writeString(directory.resolve("report.html"), "the last one");
    // Where it is written before it has its name.
    Files.createDirectories(
        WholeFile.unfinished(page, ProcessHandle.current().pid()).resolve("occupied"));

    assertThatThrownBy(() -> new ModelReport(KnownCosts.model(true)).writeTo(directory))
        .isInstanceOf(IOException.class);

    assertThat(page).hasContent("the last one");
  }
}
