package site.ycsb.tls.testkit.example;

import site.ycsb.tls.testkit.BindingContract;

/** The whole test of a binding without anything particular. */
class ExampleBindingIT extends BindingContract {
  ExampleBindingIT() {
    super(new ExampleBinding());
  }

  /** JSSE does not tell a server whether a session was resumed. */
  @Override
  protected boolean serverTellsResumption() {
    return false;
  }
}
