package site.ycsb.tls.engine.worker;

import java.util.Optional;
import site.ycsb.DB;

/** A {@link site.ycsb.Workload} whose transactions read or change records that must be there. */
public interface ReadsRecords {

  /**
   * Reads a record or two that a load has inserted; called once, by the first worker, when it is
   * connected and before anything is measured.
   *
   * @param client connected
   * @return what is missing, in words; empty when the records are there, or none is needed
   */
  Optional<String> missingRecord(DB client);
}
