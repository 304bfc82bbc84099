public import Model

/// A version of a store's models.
public struct SchemaVersion: Hashable, Sendable {
  /// The number of the version, chosen by the user.
  public var number: VersionNumber
  /// A checksum that identifies the models.
  public var checksum: String

  /// Makes a version.
  public init(number: VersionNumber, checksum: String) {
    self.number = number
    self.checksum = checksum
  }
}

/// The next step of a migration.
public enum MigrationTurn {
  /// Changes the schema. `check` receives the migrated records; if it throws, the store discards
  /// the whole migration.
  case step(SchemaChange, check: (any StoreSnapshot) throws -> Void)
  /// Changes records, with the schema so far.
  case records(ChangeSet)
  /// Commits all steps and records the versions and the saved queries. The last version is the
  /// store's new one.
  case finish([SchemaVersion], savedQueries: [String])
  /// Discards all steps.
  case rollBack
}

/// Directs a migration: returns the next step.
///
/// It receives the schema and the records after the steps so far, and the saved queries as `let`
/// statements; nil if the store does not save queries. It must not access the store itself.
public typealias MigrationGuide =
  (Schema, any StoreSnapshot, _ savedQueries: [String]?) throws -> MigrationTurn
