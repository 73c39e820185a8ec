package site.ycsb.tls.testkit.example;

import site.ycsb.tls.testkit.BindingContract;

/** The whole test of a binding without anything particular. */
class ExampleBindingIT extends BindingContract {
  ExampleBindingIT() {
    super(new ExampleBinding());
  }

  /** JSSE's sockets do not say it. */
  @Override
  protected boolean serverTellsResumption() {
    return false;
  }
}
