package site.ycsb.tls.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;

import com.mongodb.MongoException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.Projections;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.UpdateResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.bson.Document;
import org.bson.types.Binary;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.tls.binding.BatchingClient;
import site.ycsb.tls.binding.ConnectionSupplier;

/**
 * The operations of one thread. A record is a document whose {@code _id} is the key and whose
 * fields are binary. One that has none of the fields that are read is not found.
 *
 * <p>An operation that fails returns a status with the name {@code ERROR} and the reason as its
 * description. When a batch fails, the insert that sent it returns the error; those before it had
 * returned {@code BATCHED_OK}.
 */
final class MongoDbClient extends DB implements BatchingClient {
  private static final String KEY = "_id";
  private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
  private static final InsertManyOptions UNORDERED_INSERT = new InsertManyOptions().ordered(false);
  private static final BulkWriteOptions UNORDERED_WRITE = new BulkWriteOptions().ordered(false);

  private final ConnectionSupplier<MongoClient> source;
  private final boolean owned;
  private final MongoDbOptions options;
  private final List<Document> batch = new ArrayList<>();

  private MongoClient client;
  private MongoCollection<Document> collection;

  /**
   * A client for one thread.
   *
   * @param owned whether the driver's client is closed in {@link #cleanup()}
   */
  MongoDbClient(ConnectionSupplier<MongoClient> source, boolean owned, MongoDbOptions options) {
    this.source = source;
    this.owned = owned;
    this.options = options;
  }

  /** Connects; returns when the server has answered. */
  @Override
  public void init() throws DBException {
    client = source.openForClient();
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    try {
      Document found = projected(in(table).find(eq(KEY, key)), fields).first();
      if (found != null) {
        copy(found, result);
      }
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (MongoException e) {
      return failed(e);
    }
  }

  /** Records in the order of their keys; in one answer of the server for any number. */
  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    FindIterable<Document> found =
        projected(in(table).find(gte(KEY, startkey)), fields)
            .sort(Sorts.ascending(KEY))
            .limit(recordcount)
            .batchSize(recordcount);
    try (MongoCursor<Document> cursor = found.iterator()) {
      while (cursor.hasNext()) {
        HashMap<String, ByteIterator> values = new HashMap<>();
        copy(cursor.next(), values);
        if (!values.isEmpty()) {
          result.add(values);
        }
      }
      return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
    } catch (MongoException e) {
      return failed(e);
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    try {
      Document set = new Document("$set", document(values));
      UpdateResult result = in(table).updateOne(eq(KEY, key), set);
      return result.wasAcknowledged() && result.getMatchedCount() == 0
          ? Status.NOT_FOUND
          : Status.OK;
    } catch (MongoException e) {
      return failed(e);
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    Document record = new Document(KEY, key);
    record.putAll(document(values));
    try {
      if (options.batchSize() == 1) {
        insert(in(table), record);
        return Status.OK;
      }
      MongoCollection<Document> before = collection;
      if (in(table) != before && before != null) {
        write(before);
      }
      batch.add(record);
      if (batch.size() < options.batchSize()) {
        return Status.BATCHED_OK;
      }
      write(collection);
      return Status.OK;
    } catch (MongoException e) {
      return failed(e);
    }
  }

  @Override
  public Status delete(String table, String key) {
    try {
      DeleteResult result = in(table).deleteOne(eq(KEY, key));
      return result.wasAcknowledged() && result.getDeletedCount() == 0
          ? Status.NOT_FOUND
          : Status.OK;
    } catch (MongoException e) {
      return failed(e);
    }
  }

  @Override
  public int unsent() {
    return batch.size();
  }

  /**
   * Sends the last batch and disconnects.
   *
   * @throws DBException when the last batch could not be written
   */
  @Override
  public void cleanup() throws DBException {
    int last = batch.size();
    try {
      write(collection);
    } catch (MongoException e) {
      throw new DBException(
          "the last " + last + " records were not written: " + MongoDbFailure.reason(client, e));
    } finally {
      if (owned && client != null) {
        client.close();
      }
    }
  }

  private MongoCollection<Document> in(String table) {
    if (collection == null || !collection.getNamespace().getCollectionName().equals(table)) {
      collection = client.getDatabase(options.database()).getCollection(table);
    }
    return collection;
  }

  private void insert(MongoCollection<Document> into, Document record) {
    if (options.upsert()) {
      into.replaceOne(eq(KEY, record.get(KEY)), record, UPSERT);
    } else {
      into.insertOne(record);
    }
  }

  /** Sends the batch; it is empty afterwards, even after a failure. */
  private void write(MongoCollection<Document> into) {
    if (batch.isEmpty()) {
      return;
    }
    try {
      if (options.upsert()) {
        into.bulkWrite(
            batch.stream()
                .map(record -> new ReplaceOneModel<>(eq(KEY, record.get(KEY)), record, UPSERT))
                .toList(),
            UNORDERED_WRITE);
      } else {
        into.insertMany(batch, UNORDERED_INSERT);
      }
    } finally {
      batch.clear();
    }
  }

  private Status failed(MongoException failure) {
    return new Status(Status.ERROR.getName(), MongoDbFailure.reason(client, failure));
  }

  private static FindIterable<Document> projected(
      FindIterable<Document> found, Set<String> fields) {
    return fields == null ? found : found.projection(Projections.include(new ArrayList<>(fields)));
  }

  private static Document document(Map<String, ByteIterator> values) {
    Document document = new Document();
    values.forEach((name, value) -> document.put(name, value.toArray()));
    return document;
  }

  /** Fields that another program loaded may be text. */
  private static void copy(Document from, Map<String, ByteIterator> to) {
    from.forEach(
        (name, value) -> {
          if (value instanceof Binary binary) {
            to.put(name, new ByteArrayByteIterator(binary.getData()));
          } else if (value instanceof String text && !name.equals(KEY)) {
            to.put(name, new ByteArrayByteIterator(text.getBytes(StandardCharsets.UTF_8)));
          }
        });
  }
}
