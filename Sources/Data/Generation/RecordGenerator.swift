import Columns
import Context
import Expressions
import Model
import Rendering
import Storage

/// Generates records of an entity, and the related records that they require.
struct RecordGenerator {
  /// The model requires something that cannot be generated.
  struct GenerationError: Error {
    let message: String
  }

  /// A record under construction.
  struct Draft {
    let kind: String
    /// The record's number. Other identities are only known at the end; until then, the record has
    /// a number that no other one has.
    let number: Int64
    /// By the slots of its model's recipe.
    var values: [Value]
    /// The targets of to-one relationships by their stored names.
    var targets: [String: RecordKey] = [:]
  }

  let schema: Schema
  let store: any Store
  /// Whether the records are only shown, so that no numbers are taken.
  let isPreview: Bool
  /// Checked between records.
  let cancellation: CancellationFlag
  var values: SampleValues
  /// The existing records of a model.
  let existing: (String) throws -> [RecordKey]
  /// The number of related records by owner; owners without any may be omitted.
  let memberCounts: (RelationshipReference) throws -> [RecordKey: Int]
  /// Which records of a root entity exist.
  let areTaken: ([RecordKey], String) throws -> [Bool]
  /// The records so far, in order.
  var drafts: [Draft] = []
  var links: [RecordLinkage] = []
  /// The new partners of existing records in one-to-one relationships.
  var partners: [RelationshipReference: [RecordKey: RecordKey]] = [:]
  /// The index of each record in ``drafts``, by its root entity and number.
  private(set) var places: [RecordID: Int] = [:]
  /// How to generate values, by model.
  private(set) var recipes: [String: GenerationPlan] = [:]
  var depth = 0
  /// The last temporary number.
  private(set) var lastTemporary = Int64.min
  /// The next numbers of previews and of keys without a sequence, by root entity.
  private(set) var nextNumbers: [String: Int64] = [:]

  /// Creates `count` records of a model.
  ///
  /// `owner` is the target of one of their relationships. The caller links the members of the
  /// relationship `filled` itself.
  mutating func make(
    _ count: Int,
    of kind: String,
    owner: (relationship: String, key: RecordKey)? = nil,
    filled: String? = nil
  ) throws {
    guard let entity = schema.entity(kind), depth < 8 else {
      throw GenerationError(message: "records of \(kind) require each other in a cycle")
    }
    depth += 1
    defer { depth -= 1 }
    try checkLimit(for: (count, false))
    let made = drafts.count..<drafts.count + count
    try draft(count, entity)
    for relationship in entity.relationships where !relationship.isToMany {
      if let owner, relationship.name == owner.relationship {
        for place in made { drafts[place].targets[stored(relationship, kind)] = owner.key }
      } else {
        try relate(made, relationship, of: kind)
      }
    }
    for relationship in entity.relationships
    where relationship.isToMany && relationship.name != filled {
      try fill(made, relationship, of: kind)
    }
  }

  /// Gives new records numbers and values, but no links.
  private mutating func draft(_ count: Int, _ entity: Entity) throws {
    let root = schema.root(of: entity.name)
    let recipe = try recipe(for: entity)
    let first = try numbers(count, of: root)
    if depth == 1 { cancellation.progress.begin(.creating, total: count) }
    for place in 0..<count {
      if place & 1023 == 0 {
        try cancellation.check()
        if depth == 1 { cancellation.progress.advance(to: place) }
      }
      let number = first + Int64(place)
      places[RecordID(entity: root, key: .number(number))] = drafts.count
      var made = recipe.values(&values)
      if let slot = recipe.numberedSlot { made[slot] = .int(number) }
      drafts.append(Draft(kind: entity.name, number: number, values: made))
    }
  }

  /// The first of the numbers of new records.
  private mutating func numbers(_ count: Int, of root: String) throws -> Int64 {
    if schema.entity(root)?.isIdentifiedLater == true {
      lastTemporary += Int64(count)
      return lastTemporary - Int64(count) + 1
    }
    let numbers = try Range(next: count, from: nextNumber(count, of: root), of: root)
    if nextNumbers[root] != nil { nextNumbers[root] = numbers.upperBound }
    return numbers.lowerBound
  }

  /// The first of the numbers, which are reserved unless ``nextNumbers`` contains their entity.
  private mutating func nextNumber(_ count: Int, of root: String) throws -> Int64 {
    if let next = nextNumbers[root] { return next }
    let next: Int64
    do {
      next = try store.writable().reserveKeys(isPreview ? 0 : count, of: root).lowerBound
      if !isPreview { return next }
    } catch StoreError.missingValue {
      // The key has no sequence.
      next = try Self.next(after: existing(root))
    }
    nextNumbers[root] = next
    return next
  }

  /// The number after those of existing records.
  private static func next(after keys: [RecordKey]) -> Int64 {
    var last: Int64 = 0
    for case .number(let number) in keys { last = max(last, number) }
    return last + 1
  }

  /// The maximum number of records that one statement creates, including required related records.
  static let maxDrafts = 10_000_000

  /// Throws if this many additional records exceed the maximum, or overflow.
  func checkLimit(for count: (partialValue: Int, overflow: Bool)) throws {
    if !count.overflow, count.partialValue <= Self.maxDrafts - drafts.count { return }
    throw GenerationError(
      message:
        "including required related records, this would create more than "
        + "\(groupedDigits(Self.maxDrafts)) records"
    )
  }

  /// Generates new values for a record that violates a rule.
  mutating func renew(_ place: Int) {
    guard let recipe = recipes[drafts[place].kind] else { return }
    var renewed = recipe.values(&values)
    if let slot = recipe.numberedSlot { renewed[slot] = drafts[place].values[slot] }
    drafts[place].values = renewed
  }

  private mutating func recipe(for entity: Entity) throws -> GenerationPlan {
    if let known = recipes[entity.name] { return known }
    if let attribute = entity.attributes.first(where: \.cannotBeGenerated) {
      throw GenerationError(
        message: "cannot generate values of \(attribute.source?.columnType ?? "this type") for"
          + " \(entity.name).\(attribute.name)"
      )
    }
    let recipe = try GenerationPlan(entity, schema, numbered: numberedAttribute(of: entity))
    recipes[entity.name] = recipe
    return recipe
  }

  /// The attribute that holds the record's number, if there is one.
  private func numberedAttribute(of entity: Entity) throws -> String? {
    switch entity.identity {
    case .number: return nil
    case .numberIn(let member) where entity.attribute(member) != nil: return member
    case .fixed: throw GenerationError(message: "records of \(entity.name) are read-only")
    case .numberIn, .values: return nil
    }
  }
}
