import Context
import Features
import MemoryStore
import Model
import Session
import Storage
import StoreFixtures
import TestSupport

/// Runs steps in sessions on one container and in the reference.
final class RandomRun {
  let world: World
  let sessions: [QuerySession]
  let contexts: [ReferenceContext]
  private let reference: ReferenceContainer
  private let folder: TemporaryFolder?
  private let file: ReopenedStore?
  private var seen: Set<RecordID> = []
  private var stepCount = 0
  /// The saved records after each statement of the history.
  private var copies: [Int64: [RecordID: VisibleRecord]] = [:]
  /// Whether the two sides are not alike any more, and need not be.
  private(set) var isOver = false
  /// Steps that were done, and those that both sides refused.
  private(set) var doneCount = 0
  private(set) var refusals: [Refusal: Int] = [:]

  /// - Parameter usesFile: Whether records lie in a file, which is closed and opened again now and
  ///   then where nothing waits to be saved.
  init(_ world: World, contexts count: Int, usesFile: Bool = false) throws {
    self.world = world
    folder = usesFile ? try TemporaryFolder(inMemory: true) : nil
    file = folder.map { ReopenedStore(path: $0.file("world.store")) }
    let container = ModelContainer(store: file ?? InMemoryStore())
    let reference = ReferenceContainer(world)
    sessions = (0..<count).map { _ in QuerySession(container: container) }
    contexts = (0..<count).map { _ in ReferenceContext(reference) }
    self.reference = reference
    for text in world.declarations {
      if case .refused(_, let messages) = SessionAnswer(text, in: sessions[0]) {
        throw WrongDeclaration(text: text, messages: messages)
      }
    }
  }

  struct WrongDeclaration: Error {
    let text: String
    let messages: [String]
  }

  // MARK: One step

  /// Does a step on both sides; how they differ, nil if they agree.
  func perform(_ step: Step) throws -> String? {
    if isOver { return nil }
    stepCount += 1
    // Opening a file takes longer than most steps.
    if stepCount.isMultiple(of: 4), !sessions.contains(where: \.hasPendingChanges) { file?.close() }
    let session = sessions[step.context]
    let context = contexts[step.context]
    let hadChanges = session.modelContext.hasChanges
    if context.hasDifference, !hadChanges { return "changes are pending, and hasChanges is false" }
    let isMurky = isMurky(context)
    let order = try SessionReader(session, gathers: false).order()
    let answer = SessionAnswer(StatementText.text(step.action), in: session)
    let told = try SessionReader(session, gathers: stepCount.isMultiple(of: 2)).told()
    let fresh = freshIDs(told)
    let refused = refusal(step, context, fresh, order, hadChanges)
    if let difference = difference(answer, refused) {
      // Only `save` has to detect conflicts with pending changes.
      guard isMurky else { return difference }
      if case .save = step.action { return difference }
      if case .done = answer { isOver = true } else { isOver = refused == nil }
      return nil
    }
    count(refused)
    try keepCopy(session)
    return try compareAll(step, told)
  }

  /// Keeps the saved records, as they should be, with the number of the last statement.
  private func keepCopy(_ session: QuerySession) throws {
    guard let last = try session.modelContext.history().last?.number else { return }
    copies[last] = reference.state.told(in: world) { session.schema.storedName(of: $0, in: $1) }
  }

  /// How a past state differs from the copy made at that time.
  private func pastDifference() throws -> String? {
    for (save, expected) in copies.sorted(by: { $0.key < $1.key }) {
      let view = try SessionReader(sessions[0], gathers: save.isMultiple(of: 2), asOf: save).told()
      if view != expected { return "as of save \(save): " + Self.difference(view, expected) }
    }
    return nil
  }

  /// Whether pending changes contradict what others have saved meanwhile.
  private func isMurky(_ context: ReferenceContext) -> Bool {
    context.hasDifference
      && (context.isTorn || !context.state.problems(in: world, before: reference.state).isEmpty)
  }

  private func freshIDs(_ told: [RecordID: VisibleRecord]) -> [String: [RecordID]] {
    let fresh = told.keys.filter { !seen.contains($0) }.sorted { $0.number < $1.number }
    seen.formUnion(fresh)
    return Dictionary(grouping: fresh, by: \.entity)
  }

  /// What the reference says to a step: nil if it does it.
  private func refusal(
    _ step: Step,
    _ context: ReferenceContext,
    _ fresh: [String: [RecordID]],
    _ order: [RecordID: Int],
    _ hadChanges: Bool
  ) -> Refused? {
    do throws(Refused) {
      switch step.action {
      case .change(let statement):
        try context.perform(
          statement,
          title: StatementText.text(statement),
          freshIDs: fresh,
          order: order,
          hasChanges: hadChanges
        )
      case .begin: try context.begin()
      case .save: try context.save(hasChanges: hadChanges)
      case .rollback: context.rollback()
      case .undo: try context.undo(hasChanges: hadChanges)
      case .redo: try context.redo(hasChanges: hadChanges)
      case .autosave(let isOn): try context.setAutosave(isOn, hasChanges: hadChanges)
      }
      return nil
    } catch {
      return error
    }
  }

  private func count(_ refused: Refused?) {
    guard let refused else {
      doneCount += 1
      return
    }
    for kind in Set(refused.kinds) { refusals[kind, default: 0] += 1 }
  }

  /// How an answer differs from what the reference says.
  private func difference(_ answer: SessionAnswer, _ refused: Refused?) -> String? {
    switch (answer, refused) {
    case (.done, nil): return nil
    case (.done, let refused?):
      return "done, and the reference refuses: \(refused.kinds.map(\.rawValue))"
    case (.refused(_, let messages), nil):
      return "refused, and the reference does it: \(messages)"
    case (.refused(let kinds, let messages), let refused?):
      // Only the first problems are listed, but all conflicts.
      let isSame =
        refused.kinds.contains(.conflict)
        ? Set(kinds) == [.conflict] : refused.kinds.count > 10 || kinds == refused.kinds
      return isSame
        ? nil : "refused with \(messages), by the reference with \(refused.kinds.map(\.rawValue))"
    }
  }

  // MARK: Comparing

  private func compareAll(_ step: Step, _ told: [RecordID: VisibleRecord]) throws -> String? {
    for place in contexts.indices {
      let view =
        place == step.context ? told : try SessionReader(sessions[place], gathers: false).told()
      let expected = contexts[place].state.told(in: world) { name, kind in
        sessions[place].schema.storedName(of: name, in: kind)
      }
      if view != expected {
        return "context \(place): " + Self.difference(view, expected)
      }
    }
    return stepCount.isMultiple(of: 10) ? try damage() : nil
  }

  private static func difference(
    _ view: [RecordID: VisibleRecord],
    _ expected: [RecordID: VisibleRecord]
  ) -> String {
    let ids = Set(view.keys).union(expected.keys).sorted { "\($0)" < "\($1)" }
    return ids.filter { view[$0] != expected[$0] }.map {
      "\($0) is \(text(view[$0])), and should be \(text(expected[$0]))"
    }.joined(separator: "; ")
  }

  private static func text(_ record: VisibleRecord?) -> String {
    guard let record else { return "not there" }
    let values = record.values.sorted { $0.key < $1.key }
      .map { "\($0.key): \(StatementText.literal($0.value))" }
    let links = record.links.sorted { $0.key < $1.key }
      .map { "\($0.key): [\($0.value.map(\.description).joined(separator: ", "))]" }
    return "\(record.kind) { \((values + links).joined(separator: ", ")) }"
  }

  /// What `.check` finds and the reference does not know.
  private func damage() throws -> String? {
    guard contexts.allSatisfy({ !$0.hasDifference }) else { return nil }
    let expected = reference.state.dangling(in: world).count
    let verdict = try sessions[0].check()
    return verdict.problemCount == expected
      ? nil : "check finds \(verdict.lines), and \(expected) references dangle"
  }

  /// What differs at the end.
  func finish() throws -> String? {
    if isOver { return nil }
    if let damage = try damage() { return damage }
    if let difference = try pastDifference() { return difference }
    // History shows members of many-to-many relationships in addition to the values.
    let events = try sessions[0].modelContext.history().map(Self.event).filter { !$0.isEmpty }
    let expected = reference.history.filter { !$0.isEmpty }
    if events == expected { return nil }
    for (event, wanted) in zip(events, expected) where event != wanted {
      return "history has \(event), and should have \(wanted)"
    }
    return "history has \(events.count) statements, and should have \(expected.count)"
  }

  private static func event(_ event: HistoryEvent) -> ReferenceEvent {
    var told = ReferenceEvent(title: event.title)
    for change in event.records {
      for value in change.values {
        let name = value.property.components.last?.split(separator: ".").last.map(String.init) ?? ""
        if name == Schema.kindAttribute { continue }
        switch change.action {
        case .inserted: told.inserted[change.record, default: [:]][name] = value.new
        case .deleted: told.deleted[change.record, default: [:]][name] = value.old
        case .updated: told.updated[change.record, default: [:]][name] = [value.old, value.new]
        }
      }
      switch change.action {
      case .inserted: told.inserted[change.record, default: [:]][""] = nil
      case .deleted: told.deleted[change.record, default: [:]][""] = nil
      case .updated: break
      }
    }
    return told
  }
}
