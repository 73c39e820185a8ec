package site.ycsb.tls.observation.setting;

import java.util.OptionalInt;
import site.ycsb.tls.observation.AccountRow;
import site.ycsb.tls.observation.ObservedTls;
import site.ycsb.tls.observation.Setting;

/** The largest record that the client has sent, its header included, from the wire. */
final class RecordSize implements Setting {
  @Override
  public String name() {
    return "LargestRecordOut";
  }

  @Override
  public AccountRow row(ObservedTls observed) {
    OptionalInt asked = observed.asked().recordSize();
    int largest = observed.totals().largestRecordSent();
    String text = largest + " bytes";
    if (asked.isEmpty()) {
      return AccountRow.open(name(), text);
    }
    String atMost = "at most " + asked.getAsInt() + " bytes";
    return largest <= asked.getAsInt()
        ? AccountRow.same(name(), atMost, text)
        : AccountRow.different(
            name(),
            atMost,
            text,
            "tls.recordsize=%d: %s sent a record of %d bytes; leave it out or set tls.provider=SunJSSE"
                .formatted(asked.getAsInt(), observed.provider().getName(), largest));
  }
}
