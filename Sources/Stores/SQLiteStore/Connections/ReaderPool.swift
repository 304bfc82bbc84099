import Foundation
import GRDB
import Storage
import Synchronization

/// The connections of snapshots, reused when a snapshot ends.
final class ReaderPool: Sendable {
  private let path: String
  /// The name that SQLite opens; nil for the path.
  private let name: String?
  private let busyTimeout: Mutex<Double>
  private let cancellation: CancellationFlag?
  private let idle = Mutex<[Connection]>([])
  /// Closed connections are released with the pool: that takes longer than a short statement, since
  /// the system starts threads, and at the end of a process there is no need for it.
  private let closed = Mutex<[Connection]>([])
  private let leases = Mutex<[WeakLease]>([])
  /// Held while a snapshot begins, or while all are paused.
  private let beginning = NSRecursiveLock()

  init(path: String, opening name: String? = nil, options: FileOptions) {
    self.path = path
    self.name = name
    busyTimeout = Mutex(options.busyTimeout)
    cancellation = options.cancellation
  }

  /// A connection for one snapshot, and the result of `begin`, which begins its transaction.
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

  /// Ends the transactions of all snapshots, runs `body`, and begins them again.
  ///
  /// Files without a log cannot be written while they are read. Snapshots that outlive a change
  /// then show the changed file.
  func paused<Result>(_ body: () throws -> Result) throws -> Result {
    beginning.lock()
    defer { beginning.unlock() }
    let live = liveLeases
    for lease in live { lease.pause() }
    for lease in live { try lease.connection.perform { $0.rollBackIfNeeded() } }
    defer {
      for lease in live {
        let hasBegun: Void? = try? lease.connection.perform { try $0.beginReading() }
        // Without a transaction, each statement would see another state: make them fail instead.
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

  /// Closes the idle connections.
  func close() {
    let unused = idle.withLock { idle in
      defer { idle = [] }
      return idle
    }
    for connection in unused { connection.close() }
    closed.withLock { $0 += unused }
  }

  /// - Parameter isFree: Whether another snapshot can use it.
  fileprivate func takeBack(_ connection: Connection, isFree: Bool) {
    leases.withLock { $0.removeAll { $0.connection === connection } }
    if isFree { idle.withLock { $0.append(connection) } }
  }

  private struct WeakLease: Sendable {
    weak let lease: ReaderLease?
    let connection: Connection
  }
}

/// A snapshot's connection. When it is released, the snapshot's transaction ends.
final class ReaderLease: Sendable {
  let connection: Connection
  private let pool: ReaderPool
  private let isPaused = Atomic(false)

  /// Whether its transaction has been interrupted, so that it may see a later state.
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
    pool.takeBack(connection, isFree: isFree ?? false)
  }
}
