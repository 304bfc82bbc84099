import Platform
import Storage

extension OpenStores {
  /// The open store to whose file `path` leads, or to a file that SQLite keeps beside it; nil where it leads
  /// to none. What is written there would take the store's place.
  public func store(writtenTo path: String) -> OpenStore? {
    stores.first { store in
      guard let file = store.path else { return false }
      return ["", "-wal", "-shm", "-journal"].contains { FileIdentity.isOne(file + $0, path) }
    }
  }
}
