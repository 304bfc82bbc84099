import Synchronization

/// The memory in which file stores keep columns for later statements; all stores of a session share it.
///
/// What was not used for the longest time goes first. It may be used from several threads at once.
public final class ColumnMemory: Sendable {
  /// The limit where nobody sets another one, in bytes.
  public static let usualLimit = 1_000_000_000

  /// One thing that is kept.
  public struct Ticket: Hashable, Sendable {
    fileprivate let number: Int
  }

  fileprivate struct Entry {
    let name: String
    let bytes: Int
    var lastUse: Int
    let giveUp: @Sendable () -> Void
  }

  fileprivate struct State {
    var limit: Int
    var used = 0
    var entries: [Int: Entry] = [:]
    /// Counts what is kept and what is used.
    var clock = 0
    /// What was too large for the limit.
    var refused: [String] = []
  }

  private let state: Mutex<State>

  /// Makes one of `limit` bytes; with 0 nothing is kept.
  public init(limit: Int = ColumnMemory.usualLimit) {
    state = Mutex(State(limit: max(0, limit)))
  }

  /// How many bytes are kept at most; what is too much is given up when this is set.
  public var limit: Int {
    get { state.withLock { $0.limit } }
    set {
      let givenUp = state.withLock { state in
        state.limit = max(0, newValue)
        state.refused = []
        return state.makeRoom(for: 0)
      }
      for entry in givenUp { entry.giveUp() }
    }
  }

  /// How many bytes are kept.
  public var used: Int { state.withLock { $0.used } }

  /// How many columns are kept.
  public var count: Int { state.withLock { $0.entries.count } }

  /// What is kept, with the bytes that it takes, sorted by name.
  public var kept: [(name: String, bytes: Int)] {
    let entries = state.withLock { $0.entries.values.map { ($0.name, $0.bytes) } }
    return Dictionary(entries, uniquingKeysWith: +).sorted { $0.key < $1.key }
      .map { (name: $0.key, bytes: $0.value) }
  }

  /// What was to be kept and is larger than the limit, sorted by name.
  public var refused: [String] { state.withLock { $0.refused.sorted() } }

  /// Notes that something is larger than the limit.
  public func refuse(_ name: String) {
    state.withLock { state in
      if !state.refused.contains(name) { state.refused.append(name) }
    }
  }

  /// Takes `bytes` for something, for which others may be given up; nil where it is larger than the limit.
  ///
  /// - Parameter name: What it belongs to, as people are told.
  /// - Parameter giveUp: Called when it has to make room, from any thread.
  public func take(
    _ bytes: Int,
    of name: String,
    giveUp: @escaping @Sendable () -> Void
  ) -> Ticket? {
    let (ticket, givenUp) = state.withLock { state -> (Ticket?, [Entry]) in
      guard bytes <= state.limit else { return (nil, []) }
      let givenUp = state.makeRoom(for: bytes)
      state.clock += 1
      state.entries[state.clock] = Entry(
        name: name,
        bytes: bytes,
        lastUse: state.clock,
        giveUp: giveUp
      )
      state.used += bytes
      return (Ticket(number: state.clock), givenUp)
    }
    for entry in givenUp { entry.giveUp() }
    return ticket
  }

  /// Notes that something is used now.
  public func use(_ ticket: Ticket) {
    state.withLock { state in
      state.clock += 1
      state.entries[ticket.number]?.lastUse = state.clock
    }
  }

  /// Gives the memory back.
  public func giveBack(_ ticket: Ticket) {
    state.withLock { state in
      if let entry = state.entries.removeValue(forKey: ticket.number) { state.used -= entry.bytes }
    }
  }
}

extension ColumnMemory.State {
  /// Takes out what has to go before `bytes` more have room.
  fileprivate mutating func makeRoom(for bytes: Int) -> [ColumnMemory.Entry] {
    var givenUp: [ColumnMemory.Entry] = []
    // What is taken is at most the limit, so that no sum overflows.
    while used > limit - bytes,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
      used -= oldest.value.bytes
      givenUp.append(oldest.value)
    }
    return givenUp
  }
}
