import Dispatch
import Storage
import Synchronization

/// Cancels an operation after some time.
final class TimeLimit: Sendable {
  private let isOver = Mutex(false)

  init(_ duration: Duration, _ cancellation: CancellationFlag) {
    let nanoseconds = Int(duration / .nanoseconds(1))
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in
      self?.isOver.withLock { isOver in
        if !isOver { cancellation.cancel() }
      }
    }
  }

  /// Ends the time limit.
  func end() { isOver.withLock { $0 = true } }
}
