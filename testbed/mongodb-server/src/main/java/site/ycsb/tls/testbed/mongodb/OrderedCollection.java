package site.ycsb.tls.testbed.mongodb;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.QueryResult;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.bson.Document;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A collection with ordered text keys, so that YCSB's scan does not read every document: that took
 * 0.6 s with 100 000 of them and would have hidden everything else. Called under the collection's
 * lock, like all collections.
 */
final class OrderedCollection extends MemoryCollection {
  private static final String KEY = "_id";

  /** Positions by key. */
  private final NavigableMap<String, Integer> order = new TreeMap<>();

  OrderedCollection(
      MongoDatabase database, String name, CollectionOptions options, CursorRegistry cursors) {
    super(database, name, options, cursors);
  }

  @Override
  protected Integer addDocumentInternal(Document document) {
    Integer position = super.addDocumentInternal(document);
    if (document.get(KEY) instanceof String key) {
      order.put(key, position);
    }
    return position;
  }

  @Override
  protected void removeDocument(Integer position) {
    if (getDocument(position).get(KEY) instanceof String key) {
      order.remove(key, position);
    }
    super.removeDocument(position);
  }

  @Override
  protected QueryResult matchDocuments(
      Document query,
      Document orderBy,
      int numberToSkip,
      int limit,
      int batchSize,
      Document fieldSelector) {
    if (!isScan(query, orderBy)) {
      return super.matchDocuments(query, orderBy, numberToSkip, limit, batchSize, fieldSelector);
    }
    String start = (String) ((Document) query.get(KEY)).get("$gte");
    Stream<Document> inOrder = order.tailMap(start, true).values().stream().map(this::getDocument);
    Stream<Document> enough =
        limit > 0 ? inOrder.limit((long) Math.max(0, numberToSkip) + limit) : inOrder;
    return matchDocumentsFromStream(
        enough, query, new Document(), numberToSkip, limit, batchSize, fieldSelector);
  }

  /** Only {@code find({_id: {$gte: "text"}}).sort({_id: 1})}. */
  private static boolean isScan(Document query, Document orderBy) {
    return query.size() == 1
        && query.get(KEY) instanceof Document range
        && range.size() == 1
        && range.get("$gte") instanceof String
        && orderBy != null
        && orderBy.size() == 1
        && isAscending(orderBy);
  }

  private static boolean isAscending(Map<String, Object> orderBy) {
    return Objects.equals(orderBy.get(KEY), 1);
  }
}
