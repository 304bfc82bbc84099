import Synchronization

/// Asks a running statement to stop; statements check it once for each batch.
///
/// It is safe to use from any thread.
public final class CancellationFlag: Sendable {
  private let isRaised = Atomic<Bool>(false)
  private let isRaisedForGood = Atomic<Bool>(false)
  /// The progress of the running statement.
  public let progress = StatementProgress()

  /// Creates a flag that is not set.
  public init() {}

  /// Whether the statement should stop.
  public var isCancelled: Bool { isRaised.load(ordering: .relaxed) }

  /// Asks the running statement to stop. Safe in a signal handler.
  public func cancel() { isRaised.store(true, ordering: .relaxed) }

  /// Asks the running statement and all later ones to stop. Safe in a signal handler.
  ///
  /// Use it when a request between two statements must not get lost.
  public func cancelForGood() {
    isRaisedForGood.store(true, ordering: .relaxed)
    cancel()
  }

  /// Clears the flag for the next statement, unless ``cancelForGood()`` set it.
  public func reset() {
    isRaised.store(isRaisedForGood.load(ordering: .relaxed), ordering: .relaxed)
    progress.reset()
  }

  /// Clears the flag even if ``cancelForGood()`` set it.
  public func renew() {
    isRaisedForGood.store(false, ordering: .relaxed)
    reset()
  }

  /// Throws if the statement should stop.
  public func check() throws(Cancellation) {
    if isCancelled { throw Cancellation() }
  }
}

/// The error of a cancelled statement, which changed nothing.
public struct Cancellation: Error, Hashable, Sendable {
  /// Creates the error.
  public init() {}
}
