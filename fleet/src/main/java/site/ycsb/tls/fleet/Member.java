package site.ycsb.tls.fleet;

import org.jgroups.Address;
import site.ycsb.tls.measurement.process.Host;

/**
 * An agent that belongs to the fleet.
 *
 * @param number from 1
 * @param name number, host and process
 * @param java version and vendor of its JVM
 * @param machine see {@link Host#id}
 */
record Member(int number, String name, String java, String machine, Address address) {
  Member(int number, Message.Hello hello, Address address) {
    this(
        number,
        "agent %d (%s, process %d)".formatted(number, hello.host(), hello.pid()),
        hello.java(),
        hello.machine(),
        address);
  }
}
