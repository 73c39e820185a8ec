package site.ycsb.tls.channel;

/** Threads that do not keep the JVM alive. */
public final class DaemonThread {
  private DaemonThread() {}

  /** Starts one. */
  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
