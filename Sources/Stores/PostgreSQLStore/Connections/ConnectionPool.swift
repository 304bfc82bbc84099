public import Storage
import Synchronization

/// The open connections to a database that nobody uses, each with the settings of a session.
final class ConnectionPool: Sendable {
  let address: ServerAddress
  private let options: FileOptions
  private let state: Mutex<State>
  /// The threads of the connections.
  private let threads = ConnectionThreads()

  private struct State {
    var free: [ServerConnection] = []
    var isClosed = false
    var timeout: Double
    /// The password that the user typed.
    var password: String?
    /// Whether several connections can read the same snapshot.
    var sharesSnapshots = true
    /// Whether the server can distribute tables among other servers.
    var distributesTables = false
    /// Whether the server announces changes to those who listen.
    var notifies = true
    /// Whether the server lets the session only read.
    var isReadOnly = false
    /// Entities with few records.
    var small: Set<String> = []
    /// Statements with quick totals that failed because of unusual numbers.
    var failedTotals: Set<String> = []
    /// Whether a table of the models does not exist any more.
    var areTablesChanged = false
  }

  /// More connections are closed when they are put back.
  private static let most = 4
  /// More statements with unusual numbers are forgotten.
  private static let mostFailedTotals = 256

  init(_ address: ServerAddress, _ options: FileOptions) {
    (self.address, self.options) = (address, options)
    state = Mutex(State(timeout: options.busyTimeout))
  }

  /// A connection outside of a transaction. A broken one is replaced.
  func take() throws -> ServerConnection {
    let (free, timeout) = state.withLock { ($0.free.popLast(), $0.timeout) }
    if let free, free.sets(lockTimeout: timeout) { return free }
    let connection = try connect()
    do throws(ServerFailure) {
      let settings = CatalogueQuery.settings(
        address.schema,
        isReadOnly: options.isReadOnly,
        timeout: timeout
      )
      let results = try connection.run(script: settings)
      if results.last?.flag(0, 0) != true { noteThatSnapshotsAreNotShared() }
      let (distributes, notifies) = (results.last?.flag(0, 1), results.last?.flag(0, 2))
      state.withLock { state in
        (state.distributesTables, state.notifies) = (distributes == true, notifies == true)
        state.isReadOnly = results.last?.flag(0, 3) == true
      }
      connection.note(lockTimeout: timeout)
    } catch {
      throw error.error(address, "open")
    }
    return connection
  }

  /// Asks for a password at most once.
  private func connect() throws -> ServerConnection {
    var password = state.withLock { $0.password }
    let connection = try ServerConnection(
      address,
      cancellation: options.cancellation,
      threads: threads
    ) {
      password = password ?? self.options[ServerPasswordOption.self]?(self.address.shown)
      return password
    }
    state.withLock { $0.password = password }
    return connection
  }

  /// Ends a transaction that only reads, and keeps its connection for later. After a cancellation,
  /// nobody waits for the server's answer.
  func end(_ connection: ServerConnection) {
    if cancellation?.isCancelled == true {
      threads.start("martlet end") { [self] in end(connection, isCancellable: false) }
    } else {
      end(connection, isCancellable: true)
    }
  }

  private func end(_ connection: ServerConnection, isCancellable: Bool) {
    do throws(ServerFailure) {
      try connection.run(script: "ROLLBACK", isCancellable: isCancellable)
      put(connection)
    } catch {
      // It is closed.
    }
  }

  /// Keeps a connection that is outside of a transaction for later.
  func put(_ connection: ServerConnection) {
    connection.note(onlyReads: false)
    state.withLock { state in
      if !state.isClosed, state.free.count < Self.most { state.free.append(connection) }
    }
  }

  /// Whether the server can distribute tables among other servers. It then refuses some statements
  /// that concern several of these.
  var distributesTables: Bool { state.withLock { $0.distributesTables } }

  /// Whether the server, or a setting of the user or the database, lets the session only read.
  var isReadOnly: Bool { state.withLock { $0.isReadOnly } }

  /// Whether the server announces changes to those who listen.
  var notifies: Bool { state.withLock { $0.notifies } }

  // MARK: - Large tables

  /// Whether another connection may copy the records of an entity.
  func mayCopy(_ entity: String) -> Bool {
    state.withLock { $0.sharesSnapshots && !$0.small.contains(entity) }
  }

  /// Notes that an entity has so few records that a cursor is faster.
  func noteSmall(_ entity: String) { _ = state.withLock { $0.small.insert(entity) } }

  /// Whether the quick totals of a statement have failed because of unusual numbers.
  func failsWithQuickTotals(_ sql: String) -> Bool {
    state.withLock { $0.failedTotals.contains(sql) }
  }

  /// Notes that the quick totals of a statement fail.
  func noteFailedTotals(_ sql: String) {
    state.withLock { state in
      if state.failedTotals.count >= Self.mostFailedTotals { state.failedTotals = [] }
      state.failedTotals.insert(sql)
    }
  }

  /// Notes that the server has no snapshots for several connections, or no binary COPY.
  func noteThatSnapshotsAreNotShared() { state.withLock { $0.sharesSnapshots = false } }

  /// Notes that a table or a column of the models does not exist any more.
  func noteChangedTables() { state.withLock { $0.areTablesChanged = true } }

  /// Whether that was noted since the last call.
  func takeChangedTables() -> Bool {
    state.withLock { state in
      defer { state.areTablesChanged = false }
      return state.areTablesChanged
    }
  }

  /// Sets how long to wait for locked records. Each connection gets the setting when it is next
  /// used.
  func setTimeout(_ seconds: Double) { state.withLock { $0.timeout = seconds } }

  /// Stops statements.
  var cancellation: CancellationFlag? { options.cancellation }

  /// How long to wait for locked records, in seconds.
  var timeout: Double { state.withLock { $0.timeout } }

  /// Closes the connections, and waits a moment for what others still do.
  func close() {
    threads.wait()
    state.withLock { state in (state.free, state.isClosed) = ([], true) }
  }
}

/// How the user is asked for a missing password: a function of the address.
public enum ServerPasswordOption: FileOption {
  /// Nobody is asked.
  public static var defaultValue: (@Sendable (String) -> String?)? { nil }
}
