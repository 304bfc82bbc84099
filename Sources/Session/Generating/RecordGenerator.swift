import Columns
import Context
import Expressions
import Model
import Storage

/// New records of several entities with their links, before they are inserted.
struct GeneratedRecords {
  var rows: [RecordRows] = []
  /// Records that were there and are led to by new ones, where one record stands at both ends.
  var updated: [RecordRows] = []
  var links: [RecordLinkage] = []
}

/// Makes records of an entity, with what they need at the other ends of their relationships.
struct RecordGenerator {
  /// What a model asks for that cannot be made.
  struct Impossible: Error {
    let message: String
  }

  /// One record while it is made.
  struct Draft {
    let kind: String
    let number: Int64
    /// By the slots of its model's recipe.
    var values: [Value]
    /// The targets of to-one relationships by their stored names.
    var targets: [String: RecordKey] = [:]
  }

  let schema: Schema
  let store: any Store
  /// Stops the making between records.
  let cancellation: CancellationFlag
  /// The records that are there, by model.
  let existing: (String) throws -> [RecordKey]
  /// Which records are behind a to-one relationship by now: their counts.
  let memberCounts: (RelationshipReference) throws -> [RecordKey: Int]
  var values: PlausibleValues
  /// The records so far, by model in the order in which they are made.
  var drafts: [Draft] = []
  var links: [RecordLinkage] = []
  /// What records that were there lead to, by their end of a one-to-one relationship.
  var partners: [RelationshipReference: [RecordKey: RecordKey]] = [:]
  /// Where each record stands in ``drafts``, by its root entity and number.
  private(set) var places: [RecordID: Int] = [:]
  /// How values are made, by model.
  private(set) var recipes: [String: RecordRecipe] = [:]
  private var depth = 0

  init(
    schema: Schema,
    store: any Store,
    cancellation: CancellationFlag,
    values: PlausibleValues,
    existing: @escaping (String) throws -> [RecordKey],
    memberCounts: @escaping (RelationshipReference) throws -> [RecordKey: Int]
  ) {
    self.schema = schema
    self.store = store
    self.cancellation = cancellation
    self.values = values
    self.existing = existing
    self.memberCounts = memberCounts
  }

  /// Makes `count` records of a model; `owner` is what a relationship of theirs has to lead to, and
  /// `filled` the relationship behind which their maker puts records.
  mutating func make(
    _ count: Int,
    of kind: String,
    owner: (relationship: String, key: RecordKey)? = nil,
    filled: String? = nil
  ) throws {
    guard let entity = schema.entity(kind), depth < 8 else {
      throw Impossible(message: "records of \(kind) need each other in a circle")
    }
    depth += 1
    defer { depth -= 1 }
    let root = schema.root(of: kind)
    let recipe = try recipe(for: entity)
    let first = try store.reserveKeys(count, of: root).lowerBound
    let start = drafts.count
    if depth == 1 { cancellation.progress.begin(.making, total: count) }
    for place in 0..<count {
      if place & 1023 == 0 {
        try cancellation.check()
        if depth == 1 { cancellation.progress.advance(to: place) }
      }
      let id = RecordID(entity: root, key: .number(first + Int64(place)))
      places[id] = drafts.count
      var made = recipe.values(&values)
      if let slot = recipe.numberedSlot { made[slot] = .int(first + Int64(place)) }
      drafts.append(Draft(kind: kind, number: first + Int64(place), values: made))
    }
    for relationship in entity.relationships where !relationship.isToMany {
      if let owner, relationship.name == owner.relationship {
        for place in start..<(start + count) {
          drafts[place].targets[stored(relationship, kind)] = owner.key
        }
      } else {
        try lead(start..<(start + count), relationship, of: kind)
      }
    }
    for relationship in entity.relationships
    where relationship.isToMany && relationship.name != filled {
      try fill(start..<(start + count), relationship, of: kind)
    }
  }

  /// Makes new values for a record that broke a rule.
  mutating func renew(_ place: Int) {
    guard let recipe = recipes[drafts[place].kind] else { return }
    var renewed = recipe.values(&values)
    if let slot = recipe.numberedSlot { renewed[slot] = drafts[place].values[slot] }
    drafts[place].values = renewed
  }

  private mutating func recipe(for entity: Entity) throws -> RecordRecipe {
    if let known = recipes[entity.name] { return known }
    let recipe = try RecordRecipe(entity, schema, numbered: numberedAttribute(of: entity))
    recipes[entity.name] = recipe
    return recipe
  }

  /// The attribute that holds the number by which a record goes, if one does.
  private func numberedAttribute(of entity: Entity) throws -> String? {
    switch entity.identity {
    case .number: return nil
    case .numberIn(let member) where entity.attribute(member) != nil: return member
    case .fixed: throw Impossible(message: "records of \(entity.name) can only be read")
    case .numberIn, .values:
      throw Impossible(message: "records of \(entity.name) are identified by more than a number")
    }
  }
}
