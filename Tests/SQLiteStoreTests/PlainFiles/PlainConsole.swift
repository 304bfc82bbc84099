import Features
import Foundation
import GRDB
import Model
import SQLiteStore
import Session
import Storage

/// A session on a foreign file.
final class PlainConsole {
  let path: String
  let store: FileStore
  private let session: QuerySession

  /// Makes a file by `sql`, and opens it.
  convenience init(_ sql: String, isReadOnly: Bool = false) throws {
    let path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("plain-\(UUID().uuidString).sqlite").path
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: path, configuration: configuration).inDatabase {
      try $0.execute(sql: sql)
    }
    var options = FileOptions()
    options.isReadOnly = isReadOnly
    try self.init(opening: path, options: options)
  }

  /// Opens the file at `path`, which goes away with the session.
  init(opening path: String, options: FileOptions = FileOptions()) throws {
    self.path = path
    store = try FileStore(path: path, options: options, declarations: NoDeclarations())
    session = QuerySession(store: store)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The answer to a statement: rows as CSV, what is wrong in short.
  func answer(_ text: String) -> String { session.answer(text) }

  /// What the sqlite3 shell, or any other program, finds in the file.
  func sql(_ query: String) throws -> String {
    try DatabaseQueue(path: path).read { db in
      try Row.fetchAll(db, sql: query).map { row in
        row.databaseValues.map { $0.isNull ? "NULL" : "\(String.fromDatabaseValue($0) ?? "\($0)")" }
          .joined(separator: ",")
      }.joined(separator: " | ")
    }
  }

  /// Whether SQLite finds nothing wrong in the file.
  func isSound() throws -> Bool {
    try sql("PRAGMA integrity_check") == "ok" && sql("PRAGMA foreign_key_check").isEmpty
  }
}

/// Foreign files store no declarations.
private struct NoDeclarations: DeclarationCoder {
  struct None: Error {}

  func schema(of text: String) throws -> Schema { throw None() }

  func declarations(of schema: Schema) throws -> String { throw None() }
}
