package site.ycsb.tls.testkit.example;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.tls.socket.Transport;

/** One thread's client: a connection. */
final class ExampleClient extends DB {
  private final ExampleConnector connector;
  private final Transport transport;
  private Words connection;
  private List<String> answer;

  ExampleClient(ExampleConnector connector, Transport transport) {
    this.connector = connector;
    this.transport = transport;
  }

  @Override
  public void init() throws DBException {
    try {
      connection = connector.connect(transport);
    } catch (IOException e) {
      throw new DBException(e.getMessage());
    }
  }

  @Override
  public void cleanup() throws DBException {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (IOException e) {
      throw new DBException(e.getMessage());
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Status status = ask(List.of("read", table, key));
    if (status.isOk()) {
      Words.fields(answer)
          .forEach(
              (name, value) -> {
                if (fields == null || fields.contains(name)) {
                  result.put(name, new StringByteIterator(value));
                }
              });
    }
    return status.isOk() && result.isEmpty() ? Status.NOT_FOUND : status;
  }

  @Override
  @SuppressWarnings({"JdkObsolete", "NonApiType"}) // the signature of site.ycsb.DB
  public Status scan(
      String table,
      String start,
      int count,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    Status status = ask(List.of("scan", table, start, Integer.toString(count)));
    for (String key : status.isOk() ? answer : List.<String>of()) {
      HashMap<String, ByteIterator> found = new HashMap<>();
      Status read = read(table, key, fields, found);
      if (read.isOk()) {
        result.add(found);
      } else if (!read.equals(Status.NOT_FOUND)) {
        return read;
      }
    }
    return status.isOk() && result.isEmpty() ? Status.NOT_FOUND : status;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return write("update", table, key, values);
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return write("insert", table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    return ask(List.of("delete", table, key));
  }

  private Status write(
      String operation, String table, String key, Map<String, ByteIterator> values) {
    List<String> request = new ArrayList<>(List.of(operation, table, key));
    request.addAll(Words.flat(StringByteIterator.getStringMap(values)));
    return ask(request);
  }

  /** Sends the request, and keeps what follows the status. */
  private Status ask(List<String> request) {
    try {
      connection.send(request);
      List<String> all = connection.receive();
      answer = all.subList(1, all.size());
      return all.get(0).equals("OK") ? Status.OK : Status.NOT_FOUND;
    } catch (IOException e) {
      return new Status("ERROR", e.getMessage());
    }
  }
}
