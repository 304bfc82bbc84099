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
  private let mostKept: Int
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// How many values the steps keep.
  private var cells = 0
  /// Why older statements cannot be taken back; nil if there were none.
  private(set) var forgotten: TransactionError.UndoLossReason?

  init(mostKept: Int = 20_000_000) {
    self.mostKept = mostKept
  }

  /// Notes a statement; what was undone before cannot be done again.
  mutating func push(_ step: Step) {
    cells += step.cells - undone.reduce(0) { $0 + $1.cells }
    done.append(step)
    undone = []
    while cells > mostKept, done.count > 1 {
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
    cells = (done + undone).reduce(0) { $0 + $1.cells }
  }

  /// All steps are saved now.
  mutating func markSaved() {
    for place in done.indices { done[place].isPending = false }
    for place in undone.indices { undone[place].isPending = false }
  }

  /// Forgets all steps, if there are any.
  mutating func removeAll(because reason: TransactionError.UndoLossReason) {
    if reason != .modelsChanged || !done.isEmpty { forgotten = reason }
    done = []
    undone = []
    cells = 0
  }
}
