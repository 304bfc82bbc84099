public import Columns
public import Expressions
public import Model

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

  /// The number of places that a scan of `entity` goes through, where threads can divide them; nil
  /// where one reader has to hand out all records.
  func divisiblePlaces(of entity: String) throws -> Int?

  /// What a scan of `entity` hands out for the places `places`, which begin at a multiple of 64.
  func scan(
    _ entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>
  ) throws -> any BatchReader

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

  /// The column of the members of a to-many relationship that leads to their owners, with the number of
  /// owners, if the members are just those that it leads from, in the order of a scan, and references to
  /// owners rise from 0; nil otherwise.
  func ownerColumn(
    of relationship: RelationshipReference
  ) throws -> (source: ColumnSource, ownerCount: Int)?

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

  /// Counts the records of a scan.
  public func count(of entity: String) throws -> Int { try scan(entity, []).countRows() }

  /// Counts the records of a plain query, or those of a scan.
  public func count(of query: StoreQuery) throws -> Int {
    query.isPlain ? try count(of: query.entity) : try scan(query, []).countRows()
  }

  /// Scans for a plain query; nothing else was offered.
  public func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader {
    guard query.isPlain else { throw UnofferedQuery() }
    return try scan(query.entity, sources)
  }

  /// One reader hands out all records.
  public func divisiblePlaces(of entity: String) throws -> Int? { nil }

  /// Nothing is divided.
  public func scan(
    _ entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>
  ) throws -> any BatchReader {
    throw UnofferedQuery()
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

  /// Members are found owner by owner.
  public func ownerColumn(
    of relationship: RelationshipReference
  ) throws -> (source: ColumnSource, ownerCount: Int)? {
    nil
  }

  /// Has no many-to-many relationships.
  public func linkages(of relationship: RelationshipReference, owners: [Int64]) throws
    -> LinkageLists
  {
    throw StoreError.unknownProperty(entity: relationship.entity, property: relationship.name)
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
