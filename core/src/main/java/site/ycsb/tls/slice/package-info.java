/**
 * How the runs of a block take turns: the parent process's orders and the run's answers. {@link
 * site.ycsb.tls.slice.Order} and {@link site.ycsb.tls.slice.SliceReport} are the two messages;
 * {@link site.ycsb.tls.slice.OrderSender} is the parent's side, {@link
 * site.ycsb.tls.slice.OrderReceiver} the run's.
 *
 * <p>Belongs here: the messages and their transport over a Unix domain socket. Does not belong
 * here: when which run is active (compare), and what a run does then (engine).
 *
 * <p>Why: docs/decisions/slices.md.
 */
package site.ycsb.tls.slice;
