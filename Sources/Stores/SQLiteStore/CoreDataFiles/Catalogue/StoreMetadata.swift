import Foundation
import GRDB
import KeyedArchives
import Model

/// The metadata of a Core Data store, without damaged parts.
struct StoreMetadata {
  /// The version of the file format.
  private(set) var formatVersion: Int64?
  /// The store's UUID.
  private(set) var identifier: String?
  /// The version of the framework that last wrote the file.
  private(set) var frameworkVersion: Int64?
  /// The app's names of this model version.
  private(set) var modelVersions: [String] = []
  /// The hashes of the entities by name.
  private(set) var entityHashes: [String: Data] = [:]

  /// The maximum size of the metadata.
  private static let maxBytes = 4 << 20
  /// A list may contain the same string many times, so the result is limited, too: hashes have 32
  /// bytes, and versions are short.
  private static let (maxVersions, maxEntities, maxHashBytes) = (100, 5000, 64)

  /// Throws if the file cannot be read.
  init(_ db: Database) throws {
    let sql = """
      SELECT Z_VERSION, Z_UUID, CASE WHEN length(Z_PLIST) <= \(Self.maxBytes) THEN Z_PLIST END
      FROM Z_METADATA LIMIT 1
      """
    guard let row = try Self.row(db, sql) else { return }
    formatVersion = Int64.fromDatabaseValue(row[0] as DatabaseValue)
    identifier = String.fromDatabaseValue(row[1] as DatabaseValue)
      .flatMap { UUID(uuidString: $0) == nil ? nil : $0 }
    guard let data = Data.fromDatabaseValue(row[2] as DatabaseValue),
      let list = try? PropertyListValue(data)
    else { return }
    frameworkVersion = list["NSPersistenceFrameworkVersion"]?.integer
    modelVersions =
      list["NSStoreModelVersionIdentifiers"]?.elements?.prefix(Self.maxVersions)
      .compactMap(\.string).filter { !$0.isEmpty && $0.utf8.count <= 200 } ?? []
    let hashes = (list["NSStoreModelVersionHashes"]?.pairs ?? []).prefix(Self.maxEntities)
    entityHashes = Dictionary(
      keepingFirst: hashes.compactMap { name, hash in
        hash.data.flatMap { $0.count <= Self.maxHashBytes ? (name, $0) : nil }
      }
    )
  }

  /// The row of the table; nil if the table has a different format.
  private static func row(_ db: Database, _ sql: String) throws -> Row? {
    do {
      return try Row.fetchOne(db, sql: sql)
    } catch let error as DatabaseError
      where [.SQLITE_ERROR, .SQLITE_CORRUPT].contains(error.resultCode)
    {
      return nil
    }
  }
}
