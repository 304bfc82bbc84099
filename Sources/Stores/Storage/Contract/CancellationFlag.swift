import Synchronization

/// Tells a running statement to stop; it looks once a batch.
public final class CancellationFlag: Sendable {
  private let isRaised = Atomic<Bool>(false)
  private let isRaisedForGood = Atomic<Bool>(false)
  /// How far the statement has come that looks at the flag.
  public let progress = StatementProgress()

  /// A flag that is not raised.
  public init() {}

  /// Whether the statement is to stop.
  public var isCancelled: Bool { isRaised.load(ordering: .relaxed) }

  /// Asks the running statement to stop; safe in a signal handler.
  public func cancel() { isRaised.store(true, ordering: .relaxed) }

  /// Asks the running statement and all that follow to stop; safe in a signal handler.
  ///
  /// Where nobody could ask again, a request that comes between two statements is not to be lost.
  public func cancelForGood() {
    isRaisedForGood.store(true, ordering: .relaxed)
    cancel()
  }

  /// Makes the flag ready for the next statement, unless it was raised for good.
  public func reset() {
    isRaised.store(isRaisedForGood.load(ordering: .relaxed), ordering: .relaxed)
    progress.reset()
  }

  /// Makes the flag ready though it was raised for good.
  public func renew() {
    isRaisedForGood.store(false, ordering: .relaxed)
    reset()
  }

  /// Throws if the statement is to stop.
  public func check() throws(Cancellation) {
    if isCancelled { throw Cancellation() }
  }
}

/// Thrown where a statement stops because its flag was raised; nothing was changed.
public struct Cancellation: Error, Hashable, Sendable {
  /// Makes the error.
  public init() {}
}
