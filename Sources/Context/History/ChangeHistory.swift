import Expressions
import Model
import Storage
import Synchronization

/// What one statement changed, as it is remembered.
struct HistoryEntry: Sendable {
  let time: Timestamp
  let author: String?
  let title: String
  /// The models as they were.
  let schema: StoredSchema
  let forward: ChangeSet
  /// What takes the change back: the old values, and whole records that went.
  let inverse: ChangeSet
}

/// What the contexts of a container saved, in order; shared by all of them.
final class ChangeHistory: Sendable {
  /// So many values are remembered; older statements are forgotten first.
  private static let mostCells = 20_000_000

  private struct State {
    var entries: [HistoryEntry] = []
    var cells = 0
  }

  private let state = Mutex(State())

  /// Remembers a statement.
  func add(_ entry: HistoryEntry) {
    state.withLock { state in
      state.entries.append(entry)
      state.cells += entry.cells
      while state.cells > Self.mostCells, state.entries.count > 1 {
        state.cells -= state.entries.removeFirst().cells
      }
    }
  }

  func removeAll() { state.withLock { $0 = State() } }

  var entries: [HistoryEntry] { state.withLock { $0.entries } }
}

extension HistoryEntry {
  fileprivate var cells: Int { forward.cellCount + inverse.cellCount }
}
