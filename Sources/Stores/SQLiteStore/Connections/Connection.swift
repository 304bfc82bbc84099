import Foundation
import GRDB
import GRDBSQLite
import Platform
import Storage
import Synchronization

/// A connection to a file. Threads may share it; they take turns.
final class Connection: Sendable {
  let path: String
  private let queue: DatabaseQueue
  private let busyTimeout: Mutex<Double>
  private let cancellation: CancellationFlag?

  /// The number of SQLite instructions between checks of the flag: less than a millisecond.
  private static let stepsBetweenChecks: Int32 = 10_000

  /// Connects to the file at `path`; creates it if it does not exist and may be written.
  ///
  /// - Parameters:
  ///   - name: The name to open instead of the path.
  ///   - cancellation: A flag that stops statements, which then throw ``Storage/Cancellation``.
  init(
    path: String,
    opening name: String? = nil,
    isReadOnly: Bool,
    busyTimeout: Double,
    cancellation: CancellationFlag? = nil
  ) throws(StoreFileError) {
    self.path = path
    self.cancellation = cancellation
    self.busyTimeout = Mutex(busyTimeout)
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(busyTimeout)
    // A snapshot is a transaction that remains open between accesses.
    configuration.allowsUnsafeTransactions = true
    // Views and triggers of other programs may use them.
    configuration.acceptsDoubleQuotedStringLiterals = true
    if let cancellation {
      configuration.prepareDatabase { Self.stop($0.sqliteConnection, cancellation) }
    }
    do {
      queue =
        try name.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? Self.open(path, configuration)
    } catch {
      throw StoreFileError(error, path: path, operation: "open", waited: busyTimeout)
    }
  }

  /// Throws ``Storage/Cancellation`` if statements are to stop.
  func checkCancellation() throws { try cancellation?.check() }

  /// Makes `connection` check the flag while it works. The flag must outlive the connection.
  private static func stop(_ connection: OpaquePointer?, _ cancellation: CancellationFlag) {
    sqlite3_progress_handler(
      connection,
      stepsBetweenChecks,
      { flag in
        guard let flag else { return 0 }
        let isCancelled = Unmanaged<CancellationFlag>.fromOpaque(flag).takeUnretainedValue()
          .isCancelled
        return isCancelled ? 1 : 0
      },
      Unmanaged.passUnretained(cancellation).toOpaque()
    )
  }

  /// Opens the file, if necessary as an immutable one.
  ///
  /// SQLite needs a shared-memory file to read a file in WAL mode. If it does not exist and cannot
  /// be created, nobody is writing either.
  private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      // SQLite reads the file on the first query.
      if configuration.readonly {
        _ = try queue.unsafeRead { try $0.number("PRAGMA schema_version") }
      }
      return queue
    } catch let error as DatabaseError
      where [.SQLITE_CANTOPEN, .SQLITE_READONLY].contains(error.resultCode)
      && configuration.readonly && cannotHaveLog(path)
    {
      return try DatabaseQueue(path: unchanging(path), configuration: configuration)
    }
  }

  /// The name that makes SQLite open a file as immutable.
  static func unchanging(_ path: String) -> String {
    URL(fileURLWithPath: path).absoluteString + "?immutable=1"
  }

  /// Whether the file has no write-ahead log, and none can be created.
  private static func cannotHaveLog(_ path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return !FileSystem.allows(.writing, folder) && !FileSystem.exists(path + "-wal")
      && !FileSystem.exists(path + "-shm")
  }

  /// Accesses the database while no other thread does. Calls may be nested.
  func perform<Result>(
    _ operation: String = "read",
    _ body: (Database) throws -> Result
  ) throws -> Result {
    do {
      return try queue.unsafeReentrantWrite(body)
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_INTERRUPT { try cancellation?.check() }
      throw StoreFileError(
        error,
        path: path,
        operation: operation,
        waited: busyTimeout.withLock { $0 }
      )
    }
  }

  /// Closes the connection, which must not be used afterwards. Failures are found when the file is
  /// next opened.
  func close() { try? queue.close() }

  /// Sets how long to wait for a locked store, in seconds.
  func setBusyTimeout(_ seconds: Double) {
    busyTimeout.withLock { $0 = seconds }
    let milliseconds = Int32(max(0, min(seconds, 1_000_000)) * 1000)
    queue.unsafeReentrantWrite { db in
      _ = sqlite3_busy_timeout(db.sqliteConnection, milliseconds)
    }
  }
}

extension Database {
  /// The first number of a query's result; 0 if there is none.
  func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64 {
    try Int64.fetchOne(cachedStatement(sql: sql), arguments: arguments) ?? 0
  }

  /// Runs `body` in a transaction that excludes other writers, and rolls back if it throws.
  func inImmediateTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try beginTransaction(.immediate)
    do {
      let result = try body(self)
      try commit()
      return result
    } catch {
      rollBackIfNeeded()
      throw error
    }
  }

  /// Whether strings are stored as UTF-8.
  func usesUTF8() throws -> Bool {
    try String.fetchOne(cachedStatement(sql: "PRAGMA encoding")) == "UTF-8"
  }

  /// Begins a transaction that sees the current state of the file, and no later change.
  func beginReading() throws {
    try execute(sql: "BEGIN")
    // The first read determines the state.
    _ = try number("PRAGMA schema_version")
  }

  /// Rolls back the transaction, if there is one.
  func rollBackIfNeeded() {
    // A failed statement may already have ended it.
    if isInsideTransaction { try? rollback() }
  }
}
