import Columns
import Context
import Expressions
import Model
import Rendering
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
  /// How many records are behind a relationship by now, by the record that it leads from; none where it has no entry.
  let memberCounts: (RelationshipReference) throws -> [RecordKey: Int]
  var values: PlausibleValues
  /// The records so far, in the order in which they are made.
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
    try requireRoom(for: (count, false))
    let made = drafts.count..<drafts.count + count
    try draft(count, entity)
    for relationship in entity.relationships where !relationship.isToMany {
      if let owner, relationship.name == owner.relationship {
        for place in made { drafts[place].targets[stored(relationship, kind)] = owner.key }
      } else {
        try lead(made, relationship, of: kind)
      }
    }
    for relationship in entity.relationships
    where relationship.isToMany && relationship.name != filled {
      try fill(made, relationship, of: kind)
    }
  }

  /// Gives new records numbers and values; they lead nowhere yet.
  private mutating func draft(_ count: Int, _ entity: Entity) throws {
    let root = schema.root(of: entity.name)
    let recipe = try recipe(for: entity)
    let first = try store.writable().reserveKeys(count, of: root).lowerBound
    if depth == 1 { cancellation.progress.begin(.making, total: count) }
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

  /// With all that they need no more records are made by one statement than these.
  static let mostDrafts = 10_000_000

  /// Throws where so many further records, or more than can be counted, are too many.
  func requireRoom(for count: (partialValue: Int, overflow: Bool)) throws {
    if !count.overflow, count.partialValue <= Self.mostDrafts - drafts.count { return }
    throw Impossible(
      message:
        "with what they need these would be more than \(groupedDigits(Self.mostDrafts)) records"
    )
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
