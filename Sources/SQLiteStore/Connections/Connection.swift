import Foundation
import GRDB
import GRDBSQLite
import Storage

/// One connection to a file. Threads may share it; they take turns.
final class Connection: Sendable {
  let path: String
  private let queue: DatabaseQueue

  /// Connects to the file at `path`, which is made if it is not there and may be written.
  init(path: String, isReadOnly: Bool, busyTimeout: Double) throws(StoreFileError) {
    self.path = path
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(busyTimeout)
    // A snapshot is a transaction that stays open between accesses.
    configuration.allowsUnsafeTransactions = true
    do {
      queue = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw StoreFileError(error, path: path, operation: "open")
    }
  }

  /// Does something with the database while no other thread does; may be called within itself.
  func perform<Result>(
    _ operation: String = "read",
    _ body: (Database) throws -> Result
  ) throws -> Result {
    do {
      return try queue.unsafeReentrantWrite(body)
    } catch let error as DatabaseError {
      throw StoreFileError(error, path: path, operation: operation)
    }
  }

  /// Sets for how long a file that another process writes is waited for, in seconds.
  func setBusyTimeout(_ seconds: Double) {
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

  /// Ends the transaction and takes back what it did, if there is one.
  func rollBackIfNeeded() {
    // What a failed statement has ended already needs nothing.
    if isInsideTransaction { try? rollback() }
  }
}
