import Model
import Storage
import Synchronization

/// The saved statements of a container, in order, for stores that do not save a history. All
/// contexts share it.
final class ChangeHistory: Sendable {
  /// The maximum number of values to remember; older statements are forgotten first.
  private static let maxCells = 20_000_000

  private struct State {
    var entries: [HistoryEntry] = []
    var cells = 0
    var start = HistoryStart(number: 0)

    var lastNumber: Int64 { max(entries.last?.number ?? 0, start.number) }

    /// Lets the history begin after a forgotten statement.
    mutating func begin(after entry: HistoryEntry?) {
      guard let entry, let number = entry.number, number >= start.number else { return }
      start = HistoryStart(number: number, time: entry.time)
    }
  }

  private let state = Mutex(State())

  /// Adds statements, except those that have changed nothing.
  func add(_ entries: [HistoryEntry]) {
    let entries = entries.filter { !$0.isEmpty }
    state.withLock { state in
      var last = state.entries.last?.time.microseconds ?? .min
      // The clock may have been set back.
      if let first = entries.first?.time.microseconds {
        if first >= last { last = first } else if last < .max { last += 1 }
      }
      for entry in entries {
        last = max(last, entry.time.microseconds)
        let saved = entry.saved(at: Timestamp(microseconds: last))
        state.entries.append(saved.numbered(state.lastNumber + 1))
      }
      state.cells += entries.reduce(0) { $0 + $1.cellCount }
      var forgotten = 0
      while state.cells > Self.maxCells, forgotten + 1 < state.entries.count {
        state.cells -= state.entries[forgotten].cellCount
        forgotten += 1
      }
      if forgotten > 0 { state.begin(after: state.entries[forgotten - 1]) }
      state.entries.removeFirst(forgotten)
    }
  }

  /// Renames entities.
  func rename(_ names: [String: String]) {
    state.withLock { state in
      for place in state.entries.indices { state.entries[place].rename(names) }
    }
  }

  /// Renames properties.
  func rename(_ renames: [PropertyRenames], breaksHistory: Bool) {
    state.withLock { state in
      for names in renames where !names.paths.isEmpty {
        for place in state.entries.indices { state.entries[place].rename(names) }
      }
      if breaksHistory { state.start = HistoryStart(number: state.lastNumber) }
    }
  }

  /// Removes the statements saved within these times.
  func remove(_ times: ClosedRange<Timestamp>) {
    state.withLock { state in
      state.begin(after: state.entries.last { times.contains($0.time) })
      state.entries.removeAll { times.contains($0.time) }
      state.cells = state.entries.reduce(0) { $0 + $1.cellCount }
    }
  }

  func removeAll() { state.withLock { $0 = State() } }

  var entries: [HistoryEntry] { state.withLock { $0.entries } }

  /// The earliest state that the history leads back to.
  var start: HistoryStart { state.withLock { $0.start } }
}
