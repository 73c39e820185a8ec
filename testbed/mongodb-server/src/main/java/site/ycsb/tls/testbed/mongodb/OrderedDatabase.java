package site.ycsb.tls.testbed.mongodb;

import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;

/** A database of {@link OrderedCollection}s. */
final class OrderedDatabase extends MemoryDatabase {
  private final CursorRegistry cursors;

  OrderedDatabase(String name, CursorRegistry cursors) {
    super(name, cursors);
    this.cursors = cursors;
  }

  @Override
  protected MemoryCollection openOrCreateCollection(String name, CollectionOptions options) {
    return new OrderedCollection(this, name, options, cursors);
  }
}
