import Model
import Rendering
import Storage

/// A store that is open, under a name.
public struct OpenStore {
  /// The name of a store in memory if nothing else is said.
  public static let memoryName = "memory"
  /// What stands in the place of a path for a store in memory.
  public static let memoryPath = ":memory:"

  /// What statements call it.
  public let name: String
  /// The file's path as it was given; nil in memory.
  public let path: String?
  /// What works on it.
  public let session: QuerySession
  let file: OpenedFile?

  /// Whether nothing can be written to it.
  public var isReadOnly: Bool { file?.isReadOnly ?? (session.store is ReadOnlyStore) }

  /// `2 models, read-only; changes wait to be saved`
  public var summary: String {
    let count = session.schema.entities.count
    return (count == 0 ? "no models yet" : counted(count, "model"))
      + (isReadOnly ? ", read-only" : "")
      + (session.hasPendingChanges ? "; changes wait to be saved" : "")
  }
}
