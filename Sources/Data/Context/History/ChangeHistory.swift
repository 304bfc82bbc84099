import Model
import Storage
import Synchronization

/// The saved statements of a container, in order, for stores that do not save a history. All
/// contexts share it.
final class ChangeHistory: Sendable {
  /// The maximum number of values to remember; older statements are forgotten first.
  private static let mostCells = 20_000_000

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
      while state.cells > Self.mostCells, forgotten + 1 < state.entries.count {
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

  /// Removes the statements saved up to a moment.
  func remove(through time: Timestamp) {
    state.withLock { state in
      let removed = state.entries.prefix { $0.time <= time }
      state.cells -= removed.reduce(0) { $0 + $1.cellCount }
      state.entries.removeFirst(removed.count)
    }
  }

  func removeAll() { state.withLock { $0 = State() } }

  var entries: [HistoryEntry] { state.withLock { $0.entries } }
}
