/**
 * How the runs of a block take turns: what the parent process tells a run, and what the run
 * answers. {@link site.ycsb.tls.slice.Order} and {@link site.ycsb.tls.slice.SliceReport} are the
 * two messages; {@link site.ycsb.tls.slice.OrderSender} is the parent's end, {@link
 * site.ycsb.tls.slice.OrderReceiver} the run's.
 *
 * <p>Lives here: the messages and their way over a Unix domain socket. Must not live here: when
 * which run is active (compare), and what a run does then (engine).
 */
package site.ycsb.tls.slice;
