package site.ycsb.tls.needs;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Skips what {@link Needs} something that this machine does not have. */
final class RequirementCondition implements ExecutionCondition {
  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    Optional<Needs> needs = AnnotationSupport.findAnnotation(context.getElement(), Needs.class);
    return needs.stream()
        .flatMap(annotation -> Arrays.stream(annotation.value()))
        .filter(requirement -> !requirement.isMet())
        .findFirst()
        .map(missing -> ConditionEvaluationResult.disabled(missing.toString()))
        .orElseGet(() -> ConditionEvaluationResult.enabled("nothing is missing"));
  }
}
