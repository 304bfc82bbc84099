import Foundation
import GRDB
import KeyedArchives

/// What the table of metadata says of a file of Core Data. What is damaged is left out.
struct StoreMetadata {
  /// The number of the file's format.
  private(set) var formatVersion: Int64?
  /// What tells the store from all others: a UUID.
  private(set) var identifier: String?
  /// The version of the framework that wrote the file last.
  private(set) var frameworkVersion: Int64?
  /// What the app calls this version of its model.
  private(set) var modelVersions: [String] = []
  /// The hashes of the entities by their names.
  private(set) var entityHashes: [String: Data] = [:]

  /// A larger list is not read.
  private static let mostBytes = 4 << 20
  /// A list may name one text many times, so what is kept of it is bounded too: hashes have 32 bytes, and
  /// versions are short.
  private static let (mostVersions, mostEntities, mostHashBytes) = (100, 5000, 64)

  /// Throws where the file cannot be read; what a damaged file lacks is left out.
  init(_ db: Database) throws {
    let sql = """
      SELECT Z_VERSION, Z_UUID, CASE WHEN length(Z_PLIST) <= \(Self.mostBytes) THEN Z_PLIST END
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
      list["NSStoreModelVersionIdentifiers"]?.elements?.prefix(Self.mostVersions)
      .compactMap(\.string).filter { !$0.isEmpty && $0.utf8.count <= 200 } ?? []
    let hashes = (list["NSStoreModelVersionHashes"]?.pairs ?? []).prefix(Self.mostEntities)
    entityHashes = Dictionary(
      hashes.compactMap { name, hash in
        hash.data.flatMap { $0.count <= Self.mostHashBytes ? (name, $0) : nil }
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The row of the table; nil where it is not that of Core Data.
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
