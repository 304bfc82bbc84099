import Model

/// The state that several contexts share: the saved records, and the saved changes.
final class ReferenceContainer {
  let world: World
  let positions = PositionCounter()
  fileprivate(set) var state = ReferenceState()
  fileprivate(set) var history: [ReferenceEvent] = []
  fileprivate var version = 0

  init(_ world: World) { self.world = world }
}

/// A simple model of a context: saved records, pending statements, and undo steps.
final class ReferenceContext {
  private struct Undoable {
    let title: String
    let delta: ReferenceDelta
  }

  private struct Pending {
    let delta: ReferenceDelta
    let event: ReferenceEvent
  }

  let container: ReferenceContainer
  private(set) var autosaves = true
  private(set) var isInTransaction = false
  private var pending: [Pending] = []
  /// What pending statements touched, as it was when it was touched first.
  private var originals: [RecordID: ReferenceRecord] = [:]
  private var orders = ReferenceOrders()
  private var basis = 0
  private var done: [Undoable] = []
  private var undone: [Undoable] = []
  /// What could be undone and redone when the first pending statement was made.
  private var savedStacks: (done: [Undoable], undone: [Undoable])?

  init(_ container: ReferenceContainer) { self.container = container }

  private var world: World { container.world }

  /// The records with the pending changes.
  var state: ReferenceState {
    var state = container.state
    state.apply(pending.map(\.delta))
    return state
  }

  /// Whether pending changes make a difference.
  var hasDifference: Bool { !pending.isEmpty && state != container.state }

  // MARK: Statements

  /// - Parameters:
  ///   - order: The position of each record in fetches.
  ///   - hasChanges: The answer of the real context if nothing differs. It decides itself whether
  ///   changes that cancel each other are pending.
  func perform(
    _ statement: ChangeStatement,
    title: String,
    freshIDs: [String: [RecordID]],
    order: [RecordID: Int],
    hasChanges: Bool
  ) throws(Refused) {
    let before = state
    var draft = StatementDraft(
      world,
      before,
      container.positions,
      freshIDs: freshIDs,
      order: order
    )
    switch statement {
    case .insert(let kind, let records):
      try draft.insert(FlatRecords(records, kind, in: world))
    case .upsert(let kind, let key, let records):
      try draft.upsert(FlatRecords(records, kind, in: world), key: key)
    case .update(let selection, let assigned): try draft.update(selection, assigned)
    case .delete(let selection): try draft.delete(selection)
    }
    let delta = draft.delta
    if delta.isEmpty { return }
    try check(draft.after, before)
    accept(delta, before, draft.after, title, hasChanges)
    done.append(Undoable(title: title, delta: delta))
    undone = []
  }

  func undo(hasChanges: Bool) throws(Refused) {
    guard let last = done.last else { throw Refused([.nothingToUndo]) }
    try compensate(last.delta.inverse, after: last.delta, "undo: " + last.title, hasChanges)
    undone.append(done.removeLast())
  }

  func redo(hasChanges: Bool) throws(Refused) {
    guard let last = undone.last else { throw Refused([.nothingToUndo]) }
    try compensate(last.delta, after: last.delta.inverse, "redo: " + last.title, hasChanges)
    done.append(undone.removeLast())
  }

  private func compensate(
    _ delta: ReferenceDelta,
    after left: ReferenceDelta,
    _ title: String,
    _ hasChanges: Bool
  ) throws(Refused) {
    let before = state
    var after = before
    after.apply(delta)
    if before.differences(from: left) > 0 || isTorn(after) && !isTorn(before) {
      throw Refused([.conflict])
    }
    try check(after, before)
    accept(delta, before, after, title, hasChanges)
  }

  /// Whether the pending changes reference records that somebody else deleted.
  var isTorn: Bool { isTorn(state) }

  /// Whether something references a deleted record and no rule allows it.
  private func isTorn(_ state: ReferenceState) -> Bool {
    !state.brokenPairs.isEmpty || state.hasOneSidedPair(in: world)
      || state.dangling(in: world).contains { _, end, _ in
        world.plan(world.inverse(end)).rule != .noAction
      }
  }

  private func check(_ after: ReferenceState, _ before: ReferenceState) throws(Refused) {
    let problems = after.problems(in: world, before: before)
    if !problems.isEmpty { throw Refused(problems) }
  }

  private func accept(
    _ delta: ReferenceDelta,
    _ before: ReferenceState,
    _ after: ReferenceState,
    _ title: String,
    _ hasChanges: Bool
  ) {
    let event = ReferenceEvent(title, delta, before, after, in: world)
    if autosaves, !isInTransaction, !hasChanges {
      save(delta)
      container.history.append(event)
      return
    }
    if !hasChanges { basis = container.version }
    if savedStacks == nil { savedStacks = (done, undone) }
    for id in delta.touched where originals[id] == nil {
      originals[id] = container.state.records[id]
    }
    orders.keep(delta, container.state, in: world)
    pending.append(Pending(delta: delta, event: event))
  }

  private func save(_ delta: ReferenceDelta) {
    container.state.apply(delta)
    container.version += 1
  }

  // MARK: Transactions

  func setAutosave(_ isOn: Bool, hasChanges: Bool) throws(Refused) {
    if isOn, !isInTransaction { try save(hasChanges: hasChanges) }
    autosaves = isOn
  }

  func begin() throws(Refused) {
    if isInTransaction { throw Refused([.alreadyBegun]) }
    isInTransaction = true
  }

  func save(hasChanges: Bool) throws(Refused) {
    guard hasChanges else {
      forgetPending()
      isInTransaction = false
      return
    }
    let after = state
    if container.version != basis {
      try checkConflicts(after)
      try check(after, container.state)
    }
    container.state.apply(pending.map(\.delta))
    container.version += 1
    container.history += pending.map(\.event)
    forgetPending()
    isInTransaction = false
  }

  private func checkConflicts(_ after: ReferenceState) throws(Refused) {
    let gone = pending.reduce(into: Set<RecordID>()) {
      $0.formUnion($1.delta.deleted.keys)
      $0.subtract($1.delta.inserted.keys)
    }
    for (id, original) in originals {
      guard let now = container.state.records[id] else {
        if gone.contains(id) { continue }
        throw Refused([.conflict])
      }
      let isSame =
        now.values == original.values && now.links.mapValues(\.id) == original.links.mapValues(\.id)
      if !isSame { throw Refused([.conflict]) }
    }
    let isDisordered = orders.areInConflict(
      originals,
      pending.map(\.delta),
      now: container.state,
      after: after,
      in: world
    )
    if isDisordered || isTorn(after) { throw Refused([.conflict]) }
  }

  func rollback() {
    if let savedStacks { (done, undone) = savedStacks }
    forgetPending()
    isInTransaction = false
  }

  private func forgetPending() {
    pending = []
    originals = [:]
    orders = ReferenceOrders()
    savedStacks = nil
  }
}
