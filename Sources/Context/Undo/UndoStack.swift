import Model
import Storage

/// The statements that can be taken back, and those that were.
struct UndoStack {
  /// One statement, with what it changed and what takes that back.
  struct Step {
    let title: String
    let forward: ChangeSet
    let inverse: ChangeSet
    /// Whether it was not saved when it was made, so that a rollback forgets it.
    var isPending: Bool

    fileprivate var cells: Int { forward.cellCount + inverse.cellCount }
  }

  /// So many values are kept; older statements are forgotten first.
  private static let mostKept = 20_000_000

  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// How many values the steps keep.
  private var cells = 0
  /// Why older statements cannot be taken back; nil if there were none.
  private(set) var forgotten: TransactionError.Forgotten?

  /// Notes a statement; what was undone before cannot be done again.
  mutating func push(_ step: Step) {
    cells += step.cells - undone.reduce(0) { $0 + $1.cells }
    done.append(step)
    undone = []
    while cells > Self.mostKept, done.count > 1 {
      cells -= done.removeFirst().cells
      forgotten = .tooLarge
    }
  }

  /// Moves the last step to those that can be done again.
  mutating func moveBack() {
    if let step = done.popLast() { undone.append(step) }
  }

  /// Moves the step that was undone last back.
  mutating func moveForth() {
    if let step = undone.popLast() { done.append(step) }
  }

  /// Forgets the steps that were not saved.
  mutating func forgetPending() {
    done.removeAll(where: \.isPending)
    undone.removeAll(where: \.isPending)
  }

  /// All steps are saved now.
  mutating func markSaved() {
    for place in done.indices { done[place].isPending = false }
    for place in undone.indices { undone[place].isPending = false }
  }

  /// Forgets all steps, if there are any.
  mutating func removeAll(because reason: TransactionError.Forgotten) {
    if reason != .modelsChanged || !done.isEmpty { forgotten = reason }
    done = []
    undone = []
  }
}

extension ChangeSet {
  /// The number of values that are kept.
  var cellCount: Int {
    (inserted + updated).reduce(0) { $0 + $1.count * ($1.columns.count + $1.references.count + 1) }
      + deleted.reduce(0) { $0 + $1.keys.count } + linked.count + unlinked.count
  }

  /// The number of records that are named.
  var recordCount: Int {
    var records: Set<RecordID> = []
    for rows in inserted + updated {
      for key in rows.keys.all { records.insert(RecordID(entity: rows.entity, key: key)) }
    }
    for selection in deleted {
      for key in selection.keys.all {
        records.insert(RecordID(entity: selection.entity, key: key))
      }
    }
    for pair in linked.map(\.pair) + unlinked {
      records.insert(RecordID(entity: pair.entity, key: pair.owner))
    }
    return records.count
  }

  /// Whether nothing is changed.
  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && linked.isEmpty && unlinked.isEmpty
  }
}
