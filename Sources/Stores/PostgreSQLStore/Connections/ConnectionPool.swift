public import Storage
import Synchronization

/// The open connections to a database that nobody uses, each with the settings of a session.
final class ConnectionPool: Sendable {
  let address: ServerAddress
  private let options: FileOptions
  private let state: Mutex<State>

  private struct State {
    var free: [ServerConnection] = []
    var isClosed = false
    var timeout: Double
  }

  /// More connections are closed when they are put back.
  private static let most = 4

  init(_ address: ServerAddress, _ options: FileOptions) {
    (self.address, self.options) = (address, options)
    state = Mutex(State(timeout: options.busyTimeout))
  }

  /// A connection outside of a transaction. A broken one is replaced.
  func take() throws -> ServerConnection {
    let (free, timeout) = state.withLock { ($0.free.popLast(), $0.timeout) }
    if let free { return free }
    let connection = try ServerConnection(
      address,
      cancellation: options.cancellation,
      askPassword: options[ServerPasswordOption.self].map { ask in { ask(self.address.shown) } }
    )
    do throws(ServerFailure) {
      let settings = CatalogueQuery.settings(
        address.schema,
        isReadOnly: options.isReadOnly,
        timeout: timeout
      )
      try connection.run(script: settings)
    } catch {
      throw error.error(address, "open")
    }
    return connection
  }

  /// Keeps a connection that is outside of a transaction for later.
  func put(_ connection: ServerConnection) {
    state.withLock { state in
      if !state.isClosed, state.free.count < Self.most { state.free.append(connection) }
    }
  }

  /// Closes the free connections, which have the old setting.
  func setTimeout(_ seconds: Double) {
    state.withLock { state in
      if state.timeout != seconds { (state.timeout, state.free) = (seconds, []) }
    }
  }

  /// Stops statements.
  var cancellation: CancellationFlag? { options.cancellation }

  /// How long to wait for locked records, in seconds.
  var timeout: Double { state.withLock { $0.timeout } }

  func close() {
    state.withLock { state in (state.free, state.isClosed) = ([], true) }
  }
}

/// How the user is asked for a missing password: a function of the address.
public enum ServerPasswordOption: FileOption {
  /// Nobody is asked.
  public static var defaultValue: (@Sendable (String) -> String?)? { nil }
}
