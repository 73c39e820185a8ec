package site.ycsb.tls.comparison.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.tls.comparison.result.ComparisonResult;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.servers.Variant;

class AccountOfVariantsTest {
  @TempDir private Path directory;

  @Test
  void whatWasLeftOpenAndDiffersIsInTheSentence() throws Exception {
    ComparisonResult result =
        FabricatedComparison.observed(
            directory,
            request -> {
              boolean tls13 = request.properties().get("tls.cipher").startsWith("TLS_AES");
              return List.of(
                  AccountRow.open("GroupOnWire", tls13 ? "X25519MLKEM768" : "secp256r1"),
                  AccountRow.open("LargestRecordOut", tls13 ? "100 bytes" : "200 bytes"),
                  AccountRow.same("ProtocolOnWire", tls13 ? "a" : "b", tls13 ? "a" : "b"),
                  AccountRow.open("ApplicationProtocol", "none"));
            });
    AccountOfVariants account = new AccountOfVariants(result);
    List<Variant> variants = result.plan().variants();
    Variant first = variants.get(0);
    Variant other =
        variants.stream()
            .filter(v -> v.name().contains("TLS_ECDHE") != first.name().contains("TLS_ECDHE"))
            .findFirst()
            .orElseThrow();

    assertThat(account.leftOpen(other, first))
        .isEqualTo(
            " Left open, and different from %s: GroupOnWire secp256r1, not X25519MLKEM768."
                .formatted(first.name()));
    assertThat(account.leftOpen(first, first)).isEmpty();
    assertThat(account.leftOpen(first, result.plan().baseline())).isEmpty();
  }

  /** As after a restart of the server with another setting, or where two numbers differ only. */
  @Test
  void whatDiffersInALaterBlockIsInTheSentenceToo() throws Exception {
    ComparisonResult result =
        FabricatedComparison.observed(
            directory,
            request -> {
              boolean tls13 = request.properties().get("tls.cipher").startsWith("TLS_AES");
              boolean later = request.directory().toString().contains("block-02");
              return List.of(
                  AccountRow.open("GroupOnWire", later && tls13 ? "x25519" : "secp256r1"),
                  AccountRow.open("Seen", tls13 ? "a (2), b (1)" : "b (7), a (1)"));
            });
    Variant tls13 = variant(result, "TLS_AES");
    Variant tls12 = variant(result, "TLS_ECDHE");

    assertThat(new AccountOfVariants(result).leftOpen(tls13, tls12))
        .isEqualTo(
            " Left open, and different from %s: GroupOnWire x25519, not secp256r1 (1 of 3 runs)."
                .formatted(tls12.name()));
  }

  private static Variant variant(ComparisonResult result, String suite) {
    return result.plan().variants().stream()
        .filter(v -> v.name().startsWith(suite))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anotherVersionOfHttpIsInTheSentenceAndInTheTable() throws Exception {
    ComparisonResult result =
        FabricatedComparison.observed(
            directory,
            request ->
                List.of(
                    AccountRow.open("ApplicationProtocol", "h2"),
                    AccountRow.same("LargestRecordOut", "at most 4096 bytes", "4096 bytes")));
    String text = Report.of(result, directory).text().replaceAll("\\s+", " ");

    assertThat(text)
        .contains(
            "Only TLS negotiated HTTP's version (h2): the difference may contain that of HTTP.");
    assertThat(new AccountOfVariants(result).table().rows())
        .extracting(row -> row.get(0).text() + " " + row.get(1).text())
        .containsExactly(
            "ApplicationProtocol h2", "LargestRecordOut 4096 bytes (at most 4096 bytes)");
  }

  /** Asked for in one variant only, such as a size of records. */
  @Test
  void aSettingThatOnlyALaterVariantHasIsInTheTable() throws Exception {
    ComparisonResult result =
        FabricatedComparison.observed(
            directory,
            request ->
                request.properties().get("tls.keysize").equals("2048")
                    ? List.of(AccountRow.open("Group", "x25519"))
                    : List.of(
                        AccountRow.open("Group", "x25519"),
                        AccountRow.same("LargestRecordOut", "4096 bytes", "4096 bytes")));

    assertThat(new AccountOfVariants(result).table().rows())
        .extracting(row -> row.get(0).text())
        .containsExactly("Group", "LargestRecordOut");
  }
}
