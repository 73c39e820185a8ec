package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import site.ycsb.tls.servers.ServerSide;
import site.ycsb.tls.servers.ServerView;
import site.ycsb.tls.servers.Variant;

/**
 * The servers of the first comparison, for the variants of the further one: a variant with a
 * profiler has the server of the one without.
 *
 * @param servers of the first comparison
 * @param plan of the further one
 * @param used receives the processes of a server that is about to be used
 */
record OriginalServers(ServerSide servers, ExplanationPlan plan, Consumer<List<Long>> used)
    implements ServerSide {

  @Override
  public Address prepare(Variant variant) throws IOException, InterruptedException {
    Address address = servers.prepare(plan.original(variant));
    used.accept(address.processIds());
    return address;
  }

  @Override
  public String store(Variant variant) {
    return servers.store(plan.original(variant));
  }

  @Override
  public Duration preparation() {
    return servers.preparation();
  }

  @Override
  public void renew() throws IOException, InterruptedException {
    servers.renew();
  }

  @Override
  public boolean keepsData() {
    return servers.keepsData();
  }

  @Override
  public boolean clearsTables() {
    return servers.clearsTables();
  }

  @Override
  public ServerView witness(Variant variant) throws InterruptedException {
    return servers.witness(plan.original(variant));
  }
}
