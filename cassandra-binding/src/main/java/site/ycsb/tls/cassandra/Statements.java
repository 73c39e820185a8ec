package site.ycsb.tls.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The prepared statements of a run, each prepared once and shared by all threads. The table is as
 * upstream YCSB has it: a text key {@value #KEY} and a column per field. Thread-safe.
 */
final class Statements {
  static final String KEY = "y_id";

  private final CqlSession session;
  private final CassandraOptions options;
  private final Map<Shape, Prepared> prepared = new ConcurrentHashMap<>();

  /** The kinds of statements, and the values that they take. */
  enum Kind {
    /** The key. */
    READ,

    /**
     * The first key and the number of records, which come in the order of their keys' tokens, the
     * only order in a ring.
     */
    SCAN,

    /** The fields' values, then the key. */
    UPDATE,

    /** The fields' values, then the key. */
    INSERT,

    /** The key. */
    DELETE
  }

  /** The key of a statement; a read without fields reads all fields. */
  private record Shape(Kind kind, String table, Set<String> fields) {}

  /**
   * A prepared statement.
   *
   * @param statement with its consistency level
   * @param fields whose values it takes, in this order
   * @param columns of its result, in this order
   */
  record Prepared(PreparedStatement statement, List<String> fields, List<String> columns) {}

  Statements(CqlSession session, CassandraOptions options) {
    this.session = session;
    this.options = options;
  }

  /**
   * A statement.
   *
   * @param given its fields; null: all
   */
  Prepared of(Kind kind, String table, Set<String> given) {
    Set<String> fields = given == null ? Set.of() : given;
    Prepared known = prepared.get(new Shape(kind, table, fields));
    return known != null
        ? known
        : prepared.computeIfAbsent(new Shape(kind, table, Set.copyOf(fields)), this::prepare);
  }

  private Prepared prepare(Shape shape) {
    List<String> fields = new ArrayList<>(shape.fields());
    boolean reads = shape.kind() == Kind.READ || shape.kind() == Kind.SCAN;
    ConsistencyLevel level = reads ? options.readLevel() : options.writeLevel();
    PreparedStatement statement =
        session.prepare(
            SimpleStatement.newInstance(
                    cql(shape.kind(), qualified(options, shape.table()), fields))
                .setConsistencyLevel(level)
                .setTracing(options.tracing()));
    List<String> columns = new ArrayList<>();
    for (ColumnDefinition column : statement.getResultSetDefinitions()) {
      columns.add(column.getName().asInternal());
    }
    return new Prepared(statement, List.copyOf(fields), List.copyOf(columns));
  }

  private static String cql(Kind kind, String table, List<String> fields) {
    List<String> names = fields.stream().map(Statements::name).toList();
    String selected = names.isEmpty() ? "*" : String.join(", ", names);
    return switch (kind) {
      case READ -> "SELECT " + selected + " FROM " + table + " WHERE " + KEY + " = ?";
      case SCAN ->
          "SELECT " + selected + " FROM " + table + " WHERE token(" + KEY + ") >= token(?) LIMIT ?";
      case UPDATE ->
          names.stream()
              .map(name -> name + " = ?")
              .collect(
                  Collectors.joining(", ", "UPDATE " + table + " SET ", " WHERE " + KEY + " = ?"));
      case INSERT ->
          "INSERT INTO "
              + table
              + names.stream().map(name -> name + ", ").collect(Collectors.joining("", " (", KEY))
              + ") VALUES ("
              + "?, ".repeat(names.size())
              + "?)";
      case DELETE -> "DELETE FROM " + table + " WHERE " + KEY + " = ?";
    };
  }

  /** The table with its key space, in CQL. */
  static String qualified(CassandraOptions options, String table) {
    return name(options.keyspace()) + "." + name(table);
  }

  /**
   * Without quotes, as in upstream, if CQL allows it (it ignores case then); otherwise in quotes.
   */
  static String name(String name) {
    return name.matches("[A-Za-z][A-Za-z0-9_]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
  }

  /** What {@link #name} denotes. */
  static CqlIdentifier identifier(String name) {
    return CqlIdentifier.fromCql(name(name));
  }
}
