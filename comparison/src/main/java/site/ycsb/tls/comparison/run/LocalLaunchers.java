package site.ycsb.tls.comparison.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.comparison.plan.ComparisonPlan;
import site.ycsb.tls.option.SocketSettings;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.run.JavaInstallation;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.session.ClientOffers;

/**
 * The runs are JVMs of this machine with this JVM's class path.
 *
 * @param jvmArguments of the load generators
 * @param heapBytes the most heap of each; 0 = as its JVM wants
 */
public record LocalLaunchers(List<String> jvmArguments, long heapBytes)
    implements ComparisonSetup.Launchers {

  @Override
  public RunLauncher open(Secrets secrets) {
    return new ForkedRunLauncher(jvmArguments, System.getProperty("java.class.path"), heapBytes);
  }

  @Override
  public void require(ComparisonPlan plan) throws IOException, InterruptedException {
    Map<JavaInstallation, Set<Map<String, String>>> runs = new LinkedHashMap<>();
    for (Map<String, String> run : plan.propertiesOfRuns().toList()) {
      SocketSettings.parse(run).requireBuffers();
      JavaInstallation java =
          new TypedProperties(run).get(RunProperties.CLIENT_JAVA, JavaInstallation.running());
      runs.computeIfAbsent(java, first -> new LinkedHashSet<>()).add(run);
    }
    for (Map.Entry<JavaInstallation, Set<Map<String, String>>> each : runs.entrySet()) {
      ClientOffers.require(each.getKey(), jvmArguments, each.getValue());
    }
  }
}
