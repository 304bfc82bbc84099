import Foundation
import NativeStores
import SQLGeneration
public import Storage
import Synchronization

/// Follows the changes of a native store. The server notifies it, so that asking costs nothing as
/// long as nothing changes.
final class ServerWatch: Sendable {
  private let namespace: NativeNamespace
  private let connections: ConnectionPool
  private let state = Mutex(State())

  private struct State {
    var connection: ServerConnection?
    var isListening = false
    /// The numbers of `martlet_store` by their keys; nil if they have to be read.
    var numbers: [String: Int64]?
  }

  init(_ namespace: NativeNamespace, _ connections: ConnectionPool) {
    (self.namespace, self.connections) = (namespace, connections)
  }

  /// The numbers of `martlet_store`; empty if the store is not created yet.
  func numbers() throws -> [String: Int64] {
    try state.withLock { state in
      for attempt in 0..<3 {
        do {
          return try Self.look(&state, namespace, connections)
        } catch let failure as ServerFailure {
          state = State()
          if failure.isLost, attempt < 2 { continue }
          throw failure.error(connections.address, "read")
        }
      }
      return [:]
    }
  }

  /// The numbers as last read, if there was no notification since; does not wait for the server.
  func forget() { state.withLock { $0.numbers = nil } }

  func close() { state.withLock { $0 = State() } }

  private static func look(
    _ state: inout State,
    _ namespace: NativeNamespace,
    _ connections: ConnectionPool
  ) throws -> [String: Int64] {
    if let connection = state.connection, state.isListening {
      switch ServerNotifications.haveArrived(connection) {
      case nil: state = State()
      case true?: state.numbers = nil
      case false?: break
      }
    }
    if state.isListening, let numbers = state.numbers { return numbers }
    let connection = try state.connection ?? connections.take()
    if state.connection == nil {
      // Some engines and standby servers cannot notify; they are asked every time.
      state.isListening =
        connections.notifies
        && (try? connection.run(script: "LISTEN \(namespace.channel)")) != nil
      state.connection = connection
    }
    let numbers = try read(connection, namespace)
    state.numbers = numbers
    return numbers
  }

  private static func read(
    _ connection: ServerConnection,
    _ namespace: NativeNamespace
  ) throws(ServerFailure) -> [String: Int64] {
    let store = namespace.qualified("martlet_store")
    do throws(ServerFailure) {
      let result = try connection.run(script: "SELECT key, value FROM \(store)").last
      var numbers: [String: Int64] = [:]
      for row in 0..<(result?.rowCount ?? 0) {
        numbers[result?.text(row, 0) ?? ""] = result?.number(row, 1)
      }
      return numbers
    } catch {
      // There is no such table yet.
      if error.code == "42P01" || error.code == "3F000" { return [:] }
      throw error
    }
  }
}

extension PostgreSQLStore: ObservableStore {
  /// The change counters of a native store, which the server announces; otherwise a number that
  /// increases with every transaction that changes a database of the server.
  public func changeMarks() throws -> ChangeMarks {
    var marks = ChangeMarks()
    guard let watch else {
      marks.unknown = try foreignMark()
      return marks
    }
    let numbers = try watch.numbers()
    marks.models = numbers["models"] ?? 0
    for (key, value) in numbers {
      if let entity = ChangeCounters.entity(of: key) { marks.entities[entity] = value }
    }
    return marks
  }

  private func foreignMark() throws -> Int64 {
    do {
      return try connections.begin { connection throws(ServerFailure) in
        let mark = try connection.run(script: ServerVersionQuery.text).last?.number(0, 0) ?? 0
        connections.put(connection)
        return mark
      }
    } catch let failure as ServerFailure {
      throw failure.error(connections.address, "read")
    }
  }
}
