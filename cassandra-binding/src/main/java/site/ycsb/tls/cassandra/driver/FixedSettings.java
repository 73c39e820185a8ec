package site.ycsb.tls.cassandra.driver;

import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.context.DriverContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Settings that are read once, for any number of sessions. */
public record FixedSettings(DriverConfig config) implements DriverConfigLoader {
  @Override
  public DriverConfig getInitialConfig() {
    return config;
  }

  @Override
  public void onDriverInit(DriverContext context) {}

  @Override
  public CompletionStage<Boolean> reload() {
    return CompletableFuture.failedFuture(new UnsupportedOperationException("settings are fixed"));
  }

  @Override
  public boolean supportsReloading() {
    return false;
  }

  @Override
  public void close() {}
}
