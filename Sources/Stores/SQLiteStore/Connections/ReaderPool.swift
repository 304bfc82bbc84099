import Foundation
import GRDB
import Storage
import Synchronization

/// The connections that snapshots read by, kept for the next snapshot when one is given up.
final class ReaderPool: Sendable {
  private let path: String
  /// What SQLite is asked to open; nil where that is found out.
  private let name: String?
  private let busyTimeout: Mutex<Double>
  private let cancellation: CancellationFlag?
  private let idle = Mutex<[Connection]>([])
  private let leases = Mutex<[WeakLease]>([])
  /// No snapshot begins while others are paused.
  private let beginning = NSRecursiveLock()

  init(path: String, opening name: String? = nil, options: FileOptions) {
    self.path = path
    self.name = name
    busyTimeout = Mutex(options.busyTimeout)
    cancellation = options.cancellation
  }

  /// A connection that nobody else uses until the lease is given up, with what `begin` answers, which
  /// begins its transaction.
  func lease<Result>(_ begin: (Connection) throws -> Result) throws -> (ReaderLease, Result) {
    beginning.lock()
    defer { beginning.unlock() }
    let connection = try idle.withLock { $0.popLast() } ?? makeConnection()
    let lease = ReaderLease(connection, of: self)
    let result = try begin(connection)
    leases.withLock { $0.append(WeakLease(lease: lease, connection: connection)) }
    return (lease, result)
  }

  private func makeConnection() throws(StoreFileError) -> Connection {
    try Connection(
      path: path,
      opening: name,
      isReadOnly: true,
      busyTimeout: busyTimeout.withLock { $0 },
      cancellation: cancellation
    )
  }

  /// Ends all snapshots' transactions, does something, and begins them again.
  ///
  /// Where there is no log beside the file nothing can be written while anybody reads. Snapshots that
  /// outlive a change show the file as it is then.
  func paused<Result>(_ body: () throws -> Result) throws -> Result {
    beginning.lock()
    defer { beginning.unlock() }
    let live = liveLeases
    for lease in live { lease.pause() }
    for lease in live { try lease.connection.perform { $0.rollBackIfNeeded() } }
    defer {
      for lease in live {
        let hasBegun: Void? = try? lease.connection.perform { try $0.beginReading() }
        // Outside of a transaction each statement would see another state: let them fail.
        if hasBegun == nil { lease.connection.close() }
      }
    }
    return try body()
  }

  private var liveLeases: [ReaderLease] { leases.withLock { $0.compactMap(\.lease) } }

  /// Sets how long to wait for a locked store.
  func setBusyTimeout(_ seconds: Double) {
    busyTimeout.withLock { $0 = seconds }
    let connections = idle.withLock { $0 } + liveLeases.map(\.connection)
    for connection in connections { connection.setBusyTimeout(seconds) }
  }

  /// Closes the connections that nobody reads by.
  func close() {
    let unused = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for connection in unused { connection.close() }
  }

  /// - Parameter isFree: Whether another snapshot can read by it.
  fileprivate func giveUp(_ connection: Connection, isFree: Bool) {
    leases.withLock { $0.removeAll { $0.connection === connection } }
    if isFree { idle.withLock { $0.append(connection) } }
  }

  private struct WeakLease: Sendable {
    weak let lease: ReaderLease?
    let connection: Connection
  }
}

/// A connection that one snapshot reads by; ends the snapshot's transaction when it is given up.
final class ReaderLease: Sendable {
  let connection: Connection
  private let pool: ReaderPool
  private let isPaused = Atomic(false)

  /// Whether its transaction was ended, so that it sees a later state than the one it began with.
  var wasPaused: Bool { isPaused.load(ordering: .sequentiallyConsistent) }

  fileprivate func pause() { isPaused.store(true, ordering: .sequentiallyConsistent) }

  fileprivate init(_ connection: Connection, of pool: ReaderPool) {
    self.connection = connection
    self.pool = pool
  }

  deinit {
    let isFree = try? connection.perform { db in
      db.rollBackIfNeeded()
      return !db.isInsideTransaction
    }
    pool.giveUp(connection, isFree: isFree ?? false)
  }
}
