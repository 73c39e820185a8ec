package site.ycsb.tls.binding;

/** What the connection-churn workload makes for each cycle. */
public enum ChurnScope {
  /** A client object, as the published scripts do; it may open several connections. */
  CLIENT,
  /** Exactly one connection. */
  CONNECTION
}
