import Model
import Rendering
import Storage

/// An open store with its name.
public struct OpenStore {
  /// The default name of a store in memory.
  public static let memoryName = "memory"
  /// The path of a store in memory.
  public static let memoryPath = ":memory:"

  /// The name in statements.
  public let name: String
  /// The file's path as given; nil in memory.
  public let path: String?
  /// The session on the store.
  public let session: QuerySession
  let file: OpenedFile?

  /// The database and its server, for the prompt; nil for files.
  public var place: String? { file?.place }

  /// Whether the store is read-only.
  public var isReadOnly: Bool { file?.isReadOnly ?? (session.store is ReadOnlyStore) }

  /// `2 models, read-only; unsaved changes`
  public var summary: String {
    let count = session.schema.entities.count
    return (count == 0 ? "no models yet" : counted(count, "model"))
      + (isReadOnly ? ", read-only" : "")
      + (session.hasPendingChanges ? "; unsaved changes" : "")
  }
}
