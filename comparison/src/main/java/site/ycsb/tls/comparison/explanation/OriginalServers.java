package site.ycsb.tls.comparison.explanation;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import site.ycsb.tls.servers.ServerSide;
import site.ycsb.tls.servers.ServerView;
import site.ycsb.tls.servers.Variant;

/**
 * The servers of the first comparison, for the variants of the further one: a variant with a
 * profiler has the server of the one without. Each server is looked into while it is used.
 *
 * @param servers of the first comparison
 * @param plan of the further one
 * @param users the present processes of the user's own server, if it is named
 */
record OriginalServers(
    ServerSide servers, ExplanationPlan plan, ServerProfiles profiles, Supplier<List<Long>> users)
    implements ServerSide {

  @Override
  public Address prepare(Variant variant) throws IOException, InterruptedException {
    Address address = servers.prepare(plan.original(variant));
    profiles.add(address.processIds(), /* ours= */ true);
    profiles.add(users.get(), /* ours= */ false);
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
    profiles.close();
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
