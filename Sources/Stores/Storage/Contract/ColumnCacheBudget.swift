import Synchronization

/// The memory of the column cache, which keeps columns of files for later statements.
///
/// All stores of a session share it. It discards the least recently used columns first, and may be
/// used from several threads.
public final class ColumnCacheBudget: Sendable {
  /// The default limit in bytes.
  public static let defaultLimit = 1_000_000_000

  /// A column in the cache.
  public struct Ticket: Hashable, Sendable {
    fileprivate let number: Int
  }

  fileprivate struct Entry {
    let name: String
    let bytes: Int
    var lastUse: Int
    let discard: @Sendable () -> Void
  }

  fileprivate struct State {
    var limit: Int
    var used = 0
    var entries: [Int: Entry] = [:]
    /// Increases whenever a column is added or used.
    var clock = 0
    /// The names of columns that exceed the limit.
    var refused: [String] = []
  }

  private let state: Mutex<State>

  /// Creates a budget of `limit` bytes; 0 disables the cache.
  public init(limit: Int = ColumnCacheBudget.defaultLimit) {
    state = Mutex(State(limit: max(0, limit)))
  }

  /// The maximum size in bytes. Lowering it discards columns.
  public var limit: Int {
    get { state.withLock { $0.limit } }
    set {
      let discarded = state.withLock { state in
        state.limit = max(0, newValue)
        state.refused = []
        return state.evict(for: 0)
      }
      for entry in discarded { entry.discard() }
    }
  }

  /// The current size in bytes.
  public var used: Int { state.withLock { $0.used } }

  /// The number of columns.
  public var count: Int { state.withLock { $0.entries.count } }

  /// The contents with their sizes, sorted by name.
  public var kept: [(name: String, bytes: Int)] {
    let entries = state.withLock { $0.entries.values.map { ($0.name, $0.bytes) } }
    return Dictionary(entries, uniquingKeysWith: +).sorted { $0.key < $1.key }
      .map { (name: $0.key, bytes: $0.value) }
  }

  /// The names of columns that exceed the limit, sorted.
  public var refused: [String] { state.withLock { $0.refused.sorted() } }

  /// Records that a column exceeds the limit.
  public func refuse(_ name: String) {
    state.withLock { state in
      if !state.refused.contains(name) { state.refused.append(name) }
    }
  }

  /// Reserves `bytes` for a column and discards others if necessary; nil if the column exceeds the
  /// limit.
  ///
  /// `name` is the name of the table, for messages. `discard` runs on any thread when the
  /// column has to make room.
  public func take(
    _ bytes: Int,
    of name: String,
    discard: @escaping @Sendable () -> Void
  ) -> Ticket? {
    let (ticket, discarded) = state.withLock { state -> (Ticket?, [Entry]) in
      guard bytes <= state.limit else { return (nil, []) }
      let discarded = state.evict(for: bytes)
      state.clock += 1
      state.entries[state.clock] = Entry(
        name: name,
        bytes: bytes,
        lastUse: state.clock,
        discard: discard
      )
      state.used += bytes
      return (Ticket(number: state.clock), discarded)
    }
    for entry in discarded { entry.discard() }
    return ticket
  }

  /// Marks a column as used.
  public func use(_ ticket: Ticket) {
    state.withLock { state in
      state.clock += 1
      state.entries[ticket.number]?.lastUse = state.clock
    }
  }

  /// Releases the memory of a column.
  public func release(_ ticket: Ticket) {
    state.withLock { state in
      if let entry = state.entries.removeValue(forKey: ticket.number) { state.used -= entry.bytes }
    }
  }
}

extension ColumnCacheBudget.State {
  /// Removes columns until `bytes` more fit.
  fileprivate mutating func evict(for bytes: Int) -> [ColumnCacheBudget.Entry] {
    var discarded: [ColumnCacheBudget.Entry] = []
    // The reservation is at most the limit, so that no sum overflows.
    while used > limit - bytes,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[oldest.key] = nil
      used -= oldest.value.bytes
      discarded.append(oldest.value)
    }
    return discarded
  }
}
