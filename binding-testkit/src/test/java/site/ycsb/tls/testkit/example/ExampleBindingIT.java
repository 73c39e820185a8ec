package site.ycsb.tls.testkit.example;

import site.ycsb.tls.testkit.BindingContract;

/** What a binding needs to be tested. */
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
