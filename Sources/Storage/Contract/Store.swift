public import Columns
public import Expressions
public import Model

/// A place that keeps the records of a schema: memory, a file, a server.
///
/// A new store is correct first and fast later: it has to scan, gather and follow relationships;
/// its snapshots' ``StoreSnapshot/offer(_:conjuncts:moment:)`` answers `unsupported` to everything by
/// default, and the engine does the rest.
public protocol Store: AnyObject, Sendable {
  /// The entities that the store holds.
  var schema: Schema { get }

  /// One consistent state, held while a statement runs.
  func snapshot() throws -> any StoreSnapshot

  /// Hands out numbers for `count` new records of the root entity `entity`, greater than those of
  /// all records that it ever had; they are never handed out again.
  func reserveKeys(_ count: Int, of entity: String) throws -> Range<Int64>

  /// Hands out `count` positions for members of ordered relationships, greater than all so far.
  func reservePositions(_ count: Int) throws -> Range<Int64>

  /// Adds entities, or replaces those of the same names as far as no data can be lost, then makes
  /// the changes under the new schema: all of it or nothing. It is durable before it returns where
  /// the store is durable.
  ///
  /// - Parameter check: Where the schema changes, it is shown the records that are there as the new
  ///   schema has them, before `changes`; what it throws stops everything. It must not ask the store.
  func apply(
    _ schema: SchemaChange,
    _ changes: ChangeSet,
    check: (any StoreSnapshot) throws -> Void
  ) throws -> ChangeResult

  /// The `let` statements of the saved queries, in the order in which they were saved; empty where the
  /// store keeps none beyond its own life.
  func savedQueries() throws -> [String]

  /// Keeps these saved queries in the place of those before; false where the store keeps none beyond
  /// its own life.
  func keep(savedQueries: [String]) throws -> Bool

  /// The fields in which values were met, since this was asked last, that do not fit and so were read as
  /// nil; each once.
  func takeMisfitFields() -> [MisfitField]

  /// Whether the store keeps the history of what is saved (``ChangeSet/history``) beyond its own life.
  var keepsHistory: Bool { get }

  /// Tells what was saved, by whomever, the oldest first; statements of which nothing is asked for are
  /// left out. How far back it reaches is the store's choice.
  func readHistory(_ filter: HistoryFilter, _ body: (HistoryEvent) throws -> Void) throws

  /// Forgets what was saved so far.
  func forgetHistory() throws

  /// Leaves everything in the state in which others can take it over; the store is not used any more.
  func close()
}

extension Store {
  /// Keeps none.
  public func savedQueries() throws -> [String] { [] }

  /// Meets none.
  public func takeMisfitFields() -> [MisfitField] { [] }

  /// Holds nothing open.
  public func close() {}

  /// Keeps none.
  public func keep(savedQueries: [String]) throws -> Bool { false }

  /// Keeps none.
  public var keepsHistory: Bool { false }

  /// Knows of nothing.
  public func readHistory(_ filter: HistoryFilter, _ body: (HistoryEvent) throws -> Void) throws {}

  /// Has none.
  public func forgetHistory() throws {}

  /// Changes the schema, then the records, without a look at those that are there.
  public func apply(_ schema: SchemaChange, _ changes: ChangeSet) throws -> ChangeResult {
    try apply(schema, changes) { _ in }
  }

  /// Changes the schema alone.
  public func apply(
    _ change: SchemaChange,
    check: (any StoreSnapshot) throws -> Void = { _ in }
  ) throws {
    _ = try apply(change, ChangeSet(), check: check)
  }

  /// Changes records alone.
  public func apply(_ changes: ChangeSet) throws -> ChangeResult {
    try apply(SchemaChange(), changes)
  }
}

/// One consistent state of a store.
///
/// A reference is a number that stands for a record within this snapshot only; it becomes a
/// ``RecordID`` at the edge. References to one entity rise in identity order.
public protocol StoreSnapshot: AnyObject, Sendable {
  /// The version of the store that this is.
  var version: StoreVersion { get }

  /// Says, before anything runs, which parts of `request` a scan can take over.
  ///
  /// - Parameters:
  ///   - conjuncts: The request's predicate taken apart; none of them can fail.
  ///   - moment: What `now` and `today` are.
  func offer(
    _ request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Offer

  /// The number of records of `entity`.
  func count(of entity: String) throws -> Int

  /// The number of records that a query finds, of which no part was offered inexactly.
  func count(of query: StoreQuery) throws -> Int

  /// Streams records of `entity` in identity order, with the columns of `sources` beside them.
  func scan(_ entity: String, _ sources: [ColumnSource]) throws -> any BatchReader

  /// Streams the records that a query finds, in its order, with the columns of `sources` beside them.
  func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader

  /// The groups of the records that a query finds, in any order: a column for each key, then one for
  /// each aggregate.
  func groups(of query: StoreQuery) throws -> [Column]

  /// How the store carries a query out; nil where it has nothing to say.
  func explanation(
    of query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> StoreExplanation?

  /// The columns of `sources` for the records behind `references`, in the order of these.
  ///
  /// A ``Column/nullReference`` gives nil in every column.
  func gather(
    _ sources: [ColumnSource],
    of entity: String,
    at references: [Int64]
  ) throws -> [Column]

  /// The records behind a to-many relationship for each of `owners`, in the order of these.
  ///
  /// Members go by identity, or by their own order where the relationship is ordered.
  func members(of relationship: RelationshipReference, owners: [Int64]) throws -> MemberLists

  /// The identities behind `references`, none of which is null.
  func recordIDs(of entity: String, at references: [Int64]) throws -> [RecordID]

  /// The reference to the record with identity `id`; nil if there is none.
  func reference(to id: RecordID) throws -> Int64?

  /// The references to the records with `keys`; ``Column/nullReference`` where there is none.
  func references(to keys: RecordKeys, of entity: String) throws -> [Int64]

  /// The references that the records with `keys`, which are not there, would have if they were, so that
  /// references still rise in identity order; ``Column/nullReference`` for those that would stand
  /// behind all others, or for which there is no place.
  func vacantReferences(to keys: RecordKeys, of entity: String) throws -> [Int64]

  /// The members of a many-to-many relationship, as ``members(of:owners:)`` gives them, with their
  /// places at both ends.
  func linkages(of relationship: RelationshipReference, owners: [Int64]) throws -> LinkageLists

  /// The records whose to-one relationship leads to a record that is not there, which it reads as
  /// nil: what the delete rule `no action` leaves behind.
  func danglingReferences(of relationship: RelationshipReference) throws -> [DanglingReference]

  /// The same for the records behind `references`, in the order of these: the key of the record that
  /// is not there; nil where the relationship leads to one that is, or nowhere.
  func danglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?]

  /// The records of `entity` whose value in the field at `path` does not fit its type, and so reads as
  /// nil: only where others write the store too.
  func misfits(of entity: String, in path: AttributePath) throws -> [MisfitValue]

  /// The records of `entity` whose fields at `paths` have the values in the rows of `keys`, found by
  /// an index; null where there is none or one of the values is nil.
  ///
  /// Nil where the store has no index of these fields, which are unique together.
  func lookUp(
    _ entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]?
}

extension StoreSnapshot {
  /// Supports nothing: the engine filters, sorts and cuts.
  public func offer(
    _ request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Offer {
    Offer(conjuncts: Array(repeating: .unsupported, count: conjuncts.count))
  }

  /// Counts the records of a plain query, or those of a scan.
  public func count(of query: StoreQuery) throws -> Int {
    if query.isPlain { return try count(of: query.entity) }
    let reader = try scan(query, [])
    var count = 0
    while let batch = try reader.next() { count += batch.count }
    return count
  }

  /// Scans for a plain query; nothing else was offered.
  public func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader {
    guard query.isPlain else { throw UnofferedQuery() }
    return try scan(query.entity, sources)
  }

  /// Groups were not offered.
  public func groups(of query: StoreQuery) throws -> [Column] { throw UnofferedQuery() }

  /// Has nothing to say.
  public func explanation(
    of query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> StoreExplanation? {
    nil
  }

  /// Looks up one after another.
  public func references(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    try keys.all.map {
      try reference(to: RecordID(entity: entity, key: $0)) ?? Column.nullReference
    }
  }

  /// Knows of no place.
  public func vacantReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    Array(repeating: Column.nullReference, count: keys.count)
  }

  /// Has none.
  public func danglingReferences(
    of relationship: RelationshipReference
  ) throws -> [DanglingReference] {
    []
  }

  /// Looks through all of them.
  public func danglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?] {
    let all = try danglingReferences(of: relationship)
    if all.isEmpty { return Array(repeating: nil, count: references.count) }
    let targets = Dictionary(all.map { ($0.owner, $0.target) }, uniquingKeysWith: { $1 })
    let known = references.filter { $0 != Column.nullReference }
    var ids = try recordIDs(of: relationship.entity, at: known).makeIterator()
    return references.map { reference in
      reference == Column.nullReference ? nil : ids.next().flatMap { targets[$0.key] }
    }
  }

  /// Has none.
  public func misfits(of entity: String, in path: AttributePath) throws -> [MisfitValue] { [] }

  /// Has no index.
  public func lookUp(
    _ entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]? {
    nil
  }
}

/// Where a column of a scan comes from.
public enum ColumnSource: Hashable, Sendable {
  /// A stored scalar attribute or a composite's leaf.
  case attribute(AttributePath)
  /// A to-one relationship, as references to its destination.
  case toOne(String)
  /// Where a record stands among the members of what a to-one relationship leads to, as Ints; only
  /// where the other end is ordered.
  case position(String)
}

/// Hands out the batches of a scan, one after another.
public protocol BatchReader: AnyObject {
  /// The next batch; nil after the last.
  func next() throws -> Batch?
}

/// Some consecutive records of a scan.
///
/// Row `n` of the batch is row `start + n` of every column, so that a store with whole columns in
/// memory hands out views of them.
public struct Batch: Sendable {
  /// Where the batch begins in `references` and in every column.
  public let start: Int
  /// The number of rows.
  public let count: Int
  /// The references of the records; nil where the reference of row `n` is `start + n` itself.
  public let references: [Int64]?
  /// One column for each source of the scan, in its order.
  public let columns: [Column]

  /// Makes a batch.
  public init(start: Int, count: Int, references: [Int64]?, columns: [Column]) {
    self.start = start
    self.count = count
    self.references = references
    self.columns = columns
  }

  /// The reference of row `row` of the batch.
  public func reference(at row: Int) -> Int64 {
    references.map { $0[start + row] } ?? Int64(start + row)
  }
}

/// The members of a to-many relationship for several owners.
public struct MemberLists: Sendable {
  /// The members of owner `n` are `members[starts[n]..<starts[n + 1]]`; one longer than the owners.
  public let starts: [Int]
  /// The references of all members, owner by owner.
  public let members: [Int64]

  /// Makes lists of members.
  public init(starts: [Int], members: [Int64]) {
    self.starts = starts
    self.members = members
  }
}

/// The members of a many-to-many relationship for several owners, with their places.
public struct LinkageLists: Sendable {
  /// The members of each owner.
  public let lists: MemberLists
  /// Beside each member, its place among those of the owner.
  public let positions: [Int64]
  /// Beside each member, the owner's place among the records at its end.
  public let inversePositions: [Int64]

  /// Makes lists.
  public init(lists: MemberLists, positions: [Int64], inversePositions: [Int64]) {
    self.lists = lists
    self.positions = positions
    self.inversePositions = inversePositions
  }
}

/// A value that is there and does not fit its field.
public struct MisfitValue: Hashable, Sendable {
  /// The record that has it.
  public let owner: RecordKey
  /// The value as the store writes it.
  public let text: String

  /// Makes a value.
  public init(owner: RecordKey, text: String) {
    self.owner = owner
    self.text = text
  }
}

/// A field that has values which do not fit its type.
public struct MisfitField: Hashable, Sendable {
  /// The root entity.
  public let entity: String
  /// The field.
  public let path: AttributePath
  /// The field's type.
  public let type: ValueType

  /// Makes a field.
  public init(entity: String, path: AttributePath, type: ValueType) {
    self.entity = entity
    self.path = path
    self.type = type
  }
}

/// A reference that leads nowhere though it was set.
public struct DanglingReference: Hashable, Sendable {
  /// The record that leads there.
  public let owner: RecordKey
  /// The record that is not there.
  public let target: RecordKey

  /// Makes a reference.
  public init(owner: RecordKey, target: RecordKey) {
    self.owner = owner
    self.target = target
  }
}
