import Dispatch
import Storage
import Synchronization

/// Cancels what runs if it takes longer than some time.
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

  /// Nothing is cancelled from here on.
  func end() { isOver.withLock { $0 = true } }
}
