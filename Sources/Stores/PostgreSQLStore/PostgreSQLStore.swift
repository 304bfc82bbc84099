import Foundation
public import Model
import SQLGeneration
public import Storage
import Synchronization
import TableModels

/// A store in a database of a PostgreSQL server. Its tables are the models.
///
/// Each snapshot is a transaction on its own connection. The password is kept only by libpq, and by
/// the store if the user typed it, to open further connections.
public final class PostgreSQLStore: Store, InvalidValueStore, ClosableStore {
  /// The address as it may be shown, without a password.
  public let path: String
  /// Whether the store is read-only.
  public let isReadOnly: Bool
  /// What could not be read, or was renamed.
  public let notes: [String]
  /// `shop@db.example.com`, for prompts.
  public let place: String

  let model: ServerModel
  let connections: ConnectionPool
  let invalidValues = InvalidServerValues()

  /// Whether `text` is the address of a server.
  public static func isAddress(_ text: String) -> Bool { ServerAddress(text) != nil }

  /// The address `text` without a password.
  public static func withoutPassword(_ text: String) -> String {
    ServerAddress(text)?.shown ?? text
  }

  /// Connects to a database and reads its catalogue. Throws ``Storage/StoreFileError``.
  public init(address text: String, options: FileOptions = FileOptions()) throws {
    guard let address = ServerAddress(text) else {
      throw StoreFileError(
        path: text,
        operation: "open",
        fault: .otherFormat(expected: "address of a PostgreSQL server")
      )
    }
    path = address.shown
    isReadOnly = options.isReadOnly
    let connections = ConnectionPool(address, options)
    self.connections = connections
    let connection = try connections.take()
    let results: [ServerResult]
    do throws(ServerFailure) {
      results = try connection.run(script: CatalogueQuery.statements.joined(separator: "; "))
    } catch {
      throw error.error(address, "open")
    }
    guard let tables = ServerCatalogue.model(results) else {
      throw StoreFileError(
        path: path,
        operation: "open",
        fault: .other(reason: "its catalogue is incomplete")
      )
    }
    notes = tables.notes
    model = try ServerModel(tables)
    place = connection.place
    connections.put(connection)
  }

  /// The entities of the database.
  public var schema: Schema { model.schema }

  /// A transaction that reads one state of the database.
  public func snapshot() throws -> any StoreSnapshot {
    try ServerSnapshot(model, connections, invalidValues)
  }

  /// Facts about the server and the database.
  public func facts() throws -> StoreFacts {
    let connection = try connections.take()
    defer { connections.put(connection) }
    return StoreFacts(
      kind: "PostgreSQL database",
      storage: [
        StoreFact("address", path), StoreFact("database", place),
        StoreFact("server version", connection.serverVersion),
      ]
    )
  }

  /// The fields in which readers found values that do not fit, since the last call.
  public func takeInvalidFields() -> [InvalidValueField] { invalidValues.take() }

  /// How many values did not fit so far.
  public var invalidValueCount: Int { invalidValues.count }

  /// Sets how long to wait for locked records, in seconds.
  public func setBusyTimeout(_ seconds: Double) { connections.setTimeout(seconds) }

  /// Closes the connections that no snapshot uses.
  public func release() { connections.close() }
}
