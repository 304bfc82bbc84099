import GRDB
import Storage
import Synchronization

/// The connections that snapshots read by, kept for the next snapshot when one is given up.
final class ReaderPool: Sendable {
  private let path: String
  private let busyTimeout: Mutex<Double>
  private let idle = Mutex<[Connection]>([])
  private let leases = Mutex<[ObjectIdentifier: WeakLease]>([:])

  init(path: String, busyTimeout: Double) {
    self.path = path
    self.busyTimeout = Mutex(busyTimeout)
  }

  /// A connection that nobody else uses until the lease is given up.
  func lease() throws(StoreFileError) -> ReaderLease {
    let connection: Connection
    if let kept = idle.withLock({ $0.popLast() }) {
      connection = kept
    } else {
      connection = try makeConnection()
    }
    let lease = ReaderLease(connection, of: self)
    leases.withLock { $0[ObjectIdentifier(lease.connection)] = WeakLease(lease: lease) }
    return lease
  }

  private func makeConnection() throws(StoreFileError) -> Connection {
    try Connection(path: path, isReadOnly: true, busyTimeout: busyTimeout.withLock { $0 })
  }

  /// Ends all snapshots' transactions, does something, and begins them again.
  ///
  /// Where there is no log beside the file nothing can be written while anybody reads. Snapshots that
  /// outlive a change show the file as it is then.
  func paused<Result>(_ body: () throws -> Result) throws -> Result {
    let live = leases.withLock { $0.values.compactMap(\.lease) }
    for lease in live { try lease.connection.perform { $0.rollBackIfNeeded() } }
    defer {
      for lease in live { try? lease.connection.perform { try $0.beginReading() } }
    }
    return try body()
  }

  /// Sets for how long a file that another process writes is waited for.
  func setBusyTimeout(_ seconds: Double) {
    busyTimeout.withLock { $0 = seconds }
    for connection in idle.withLock({ $0 }) { connection.setBusyTimeout(seconds) }
  }

  /// Closes the connections that nobody reads by.
  func close() {
    let unused = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for connection in unused { connection.close() }
  }

  fileprivate func take(_ connection: Connection) {
    leases.withLock { $0[ObjectIdentifier(connection)] = nil }
    idle.withLock { $0.append(connection) }
  }

  private struct WeakLease: Sendable {
    weak let lease: ReaderLease?
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
