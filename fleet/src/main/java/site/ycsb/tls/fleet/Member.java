package site.ycsb.tls.fleet;

import org.jgroups.Address;

/**
 * An agent that belongs to the fleet.
 *
 * @param number from 1
 * @param name number, host and process
 */
record Member(int number, String name, Address address) {
  Member(int number, Message.Hello hello, Address address) {
    this(number, "agent %d (%s, process %d)".formatted(number, hello.host(), hello.pid()), address);
  }
}
