public import Model

/// A version of a store's models.
public struct SchemaVersion: Hashable, Sendable {
  /// The number that the models were given.
  public var number: Int
  /// What tells these models from all others.
  public var checksum: String

  /// Makes a version.
  public init(number: Int, checksum: String) {
    self.number = number
    self.checksum = checksum
  }
}

/// What a store that is being migrated is told to do next.
public enum MigrationTurn {
  /// Changes the schema; `check` is shown the records as they are then, and what it throws takes back
  /// everything.
  case step(SchemaChange, check: (any StoreSnapshot) throws -> Void)
  /// Makes all steps durable: the store has the last of these versions from then on, and keeps these
  /// saved queries.
  case finish([SchemaVersion], savedQueries: [String])
  /// Takes everything back.
  case giveUp
}

/// Brings a store under other models: asked what to do next, with the schema and the records as the steps so
/// far have left them, and with the `let` statements of the saved queries that the store keeps, nil where it
/// keeps none beyond its own life. It must not ask the store.
public typealias MigrationGuide =
  (Schema, any StoreSnapshot, _ savedQueries: [String]?) throws -> MigrationTurn
