package site.ycsb.tls.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.tls.binding.Binding;
import site.ycsb.tls.binding.DatabasePool;
import site.ycsb.tls.binding.Secrets;
import site.ycsb.tls.cli.option.CommandLines;
import site.ycsb.tls.cli.option.CommonOptions;
import site.ycsb.tls.cli.option.Interruption;
import site.ycsb.tls.cli.option.Terminal;
import site.ycsb.tls.cli.option.WorkloadArguments;
import site.ycsb.tls.option.TlsProperties;
import site.ycsb.tls.property.Property;
import site.ycsb.tls.property.TypedProperties;
import site.ycsb.tls.property.UsageException;
import site.ycsb.tls.property.run.RunProperties;
import site.ycsb.tls.property.run.WorkloadProperties;
import site.ycsb.tls.servers.Servers;
import site.ycsb.tls.session.Bindings;
import site.ycsb.tls.session.Session;

/**
 * {@code bin/ycsb shell}: single operations, typed by hand. An error is printed, and the shell
 * continues.
 */
@Command(
    name = "shell",
    header = "Run single operations interactively.",
    description = {
      "",
      "Example:",
      "  echo 'read user1' | bin/ycsb shell mongodb -p mongodb.url=mongodb://host/ycsb"
    })
final class ShellCommand extends CommonOptions implements Callable<Integer> {
  private static final String COMMANDS =
      """
      read KEY [FIELD ...]               read a record
      scan KEY COUNT [FIELD ...]         read COUNT records from KEY on
      insert KEY NAME=VALUE [...]        insert a record
      update KEY NAME=VALUE [...]        update fields of a record
      delete KEY                         delete a record
      table [NAME]                       show or set the table
      help                               this list
      quit                               end""";

  /** What is done in a load or a run only. */
  private static final List<String> OF_RUNS =
      Property.names(
          List.of(
              RunProperties.CLIENT_JAVA,
              RunProperties.CLIENT_PROFILE,
              RunProperties.LOAD_CHECK,
              RunProperties.LOAD_CLEAR,
              TlsProperties.RENEGOTIATE));

  @Mixin private WorkloadArguments arguments;

  @Option(names = "-table", paramLabel = "NAME", description = "The table (usertable).")
  private String table;

  @Override
  public Integer call() throws Exception {
    CommandLines.refuse(spec, "a shell makes no run", "-s", "-threads", "-target", "-l");
    arguments.named().forEach(ShellCommand::refuseOfRuns);
    Map<String, String> properties = arguments.ofOneRun();
    Binding binding = Bindings.named(arguments.binding());
    Servers.refuseSettingsWithoutEffect(binding, properties, arguments.named());
    Servers.refuseTrustOfNobody(binding, properties, List.of(properties));
    if (table == null) {
      table = new TypedProperties(properties).get(WorkloadProperties.TABLE);
    }
    try (Interruption starting = Interruption.beforeResults();
        Session session = Session.open(binding, properties, err());
        // Reading a line cannot be interrupted.
        Interruption typing = Interruption.closes(session::close);
        DatabasePool pool = session.openPool()) {
      DB db = pool.newClient();
      db.init();
      try {
        return converse(db);
      } finally {
        db.cleanup();
      }
    }
  }

  private static void refuseOfRuns(String name) {
    if (OF_RUNS.contains(name)) {
      throw new UsageException(name + " has no effect in a shell; leave it out");
    }
  }

  private int converse(DB db) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
    boolean terminal = Terminal.isStdin();
    if (terminal) {
      say("Type help for the commands, quit to end.");
    }
    int failures = 0;
    while (true) {
      if (terminal) {
        out().print("> ");
        out().flush();
      }
      String line = in.readLine();
      if (line == null || line.strip().equals("quit")) {
        return terminal || failures == 0 ? 0 : 1;
      }
      if (line.isBlank()) {
        continue;
      }
      long start = System.nanoTime();
      boolean ok = perform(db, Arrays.asList(line.strip().split("\\s+")));
      failures += ok ? 0 : 1;
      say("%.3f ms", (System.nanoTime() - start) / 1e6);
    }
  }

  /** Executes one line. Any exception of the client becomes a line on the output. */
  private boolean perform(DB db, List<String> words) {
    try {
      Status status =
          switch (words.get(0)) {
            case "help" -> {
              say(COMMANDS);
              yield Status.OK;
            }
            case "table" -> {
              table = words.size() > 1 ? words.get(1) : table;
              say("table " + table);
              yield Status.OK;
            }
            case "read" -> read(db, key(words), fields(words, 2));
            case "scan" -> scan(db, key(words), count(words), fields(words, 3));
            case "insert" -> db.insert(table, key(words), values(words));
            case "update" -> db.update(table, key(words), values(words));
            case "delete" -> db.delete(table, key(words));
            default ->
                throw new IllegalArgumentException(
                    "unknown command '" + words.get(0) + "'; help lists the commands");
          };
      say("Return: " + (status == null ? "nothing (a defect of the client)" : status.getName()));
      return status != null && status.isOk();
    } catch (RuntimeException | LinkageError e) {
      String what = e.getMessage() == null ? e.toString() : e.getMessage();
      say("Error: " + Secrets.named(List.of()).mask(what));
      return false;
    }
  }

  private Status read(DB db, String key, Set<String> fields) {
    Map<String, ByteIterator> record = new HashMap<>();
    Status status = db.read(table, key, fields, record);
    print(record);
    return status;
  }

  @SuppressWarnings("JdkObsolete") // the signature of site.ycsb.DB
  private Status scan(DB db, String key, int count, Set<String> fields) {
    Vector<HashMap<String, ByteIterator>> records = new Vector<>();
    Status status = db.scan(table, key, count, fields, records);
    for (int i = 0; i < records.size(); i++) {
      say("record " + i);
      print(records.get(i));
    }
    return status;
  }

  private void print(Map<String, ByteIterator> record) {
    record.forEach((name, value) -> say(name + "=" + value));
  }

  private static String key(List<String> words) {
    if (words.size() < 2) {
      throw new IllegalArgumentException(words.get(0) + ": no key given; help shows the form");
    }
    return words.get(1);
  }

  private static int count(List<String> words) {
    if (words.size() < 3 || !words.get(2).matches("[1-9][0-9]{0,8}")) {
      throw new IllegalArgumentException("scan: expected KEY COUNT, with a COUNT of 1 or more");
    }
    return Integer.parseInt(words.get(2));
  }

  /** The fields asked for; null, which YCSB reads as all, when there are none. */
  private static Set<String> fields(List<String> words, int from) {
    return words.size() > from ? new LinkedHashSet<>(words.subList(from, words.size())) : null;
  }

  private static Map<String, ByteIterator> values(List<String> words) {
    if (words.size() < 3) {
      throw new IllegalArgumentException(words.get(0) + ": expected KEY NAME=VALUE [...]");
    }
    Map<String, String> values = new HashMap<>();
    for (String word : words.subList(2, words.size())) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("'" + word + "': expected NAME=VALUE");
      }
      values.put(word.substring(0, equals), word.substring(equals + 1));
    }
    return StringByteIterator.getByteIteratorMap(values);
  }
}
