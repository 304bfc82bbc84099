import Model
import Storage

/// The statements that can be undone and redone.
struct UndoStack {
  /// A statement with its changes and their inverse.
  struct Step {
    let title: String
    fileprivate(set) var forward: ChangeSet
    fileprivate(set) var inverse: ChangeSet
    /// Whether the statement is pending, so that a rollback removes it.
    var isPending: Bool
    /// The steps with the same number are undone together; nil for a single step.
    fileprivate(set) var group: Int?

    fileprivate var cells: Int { forward.cellCount + inverse.cellCount }

    init(title: String, forward: ChangeSet, inverse: ChangeSet, isPending: Bool) {
      (self.title, self.forward, self.inverse) = (title, forward, inverse)
      self.isPending = isPending
    }

    fileprivate mutating func revise(_ revisions: StoreRevisions) {
      forward.revise(revisions)
      inverse.revise(revisions)
    }

    /// Removes the changes that triggers have skipped.
    ///
    /// - Parameter isUndone: Whether they skipped changes of the inverse.
    mutating func leaveOutSkipped(_ revisions: StoreRevisions, isUndone: Bool = false) {
      if revisions.skippedCount == 0 { return }
      if isUndone { swap(&forward, &inverse) }
      defer { if isUndone { swap(&forward, &inverse) } }
      forward.leaveOut(
        inserted: revisions.notInserted,
        updated: revisions.notUpdated,
        deleted: revisions.notDeleted
      )
      inverse.leaveOut(
        inserted: revisions.notDeleted,
        updated: revisions.notUpdated,
        deleted: revisions.notInserted
      )
    }
  }

  /// The maximum number of values; older statements are removed first.
  private let maxKept: Int
  /// The maximum number of statements; a group of steps is one.
  private let maxStatements: Int
  private(set) var done: [Step] = []
  private(set) var undone: [Step] = []
  /// The number of values in all steps.
  private var cells = 0
  /// Why older statements cannot be undone; nil if there were none.
  private(set) var forgotten: TransactionError.UndoLossReason?

  /// The group of the steps that are being added; nil for none.
  private var group: (number: Int, isLost: Bool)?
  private var groupCount = 0

  init(maxKept: Int = 20_000_000, maxStatements: Int = 1_000) {
    (self.maxKept, self.maxStatements) = (maxKept, maxStatements)
  }

  /// Adds a statement and clears the statements to redo.
  mutating func push(_ step: Step) {
    if group?.isLost == true { return }
    var step = step
    step.group = group?.number
    cells += step.cells - undone.reduce(0) { $0 + $1.cells }
    done.append(step)
    undone = []
    while cells > maxKept, done.count > 1 {
      guard removeOldest(because: .tooLarge) else { return }
    }
    // Most stacks are far from the limit, and need not be counted.
    if done.count > maxStatements, statementCount > maxStatements {
      _ = removeOldest(because: .tooMany(limit: maxStatements))
    }
  }

  /// The number of statements that can be undone.
  private var statementCount: Int {
    done.indices.count { $0 == 0 || done[$0].group == nil || done[$0].group != done[$0 - 1].group }
  }

  /// Removes the oldest statement; all of them and false if it is the one that is being added.
  private mutating func removeOldest(because reason: TransactionError.UndoLossReason) -> Bool {
    let oldest = done.removeFirst()
    cells -= oldest.cells
    forgotten = reason
    guard let lost = oldest.group else { return true }
    if lost == group?.number {
      removeAll(because: reason)
      return false
    }
    // No part of a group is undone alone.
    while done.first?.group == lost { cells -= done.removeFirst().cells }
    return true
  }

  /// The following steps are undone together.
  mutating func beginGroup() {
    groupCount += 1
    group = (groupCount, false)
  }

  /// Ends the group of steps.
  mutating func endGroup() { group = nil }

  /// The steps that are undone next, last first.
  var nextToUndo: [Step] { Self.group(at: done) }

  /// The steps that are redone next, in order.
  var nextToRedo: [Step] { Self.group(at: undone) }

  private static func group(at steps: [Step]) -> [Step] {
    guard let last = steps.last else { return [] }
    guard let group = last.group else { return [last] }
    return Array(steps.reversed().prefix { $0.group == group })
  }

  /// Moves the last step to those to redo, without what triggers have skipped.
  mutating func moveBack(_ revisions: StoreRevisions = StoreRevisions()) {
    guard var step = done.popLast() else { return }
    step.leaveOutSkipped(revisions, isUndone: true)
    undone.append(step)
  }

  /// Moves the last undone step back, without what triggers have skipped.
  mutating func moveForth(_ revisions: StoreRevisions = StoreRevisions()) {
    guard var step = undone.popLast() else { return }
    step.leaveOutSkipped(revisions)
    done.append(step)
  }

  /// Replaces values by those that the store has instead, so that they are not taken for changes by
  /// others. Removes what triggers have skipped from the pending steps.
  mutating func revise(_ revisions: StoreRevisions) {
    if !revisions.values.isEmpty {
      for place in done.indices { done[place].revise(revisions) }
      for place in undone.indices { undone[place].revise(revisions) }
    }
    for place in done.indices where done[place].isPending {
      done[place].leaveOutSkipped(revisions)
    }
  }

  /// Removes pending steps.
  mutating func forgetPending() {
    done.removeAll(where: \.isPending)
    undone.removeAll(where: \.isPending)
    cells = (done + undone).reduce(0) { $0 + $1.cells }
  }

  /// Marks all steps as saved.
  mutating func markSaved() {
    for place in done.indices { done[place].isPending = false }
    for place in undone.indices { undone[place].isPending = false }
  }

  /// Removes all steps.
  mutating func removeAll(because reason: TransactionError.UndoLossReason) {
    if reason != .modelsChanged || !done.isEmpty { forgotten = reason }
    group?.isLost = true
    done = []
    undone = []
    cells = 0
  }
}
