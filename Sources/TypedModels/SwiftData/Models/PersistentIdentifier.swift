#if SwiftData
  import Foundation
  import Model

  /// The identity of a record.
  ///
  /// It can be sent to other tasks and encoded. An object that is not yet saved has a temporary
  /// identity, which stays valid in its context.
  public struct PersistentIdentifier: Hashable, Sendable, Codable, Identifiable {
    enum Key: Hashable, Sendable, Codable {
      case saved(RecordID)
      case temporary(UUID)
    }

    /// The name of the model.
    public let entityName: String
    let key: Key

    /// The identity.
    public var id: PersistentIdentifier { self }

    /// The identifier of the store, or nil if the object is not yet saved.
    public var storeIdentifier: String? {
      if case .saved(let id) = key { id.entity } else { nil }
    }

    var record: RecordID? {
      if case .saved(let id) = key { id } else { nil }
    }
  }

  extension PersistentIdentifier: Comparable {
    /// Orders identities; saved records come before unsaved ones.
    public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
      switch (left.key, right.key) {
      case (.saved(let a), .saved(let b)):
        if case (.number(let x), .number(let y)) = (a.key, b.key), a.entity == b.entity {
          return x < y
        }
        return a.description < b.description
      case (.saved, .temporary): return true
      case (.temporary, .saved): return false
      case (.temporary(let a), .temporary(let b)): return a.uuidString < b.uuidString
      }
    }
  }
#endif
