package site.ycsb.tls.cli.run;

import picocli.CommandLine.Command;
import site.ycsb.tls.engine.option.Phase;

/** {@code bin/ycsb run}: one run of a workload, as in YCSB. */
@Command(
    name = "run",
    header = "Run a workload once; prints YCSB's report, and what TLS was pinned and negotiated.",
    description = {
      "",
      "Without the address of a server (mongodb.url, …), a test server is started and loaded for",
      "this command. Without tls.cipher, the run is plain.",
      "",
      "Examples:",
      "  bin/ycsb run mongodb -P workloads/workloadc \\",
      "      -p tls.cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
      "  bin/ycsb run mongodb -P workloads/connectionchurn \\",
      "      -p tls.cipher=TLS_AES_256_GCM_SHA384 -p tls.keysize=4096",
      "",
      "One run shows how fast it was; use 'bin/ycsb compare' to see what TLS costs."
    })
public final class RunCommand extends SingleRun {
  public RunCommand() {
    super(Phase.TRANSACTIONS);
  }
}
