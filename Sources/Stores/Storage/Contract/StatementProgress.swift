import Synchronization

/// How far a running statement has come: it says so, and another thread may look.
public final class StatementProgress: Sendable {
  /// What is being done.
  public enum Work: Sendable {
    /// Records are looked at.
    case scanning
    /// A file is read; counted in bytes.
    case reading
    /// Records are read, to be written elsewhere.
    case copying
    /// New values of records are computed.
    case computing
    /// What changes would bring about is checked.
    case checking
    /// Records are made.
    case making
    /// Records are put in the store.
    case storing
    /// Rows of a result are written.
    case writing
  }

  /// A look at it.
  public struct State: Sendable, Equatable {
    /// What is being done; nil where nobody has said it.
    public internal(set) var work: Work?
    /// How much is done.
    public internal(set) var done = 0
    /// How much there is to do; nil where it is not known.
    public internal(set) var total: Int?
    /// How many times other work has begun.
    public internal(set) var turn = 0
  }

  private let current = Mutex(State())

  init() {}

  /// What there is to see now.
  public var state: State { current.withLock { $0 } }

  /// Says that some work begins.
  public func begin(_ work: Work, total: Int? = nil) {
    current.withLock { $0 = State(work: work, total: total, turn: $0.turn &+ 1) }
  }

  /// Says that some more of `work` is done; where other work was said to be done, it begins here.
  public func advance(_ work: Work, by count: Int) {
    current.withLock { state in
      if state.work != work { state = State(work: work, turn: state.turn &+ 1) }
      state.done = state.done.addingReportingOverflow(count).partialValue
    }
  }

  /// Says how much of `work` there is to do, if that is what is being done.
  public func expect(_ total: Int, of work: Work) {
    current.withLock { if $0.work == work { $0.total = total } }
  }

  /// Says how much of the work is done.
  public func advance(to count: Int) {
    current.withLock { $0.done = count }
  }

  /// Makes it ready for the next statement.
  func reset() {
    current.withLock { $0 = State(turn: $0.turn &+ 1) }
  }
}
