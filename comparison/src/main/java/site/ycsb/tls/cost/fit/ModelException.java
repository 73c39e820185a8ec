package site.ycsb.tls.cost.fit;

/** The figures are not enough for a model, or a model is not enough for a prediction. */
public final class ModelException extends Exception {
  private static final long serialVersionUID = 1;

  public ModelException(String message) {
    super(message);
  }

  public ModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
