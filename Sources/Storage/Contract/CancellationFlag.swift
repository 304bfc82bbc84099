import Synchronization

/// Tells a running statement to stop; it looks once a batch.
public final class CancellationFlag: Sendable {
  private let isRaised = Atomic<Bool>(false)
  /// How far the statement has come that looks at the flag.
  public let progress = StatementProgress()

  /// A flag that is not raised.
  public init() {}

  /// Whether the statement is to stop.
  public var isCancelled: Bool { isRaised.load(ordering: .relaxed) }

  /// Asks the running statement to stop; safe in a signal handler.
  public func cancel() { isRaised.store(true, ordering: .relaxed) }

  /// Makes the flag ready for the next statement.
  public func reset() {
    isRaised.store(false, ordering: .relaxed)
    progress.reset()
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
