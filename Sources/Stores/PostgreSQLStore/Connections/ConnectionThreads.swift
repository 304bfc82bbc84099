import Foundation

/// The threads that use connections for others: they receive rows, or end what nobody waits for.
final class ConnectionThreads: @unchecked Sendable {
  private let condition = NSCondition()
  /// The number of running threads, guarded by the condition.
  private var count = 0
  /// The number of those that have not sent their request yet, guarded by the condition.
  private var requestCount = 0

  /// How long to wait for threads, in seconds: a server may not answer.
  private static let patience = 0.5
  /// How long to wait for requests, which need several round trips to a server far away.
  private static let requestPatience = 3.0
  /// More requests at once would only wait for a network that hangs.
  private static let mostRequests = 16

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

  /// Sends a request on a new thread, then runs `rest`. Returns false if too many requests wait.
  func startRequest(
    _ name: String,
    request: @escaping @Sendable () -> Void,
    then rest: @escaping @Sendable () -> Void = {}
  ) -> Bool {
    let isPossible: Bool = condition.withLock {
      if requestCount >= Self.mostRequests { return false }
      requestCount += 1
      return true
    }
    guard isPossible else { return false }
    start(name) { [self] in
      request()
      condition.withLock { requestCount -= 1 }
      condition.broadcast()
      rest()
    }
    return true
  }

  /// Waits a moment for the end of the threads, and longer for their requests: a program that exits
  /// frees what they use, and a server that gets no request goes on.
  func wait() {
    let end = Date(timeIntervalSinceNow: Self.patience)
    let requestEnd = Date(timeIntervalSinceNow: Self.requestPatience)
    condition.lock()
    defer { condition.unlock() }
    while count > 0, condition.wait(until: requestCount > 0 ? requestEnd : end) {}
  }
}
