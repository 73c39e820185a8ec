package site.ycsb.tls.account;

/** Hears of connections that end, on the thread that ends them. Quick; throws nothing. */
public interface ConnectionListener {
  /** No byte will pass any more. */
  void ended(SocketConnection connection);
}
