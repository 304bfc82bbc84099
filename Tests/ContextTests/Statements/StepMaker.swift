import Model
import TestSupport

/// Generates random steps, most of them valid.
struct StepMaker {
  let world: World
  var random: SeededRandom
  /// The records as the context of the step sees them.
  private(set) var state = ReferenceState()

  /// With more records than these most statements delete some.
  private static let manyRecords = 24

  init(_ world: World, seed: UInt64) {
    self.world = world
    random = SeededRandom(seed: seed)
  }

  mutating func step(_ contexts: [ReferenceContext]) -> Step {
    let context = Int.random(in: 0..<contexts.count, using: &random)
    state = contexts[context].state
    return Step(context: context, action: action(contexts[context]))
  }

  private mutating func action(_ context: ReferenceContext) -> Step.Action {
    let isWaiting = context.isInTransaction || !context.autosaves
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<9: return .undo
    case 9..<14: return .redo
    case 14..<18: return .begin
    case 18..<(isWaiting ? 26 : 20): return .save
    case 27..<30: return .rollback
    case 30..<32: return .autosave(context.autosaves ? random.chance(30) : random.chance(90))
    default: return .change(statement())
    }
  }

  private mutating func statement() -> ChangeStatement {
    let kind = random.pick(world.kinds.map(\.name))
    if state.records.count > Self.manyRecords, random.chance(60) {
      return .delete(selection(kind))
    }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30: return .insert(kind: kind, records(kind, 1...3))
    case 30..<78: return .update(selection(kind), assignments(kind))
    case 78..<90: return .delete(selection(kind))
    default: return upsert()
    }
  }

  /// An upsert of a root with a key.
  private mutating func upsert() -> ChangeStatement {
    let kinds = world.kinds.filter { $0.parent == nil && !world.keys(of: $0.name).isEmpty }
    guard let kind = kinds.randomElement(using: &random)?.name else {
      return .insert(kind: world.kinds[0].name, records(world.kinds[0].name, 1...1))
    }
    let key = random.pick(world.keys(of: kind))
    let records = records(kind, 1...2).map { record in
      var record = record
      for name in key where record.value(name) == nil {
        guard let attribute = world.attribute(name, of: kind) else { continue }
        record.fields.append((name, .value(value(attribute))))
      }
      return record
    }
    return .upsert(kind: kind, key: random.chance(50) ? key : nil, records)
  }

  // MARK: Records

  mutating func records(
    _ kind: String,
    _ count: ClosedRange<Int>,
    depth: Int = 0,
    reachedBy: String? = nil
  ) -> [RecordText] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      record(kind, depth: depth, reachedBy: reachedBy)
    }
  }

  private mutating func record(_ kind: String, depth: Int, reachedBy: String?) -> RecordText {
    var record = RecordText()
    for attribute in world.attributes(of: kind) {
      let isNeeded = !attribute.isOptional && attribute.defaultValue == nil
      guard random.chance(isNeeded ? 98 : 60) else { continue }
      record.fields.append((attribute.name, .value(value(attribute))))
    }
    for (_, plan) in world.links(of: kind) {
      let isSet = plan.name == reachedBy
      let isNeeded =
        !isSet && (!plan.isOptional && !plan.isToMany || plan.bounds?.contains(0) == false)
      guard random.chance(isNeeded ? 95 : isSet ? 5 : 30) else { continue }
      record.fields.append((plan.name, linked(plan, depth: depth)))
    }
    return record
  }

  mutating func value(_ attribute: AttributePlan) -> Value {
    if random.chance(attribute.isOptional ? 15 : 2) { return .null }
    switch attribute.kind {
    case .number: return .int(Int64.random(in: 0...(attribute.isUnique ? 20 : 5), using: &random))
    case .text: return text(attribute.isUnique ? 20 : 6)
    case .texts:
      return .list((0..<Int.random(in: 0...2, using: &random)).map { _ in text(4) })
    }
  }

  private mutating func text(_ count: Int) -> Value {
    .string("t\(Int.random(in: 0..<count, using: &random))")
  }

  /// What a relationship is given.
  mutating func linked(_ plan: LinkPlan, depth: Int) -> FieldText {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30 where depth < 2:
      let count = plan.isToMany ? 1...2 : 1...1
      return .records(
        records(plan.destination, count, depth: depth + 1, reachedBy: plan.inverse)
      )
    case 30..<45: return .links([.query(narrow(selection(plan.destination)))])
    case 45..<50: return .links([])
    default: return existing(plan)
    }
  }

  private mutating func existing(_ plan: LinkPlan) -> FieldText {
    let count = plan.isToMany ? Int.random(in: 1...3, using: &random) : 1
    let ids = state.ids(of: plan.destination, in: world)
    var links: [LinkText] = []
    for _ in 0..<count {
      if random.chance(2) {
        let none = RecordID(entity: world.root(plan.destination), key: .number(99_999))
        links.append(.record(none, kind: plan.destination))
      } else if let id = ids.randomElement(using: &random) {
        links.append(.record(id, kind: plan.destination))
      }
    }
    if links.isEmpty, !plan.isToMany, !plan.isOptional {
      return .records(records(plan.destination, 1...1, depth: 2, reachedBy: plan.inverse))
    }
    return .links(links)
  }

  // MARK: Selections

  mutating func selection(_ kind: String) -> Selection {
    var selection = Selection(kind: kind)
    if random.chance(96) { selection.condition = condition(kind) }
    if random.chance(10) { selection.limit = Int.random(in: 1...2, using: &random) }
    return selection
  }

  /// A query within a statement has a condition.
  private mutating func narrow(_ selection: Selection) -> Selection {
    var selection = selection
    if selection.condition == nil { selection.condition = condition(selection.kind) }
    return selection
  }

  private mutating func condition(_ kind: String) -> Selection.Condition {
    let attributes = world.attributes(of: kind).filter { $0.kind != .texts }
    let links = world.links(of: kind).map(\.plan)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12:
      guard let attribute = attributes.randomElement(using: &random) else { break }
      if case .number = attribute.kind {
        return .less(attribute.name, Int64.random(in: 0...6, using: &random))
      }
      return .equal(attribute.name, value(attribute))
    case 12..<24:
      guard let attribute = attributes.randomElement(using: &random) else { break }
      return .equal(attribute.name, value(attribute))
    case 24..<30:
      guard let link = links.filter({ !$0.isToMany }).randomElement(using: &random),
        let attribute = world.attributes(of: link.destination).filter({ $0.kind != .texts })
          .randomElement(using: &random)
      else { break }
      return .related(link.name, attribute.name, value(attribute))
    case 30..<36:
      guard let link = links.filter(\.isToMany).randomElement(using: &random) else { break }
      return .more(link.name, Int.random(in: 0...2, using: &random))
    case 36..<40:
      guard let link = links.filter({ !$0.isToMany }).randomElement(using: &random) else { break }
      return .none(link.name)
    default: break
    }
    let ids = state.ids(of: kind, in: world)
    let count = random.chance(65) ? 1 : Int.random(in: 2...3, using: &random)
    let chosen = (0..<count).compactMap { _ in ids.randomElement(using: &random) }
    return .ids(chosen.isEmpty ? [RecordID(entity: world.root(kind), key: .number(1))] : chosen)
  }
}
