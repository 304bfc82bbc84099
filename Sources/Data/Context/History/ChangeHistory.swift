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
  }

  private let state = Mutex(State())

  /// Adds statements.
  func add(_ entries: [HistoryEntry]) {
    state.withLock { state in
      state.entries += entries
      state.cells += entries.reduce(0) { $0 + $1.cellCount }
      var forgotten = 0
      while state.cells > Self.maxCells, forgotten + 1 < state.entries.count {
        state.cells -= state.entries[forgotten].cellCount
        forgotten += 1
      }
      state.entries.removeFirst(forgotten)
    }
  }

  /// Renames entities.
  func rename(_ names: [String: String]) {
    state.withLock { state in
      for place in state.entries.indices { state.entries[place].rename(names) }
    }
  }

  /// Removes the statements saved within these times.
  func remove(_ times: ClosedRange<Timestamp>) {
    state.withLock { state in
      state.entries.removeAll { times.contains($0.time) }
      state.cells = state.entries.reduce(0) { $0 + $1.cellCount }
    }
  }

  func removeAll() { state.withLock { $0 = State() } }

  var entries: [HistoryEntry] { state.withLock { $0.entries } }
}
