import Platform
import Synchronization

/// The functions of the client library for notifications of the server.
struct ServerNotifications: Sendable {
  private let next: @convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?
  private let free: @convention(c) (UnsafeMutableRawPointer?) -> Void

  /// The functions, loaded once.
  private static let shared = ServerNotifications()

  private init?() {
    guard let library = DynamicLibrary(named: LibPQ.names),
      let next = library.function(
        "PQnotifies",
        as: (@convention(c) (OpaquePointer?) -> UnsafeMutableRawPointer?).self
      ),
      let free = library.function(
        "PQfreemem",
        as: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self
      )
    else { return nil }
    (self.next, self.free) = (next, free)
  }

  /// Whether notifications have arrived since the last call; nil if the connection is lost. Does
  /// not wait.
  static func haveArrived(_ connection: ServerConnection) -> Bool? {
    guard let shared else { return nil }
    return connection.handle.withLock { handle in
      guard connection.library.consumeInput(handle.pointer) == 1 else { return nil }
      var haveArrived = false
      while let notification = shared.next(handle.pointer) {
        shared.free(notification)
        haveArrived = true
      }
      return haveArrived
    }
  }
}
