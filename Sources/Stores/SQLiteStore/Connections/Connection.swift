import Foundation
import GRDB
import GRDBSQLite
import Platform
import Storage
import Synchronization

/// One connection to a file. Threads may share it; they take turns.
final class Connection: Sendable {
  let path: String
  private let queue: DatabaseQueue
  private let busyTimeout: Mutex<Double>
  private let cancellation: CancellationFlag?

  /// So many steps of SQLite's machine are made between looks at the flag: less than a millisecond.
  private static let stepsBetweenLooks: Int32 = 10_000

  /// Connects to the file at `path`, which is made if it is not there and may be written.
  ///
  /// - Parameters:
  ///   - name: What SQLite is asked to open, if it is not to be found out.
  ///   - cancellation: What stops statements, which then throw ``Storage/Cancellation``.
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
    // A snapshot is a transaction that stays open between accesses.
    configuration.allowsUnsafeTransactions = true
    // Views and triggers of other programs may be written so.
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

  /// Throws ``Storage/Cancellation`` where statements are to stop.
  func checkCancellation() throws { try cancellation?.check() }

  /// Has `connection` look at the flag while it works. Who has the connection keeps the flag.
  private static func stop(_ connection: OpaquePointer?, _ cancellation: CancellationFlag) {
    sqlite3_progress_handler(
      connection,
      stepsBetweenLooks,
      { flag in
        guard let flag else { return 0 }
        let isCancelled = Unmanaged<CancellationFlag>.fromOpaque(flag).takeUnretainedValue()
          .isCancelled
        return isCancelled ? 1 : 0
      },
      Unmanaged.passUnretained(cancellation).toOpaque()
    )
  }

  /// Opens the file, or reads it as one that never changes.
  ///
  /// SQLite reads a file that has a log by way of a file that lies beside it. Where nobody has made that
  /// one and it cannot be made, nobody writes either.
  private static func open(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      // SQLite looks into the file when it is first asked.
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

  /// The name by which SQLite opens a file as one that nobody changes.
  static func unchanging(_ path: String) -> String {
    URL(fileURLWithPath: path).absoluteString + "?immutable=1"
  }

  /// Whether no log lies beside the file and none can be made.
  private static func cannotHaveLog(_ path: String) -> Bool {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    return !FileSystem.allows(.writing, folder) && !FileSystem.exists(path + "-wal")
      && !FileSystem.exists(path + "-shm")
  }

  /// Does something with the database while no other thread does; may be called within itself.
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

  /// Closes the connection; it is not used any more. What fails then is found when the file is next opened.
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
  /// The one number that a query answers; 0 if it answers nothing.
  func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64 {
    try Int64.fetchOne(cachedStatement(sql: sql), arguments: arguments) ?? 0
  }

  /// Does something in a transaction that keeps other writers out: all of it or nothing.
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

  /// Whether texts are kept as UTF-8.
  func keepsUTF8() throws -> Bool {
    try String.fetchOne(cachedStatement(sql: "PRAGMA encoding")) == "UTF-8"
  }

  /// Begins a transaction that sees the file as it is now, and no later change.
  func beginReading() throws {
    try execute(sql: "BEGIN")
    // The state is fixed by the first read.
    _ = try number("PRAGMA schema_version")
  }

  /// Ends the transaction and takes back what it did, if there is one.
  func rollBackIfNeeded() {
    // What a failed statement has ended already needs nothing.
    if isInsideTransaction { try? rollback() }
  }
}
