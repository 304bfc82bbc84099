import Foundation

/// The threads that use connections for others: they receive rows, or end what nobody waits for.
final class ConnectionThreads: @unchecked Sendable {
  private let condition = NSCondition()
  /// The number of running threads, guarded by the condition.
  private var count = 0

  /// How long to wait for them: a server may not answer.
  private static let patience = 0.5

  /// Runs `body` on a new thread.
  func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    condition.withLock { count += 1 }
    let thread = Thread { [self] in
      body()
      condition.withLock { count -= 1 }
      condition.broadcast()
    }
    thread.name = name
    thread.start()
  }

  /// Waits a moment for the end of the threads: a program that exits frees what they use.
  func wait() {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    condition.lock()
    defer { condition.unlock() }
    while count > 0, condition.wait(until: deadline) {}
  }
}
