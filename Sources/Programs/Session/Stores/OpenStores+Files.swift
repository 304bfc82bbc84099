import Platform
import Storage

extension OpenStores {
  /// The open store whose database or auxiliary SQLite files include `path`; nil if there is none.
  /// Writing there would overwrite the store.
  public func store(writtenTo path: String) -> OpenStore? {
    stores.first { store in
      guard let file = store.path else { return false }
      return ["", "-wal", "-shm", "-journal"].contains { FileIdentity.isOne(file + $0, path) }
    }
  }
}
