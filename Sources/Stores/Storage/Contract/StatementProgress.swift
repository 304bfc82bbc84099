import Synchronization

/// The progress of a running statement, which another thread may read.
public final class StatementProgress: Sendable {
  /// The current activity.
  public enum Work: Sendable {
    /// Reading records.
    case scanning
    /// Reading a file; counts bytes.
    case reading
    /// Copying records.
    case copying
    /// Computing new values.
    case computing
    /// Checking the result of changes.
    case checking
    /// Creating records.
    case creating
    /// Saving records.
    case storing
    /// Writing the rows of a result.
    case writing
  }

  /// The progress at one moment.
  public struct State: Sendable, Equatable {
    /// The current activity; nil if unknown.
    public internal(set) var work: Work?
    /// How much is done.
    public internal(set) var done = 0
    /// The total amount; nil if unknown.
    public internal(set) var total: Int?
    /// The number of activities so far.
    public internal(set) var turn = 0
  }

  private let current = Mutex(State())

  init() {}

  /// The current progress.
  public var state: State { current.withLock { $0 } }

  /// Starts an activity.
  public func begin(_ work: Work, total: Int? = nil) {
    current.withLock { $0 = State(work: work, total: total, turn: $0.turn &+ 1) }
  }

  /// Advances an activity, starting it if necessary.
  public func advance(_ work: Work, by count: Int) {
    current.withLock { state in
      if state.work != work { state = State(work: work, turn: state.turn &+ 1) }
      state.done = state.done.addingReportingOverflow(count).partialValue
    }
  }

  /// Sets the total of an activity, if it is the current one.
  public func expect(_ total: Int, of work: Work) {
    current.withLock { if $0.work == work { $0.total = total } }
  }

  /// Sets how much of the current activity is done.
  public func advance(to count: Int) {
    current.withLock { $0.done = count }
  }

  /// Resets the progress for the next statement.
  func reset() {
    current.withLock { $0 = State(turn: $0.turn &+ 1) }
  }
}
