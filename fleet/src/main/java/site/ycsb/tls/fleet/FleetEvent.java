package site.ycsb.tls.fleet;

import java.util.List;
import org.jgroups.Address;

/** What coordinator and agents handle one after the other. */
sealed interface FleetEvent {
  /**
   * A member, or an agent that wants to join, has sent a message.
   *
   * @param nanos when it came, as {@link System#nanoTime()}
   */
  record Received(Address from, Message message, long nanos) implements FleetEvent {}

  /** The present members of the group, the founder first. */
  record Present(List<Address> members) implements FleetEvent {}

  /** An agent's own run says this to the coordinator. */
  record OfRun(Message message) implements FleetEvent {}
}
