import GRDB
import Storage
import Synchronization

/// The connections that snapshots read by, kept for the next snapshot when one is given up.
final class ReaderPool: Sendable {
  private let path: String
  private let busyTimeout: Mutex<Double>
  private let idle = Mutex<[Connection]>([])

  init(path: String, busyTimeout: Double) {
    self.path = path
    self.busyTimeout = Mutex(busyTimeout)
  }

  /// A connection that nobody else uses until the lease is given up.
  func lease() throws(StoreFileError) -> ReaderLease {
    if let connection = idle.withLock({ $0.popLast() }) {
      return ReaderLease(connection, of: self)
    }
    let connection = try Connection(
      path: path,
      isReadOnly: true,
      busyTimeout: busyTimeout.withLock { $0 }
    )
    return ReaderLease(connection, of: self)
  }

  /// Sets for how long a file that another process writes is waited for.
  func setBusyTimeout(_ seconds: Double) {
    busyTimeout.withLock { $0 = seconds }
    for connection in idle.withLock({ $0 }) { connection.setBusyTimeout(seconds) }
  }

  fileprivate func take(_ connection: Connection) {
    idle.withLock { $0.append(connection) }
  }
}

/// A connection that one snapshot reads by; ends the snapshot's transaction when it is given up.
final class ReaderLease: Sendable {
  let connection: Connection
  private let pool: ReaderPool

  fileprivate init(_ connection: Connection, of pool: ReaderPool) {
    self.connection = connection
    self.pool = pool
  }

  deinit {
    guard (try? connection.perform { $0.rollBackIfNeeded() }) != nil else { return }
    pool.take(connection)
  }
}
