package site.ycsb.tls.needs;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The tests of this class, or this test, need something that not every machine has. Without it they
 * are skipped before their first line, and counted in the list at the end of the build.
 *
 * <pre>{@code
 * @Needs(Requirement.MARIADB)
 * class JdbcPinIT { … }
 * }</pre>
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(RequirementCondition.class)
public @interface Needs {
  /** All of these. */
  Requirement[] value();
}
