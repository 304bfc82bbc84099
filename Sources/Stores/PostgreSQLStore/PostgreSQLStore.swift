import Diagnostics
import Foundation
public import Model
import NativeStores
import SQLGeneration
public import Storage
import Synchronization
import TableModels

/// A store in a database of a PostgreSQL server: the tables of other programs as models, or a
/// native store, whose SQL schema contains nothing else.
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

  let connections: ConnectionPool
  /// The SQL schemas with native stores, if the database has no other tables.
  let nativeSchemas: [String]
  let invalidValues = InvalidServerValues()
  /// The SQL schema of a native store; nil for the tables of other programs.
  let namespace: NativeNamespace?
  /// Follows the changes of a native store.
  let watch: ServerWatch?
  /// The versions of the tables of other programs.
  let foreignVersions = ForeignVersions()
  let openSnapshots = OpenSnapshots()
  let storedQueries = Mutex<(number: Int64, texts: [String])?>(nil)
  private let model: Mutex<ServerModel>

  /// Whether `text` is the address of a server.
  public static func isAddress(_ text: String) -> Bool { ServerAddress(text) != nil }

  /// The address `text` without a password.
  public static func withoutPassword(_ text: String) -> String {
    ServerAddress(text)?.shown ?? text
  }

  /// Connects to a database and reads its models. Throws ``Storage/StoreFileError``.
  ///
  /// - Parameter declarations: Reads and writes the models of native stores.
  public init(
    address text: String,
    options: FileOptions = FileOptions(),
    declarations: any DeclarationCoder
  ) throws {
    guard let address = ServerAddress(text) else {
      throw StoreFileError(
        path: text,
        operation: "open",
        fault: .otherFormat(expected: "address of a PostgreSQL server")
      )
    }
    path = address.shown
    if let problem = address.schemaProblem {
      throw StoreFileError(
        path: path,
        operation: "open",
        fault: .other(reason: problem.reason, help: [problem.help])
      )
    }
    let connections = ConnectionPool(address, options)
    self.connections = connections
    let connection = try connections.take()
    let isReadOnly = options.isReadOnly || connections.isReadOnly
    self.isReadOnly = isReadOnly
    do {
      // Most addresses without an SQL schema are those of other programs' tables: one round trip.
      let results = try connection.run(
        script: ([NativeNamespace.question(address)]
          + (address.schema == nil ? CatalogueQuery.statements : [])).joined(separator: "; ")
      )
      namespace = NativeNamespace(
        results.first,
        address,
        isReadOnly: isReadOnly,
        declarations
      )
      watch = namespace.map { ServerWatch($0, connections) }
      let (model, notes) = try Self.read(
        connection,
        namespace,
        path,
        catalogue: address.schema == nil ? Array(results.dropFirst()) : nil
      )
      nativeSchemas =
        namespace == nil && model.schema.entities.isEmpty
        ? try NativeNamespace.names(connection) : []
      self.notes =
        (isReadOnly && !options.isReadOnly ? [Self.readOnlyNote] : [])
        + (try Self.missingSchemaNote(connection, address, isReadOnly: isReadOnly)) + notes
        + Self.note(ofNativeStores: nativeSchemas)
      self.model = Mutex(model)
    } catch let failure as ServerFailure {
      throw failure.error(address, "open")
    }
    place = connection.place
    connections.put(connection)
  }

  private static let readOnlyNote =
    "the server lets this session only read: it is a standby, or `default_transaction_read_only`"
    + " is on for the user or the database"

  private static func read(
    _ connection: ServerConnection,
    _ namespace: NativeNamespace?,
    _ path: String,
    catalogue: [ServerResult]? = nil
  ) throws -> (ServerModel, notes: [String]) {
    if let namespace {
      do {
        return (try namespace.readModel(connection, path), [])
      } catch let failure as ServerFailure where ["42P01", "3F000"].contains(failure.code) {
        // It is created when something is written to it.
        return (try namespace.model(Schema(), version: 0), [])
      }
    }
    let results =
      try catalogue ?? connection.run(script: CatalogueQuery.statements.joined(separator: "; "))
    let parents = try InheritedTables.withOwnRows(results, connection)
    guard let tables = ServerCatalogue.model(results, withOwnRows: parents) else {
      throw StoreFileError(
        path: path,
        operation: "open",
        fault: .other(reason: "its catalogue is incomplete")
      )
    }
    let notes = [
      ServerCatalogue.unreadableNote(results), ServerCatalogue.inheritanceNote(results, parents),
    ]
    return (try ServerModel(tables), notes.compactMap(\.self) + tables.notes)
  }

  /// ``native stores are in the SQL schemas `budgets` and `app`; …``; empty without any.
  static func note(ofNativeStores schemas: [String]) -> [String] {
    guard let first = schemas.first else { return [] }
    let list = schemas.prefix(10).map { "`\($0)`" }.joined(separator: ", ")
    return [
      "the database has only native stores, in "
        + (schemas.count == 1 ? "the SQL schema " : "the SQL schemas ") + list
        + ": `?schema=\(first.inAddress)` at the end of the address opens "
        + (schemas.count == 1 ? "it" : "the first")
    ]
  }

  /// The error for changes of models that other programs created.
  func modelsError() -> StoreFileError {
    guard let note = Self.note(ofNativeStores: nativeSchemas).first else {
      return StoreFileError(path: path, operation: "write", fault: .foreignModels)
    }
    return StoreFileError(
      path: path,
      operation: "write",
      fault: .other(
        reason: note,
        help: ["`?schema=name` with another name makes a new native store"]
      )
    )
  }

  /// That the SQL schema of an address does not exist, which may be a mistake in writing.
  private static func missingSchemaNote(
    _ connection: ServerConnection,
    _ address: ServerAddress,
    isReadOnly: Bool
  ) throws -> [String] {
    guard let schema = address.schema else { return [] }
    let rows = try connection.run(
      script: "SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY nspname"
    ).last
    let names = (0..<(rows?.rowCount ?? 0)).compactMap { rows?.text($0, 0) }
    if names.contains(schema) || names.isEmpty { return [] }
    let others = names.filter { $0 != "information_schema" }
    let list = others.isEmpty ? nil : "the others are " + others.prefix(10).joined(separator: ", ")
    let help = didYouMean(nearestNames(to: schema, in: others)) ?? list
    return [
      "there is no SQL schema `\(schema)`"
        + (isReadOnly ? "" : " yet; declaring a model creates it")
        + (help.map { "; \($0)" } ?? "")
    ]
  }

  /// The entities of the database, including those that other processes added to a native store.
  public var schema: Schema { currentModel().schema }

  /// The models as last read.
  var lastModel: ServerModel { model.withLock { $0 } }

  /// The current models; the last known ones if the server cannot be asked.
  func currentModel() -> ServerModel {
    if namespace == nil, connections.takeChangedTables(), let changed = try? readTables() {
      model.withLock { $0 = changed }
    }
    let known = lastModel
    guard let namespace, let number = try? watch?.numbers()["models"], number != known.version,
      let current = try? reading({ connection throws(ServerFailure) in
        Result { try namespace.readModel(connection, path) }
      }).get()
    else { return known }
    note(current)
    return current
  }

  /// Reads the tables of other programs again.
  private func readTables() throws -> ServerModel {
    let connection = try connections.take()
    let model = try Self.read(connection, nil, path).0
    connections.put(connection)
    return model
  }

  /// Stores the models that the database has now.
  func note(_ current: ServerModel) {
    model.withLock { if $0.version < current.version { $0 = current } }
  }

  /// A transaction that reads one state of the database.
  public func snapshot() throws -> any StoreSnapshot {
    if let namespace { return try nativeSnapshot(namespace) }
    let snapshot = try ServerSnapshot(currentModel(), connections, invalidValues, foreignVersions)
    openSnapshots.add(snapshot)
    return snapshot
  }

  /// Facts about the server and the database.
  public func facts() throws -> StoreFacts {
    let connection = try connections.take()
    defer { connections.put(connection) }
    return StoreFacts(
      kind: namespace == nil ? "PostgreSQL database" : "Martlet store in PostgreSQL",
      storage: [
        StoreFact("address", path), StoreFact("database", place),
        StoreFact("server version", connection.serverVersion),
      ] + (namespace.map { [StoreFact("SQL schema", $0.name)] } ?? [])
    )
  }

  /// The fields where readers found invalid values since the last call.
  public func takeInvalidFields() -> [InvalidValueField] { invalidValues.take() }

  /// How many values did not fit so far.
  public var invalidValueCount: Int { invalidValues.count }

  /// Sets how long to wait for locked records, in seconds.
  public func setBusyTimeout(_ seconds: Double) { connections.setTimeout(seconds) }

  /// Closes the connections that no snapshot uses.
  public func release() {
    watch?.close()
    connections.close()
  }
}

extension String {
  /// The text as a value in the query of an address.
  fileprivate var inAddress: String {
    let safe = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
    return addingPercentEncoding(withAllowedCharacters: safe) ?? self
  }
}
