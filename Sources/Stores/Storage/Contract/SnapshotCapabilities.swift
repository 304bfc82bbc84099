public import Columns
public import Expressions
public import Model

/// A snapshot that carries out parts of a request itself.
public protocol PushdownSnapshot: StoreSnapshot {
  /// Says, before anything runs, which parts of `request` a scan can take over.
  ///
  /// - Parameters:
  ///   - conjuncts: The request's predicate taken apart; none of them can fail.
  ///   - moment: What `now` and `today` are.
  func offer(
    _ request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown

  /// Streams the records that a query finds, in its order, with the columns of `sources` beside them.
  func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader

  /// The number of records that a query finds, of which no part was offered inexactly. By default those of a
  /// scan are counted.
  func count(of query: StoreQuery) throws -> Int

  /// The groups of the records that a query finds, in any order: a column for each key, then one for
  /// each aggregate. By default they were not offered.
  func groups(of query: StoreQuery) throws -> [Column]

  /// How the store carries a query out; nil where it has nothing to say, as by default.
  func explanation(
    of query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> StoreExplanation?
}

extension PushdownSnapshot {
  /// Counts the records of a scan.
  public func count(of query: StoreQuery) throws -> Int { try scan(query, []).countRows() }

  /// Groups were not offered.
  public func groups(of query: StoreQuery) throws -> [Column] { throw UnsupportedPushdown() }

  /// Has nothing to say.
  public func explanation(
    of query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> StoreExplanation? {
    nil
  }
}

/// A snapshot whose scans several threads can divide among them.
public protocol DivisibleSnapshot: StoreSnapshot {
  /// The number of places that a scan of `entity` goes through; nil where one reader has to hand out all
  /// records.
  func divisiblePlaces(of entity: String) throws -> Int?

  /// What a scan of `entity` hands out for the places `places`, which begin at a multiple of 64.
  func scan(
    _ entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>
  ) throws -> any BatchReader
}

/// A snapshot that knows how many records there are.
public protocol CountingSnapshot: StoreSnapshot {
  /// The number of records of `entity`.
  func findCount(of entity: String) throws -> Int
}

/// A snapshot that finds many records by their identities at once.
public protocol KeyedSnapshot: StoreSnapshot {
  /// The references to the records with `keys`; ``Column/nullReference`` where there is none.
  func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64]

  /// The references that the records with `keys`, which are not there, would have if they were, so that
  /// references still rise in identity order; ``Column/nullReference`` for those that would stand
  /// behind all others, or for which there is no place, as by default for all.
  func findVacantReferences(to keys: RecordKeys, of entity: String) throws -> [Int64]
}

extension KeyedSnapshot {
  /// Knows of no place.
  public func findVacantReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    Array(repeating: Column.nullReference, count: keys.count)
  }
}

/// A snapshot with indexes of fields that are unique together.
public protocol IndexedSnapshot: StoreSnapshot {
  /// The records of `entity` whose fields at `paths` have the values in the rows of `keys`, found by
  /// an index; null where there is none or one of the values is nil.
  ///
  /// Nil where the store has no index of these fields.
  func findRecords(
    of entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]?
}

/// A snapshot in which members lead to their owners by a column.
public protocol OwnerColumnSnapshot: StoreSnapshot {
  /// The column of the members of a to-many relationship that leads to their owners, with the number of
  /// owners, if the members are just those that it leads from, in the order of a scan, and references to
  /// owners rise from 0; nil otherwise.
  func findOwnerColumn(
    of relationship: RelationshipReference
  ) throws -> (source: ColumnSource, ownerCount: Int)?
}

/// A snapshot that knows the places of members of many-to-many relationships, which changing them takes.
public protocol LinkageSnapshot: StoreSnapshot {
  /// The members of a many-to-many relationship, as ``StoreSnapshot/members(of:owners:)`` gives them, with their
  /// places at both ends.
  func findLinkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists
}

/// A snapshot of a store that keeps what the delete rule `no action` leaves behind.
public protocol DanglingReferenceSnapshot: StoreSnapshot {
  /// The records whose to-one relationship leads to a record that is not there, which it reads as nil.
  func findDanglingReferences(of relationship: RelationshipReference) throws -> [DanglingReference]

  /// The same for the records behind `references`, in the order of these: the key of the record that
  /// is not there; nil where the relationship leads to one that is, or nowhere.
  func findDanglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?]
}

extension DanglingReferenceSnapshot {
  /// Looks through all of them.
  public func findDanglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?] {
    let all = try findDanglingReferences(of: relationship)
    if all.isEmpty { return Array(repeating: nil, count: references.count) }
    let targets = Dictionary(all.map { ($0.owner, $0.target) }, uniquingKeysWith: { $1 })
    let known = references.filter { $0 != Column.nullReference }
    var ids = try recordIDs(of: relationship.entity, at: known).makeIterator()
    return references.map { reference in
      reference == Column.nullReference ? nil : ids.next().flatMap { targets[$0.key] }
    }
  }
}

/// A snapshot of a store that others write too.
public protocol InvalidValueSnapshot: StoreSnapshot {
  /// The records of `entity` whose value in the field at `path` does not fit its type, and so reads as
  /// nil.
  func findMisfits(of entity: String, in path: AttributePath) throws -> [InvalidValue]
}
