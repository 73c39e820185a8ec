package site.ycsb.tls.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.cli.option.WorkloadArguments;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.comparison.plan.Schedule;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.servers.NetworkRelay;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.servers.Variant;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.PinnableSuites;

/** {@code bin/ycsb testbed}: a test server for use by hand. */
@Command(
    name = "testbed",
    header = "Start a test server for use by hand; it runs until Ctrl-C.",
    description = {
      "",
      "The server listens on loopback, on one port without TLS and one for each pin (tls.* as in",
      "compare). The command prints the properties to pass to load, run, shell and compare. MariaDB",
      "and PostgreSQL have one port for all, Redis one for all pins, and a server for each key.",
      "",
      "Example:",
      "  bin/ycsb testbed mongodb -p tls.cipher=TLS_AES_256_GCM_SHA384 -p tls.keysize=2048,4096"
    })
final class TestbedCommand extends CommonOptions implements Callable<Integer> {
  @Mixin private WorkloadArguments arguments;

  @Override
  public Integer call() throws Exception {
    CommandLines.refuse(spec, "a test server makes no run", "-s", "-threads", "-target", "-l");
    Binding binding = Bindings.named(arguments.binding());
    Map<String, String> properties = arguments.toProperties();
    if (NetworkRelay.isWanted(properties)) {
      throw new UsageException(
          "network.*: this command only starts a server, and the network belongs to the client; give"
              + " network.* to the command that connects");
    }
    if (!Servers.areOurs(binding, properties)) {
      throw new UsageException(
          binding.testServer(properties).isEmpty()
              ? "there is no test server for " + binding.name()
              : "the address of a server was given; leave it out to start a test server");
    }
    List<Variant> variants = variants(properties, binding);
    CountDownLatch stopped = new CountDownLatch(1);
    try (Interruption starting = Interruption.beforeResults();
        Servers servers = Servers.inTemporaryDirectory(binding, properties, variants, err());
        Interruption interruption = Interruption.calls(stopped::countDown)) {
      for (Variant variant : variants) {
        say("");
        say("# " + variant.name());
        servers
            .prepare(variant)
            .properties()
            .forEach((name, value) -> say(CommandLines.property(name, value)));
        variant.properties().forEach((name, value) -> say(CommandLines.property(name, value)));
      }
      say("");
      say("Ready; Ctrl-C stops it.");
      stopped.await();
    }
    return CommandLine.ExitCode.OK;
  }

  /** A plain listener, and those that the properties ask for. */
  private static List<Variant> variants(Map<String, String> properties, Binding binding)
      throws IOException {
    ComparisonPlan plan =
        ComparisonPlan.parse(
            binding.name(),
            PinnableSuites.resolve(properties, binding),
            List.of(),
            ComparisonPlan.PLAIN,
            true,
            // Plain alone is allowed only with calibration.
            Schedule.wholeRuns(0).withCalibrate(true));
    List<Variant> variants = new ArrayList<>(List.of(plan.baseline()));
    variants.addAll(plan.variants());
    return variants;
  }
}
