public import Columns
public import Expressions
public import Model

/// A snapshot that carries out parts of a query itself (pushdown).
///
/// Any method may throw ``UnsupportedPushdown`` while it runs: then the engine carries out the
/// whole query.
public protocol PushdownSnapshot: StoreSnapshot {
  /// Whether a query throws ``UnsupportedPushdown`` if an expression fails for some record, so that
  /// expressions that can fail may be pushed down. False by default.
  var noticesFailures: Bool { get }

  /// Which parts of `request` a scan can take over. Nothing has run yet.
  ///
  /// - Parameters:
  ///   - request: The request that is planned.
  ///   - conjuncts: Conjuncts of the request's predicate; evaluating them cannot fail, or the
  ///     snapshot notices it.
  ///   - moment: The values of `now` and `today`.
  func supportedParts(
    of request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown

  /// Streams the records that match a query, in its order, with a column for each of `sources`.
  func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader

  /// The number of records that match a query whose parts are all pushed down exactly. By default
  /// it counts the rows of a scan.
  func count(of query: StoreQuery) throws -> Int

  /// The groups of the records that match a query, in any order: a column for each key, then one
  /// for each aggregate. By default it throws ``UnsupportedPushdown``; then, the engine
  /// computes the groups.
  func groups(of query: StoreQuery) throws -> [Column]

  /// How the store carries out a query; nil, the default, for no explanation.
  func explanation(
    of query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> StoreExplanation?
}

extension PushdownSnapshot {
  /// False.
  public var noticesFailures: Bool { false }

  /// Counts the rows of a scan.
  public func count(of query: StoreQuery) throws -> Int { try scan(query, []).countRows() }

  /// Throws ``UnsupportedPushdown``.
  public func groups(of query: StoreQuery) throws -> [Column] { throw UnsupportedPushdown() }

  /// Returns nil.
  public func explanation(
    of query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> StoreExplanation? {
    nil
  }
}

/// A snapshot of a store for which reading records again takes long, for example over a network.
///
/// If all rows of a result are needed, their columns are read by the scan that finds the records.
public protocol RemoteSnapshot: StoreSnapshot {}

/// A snapshot whose scans can be divided between several threads.
public protocol DivisibleSnapshot: StoreSnapshot {
  /// Whether several threads may gather columns at the same time. True by default.
  var gathersInParallel: Bool { get }

  /// The number of storage slots that a scan of these columns of `entity` visits; nil if it cannot
  /// be divided.
  func divisiblePlaces(of entity: String, _ sources: [ColumnSource]) throws -> Int?

  /// Streams the records in the slots `places`, which start at a multiple of 64.
  func scan(
    _ entity: String,
    _ sources: [ColumnSource],
    places: Range<Int>
  ) throws -> any BatchReader
}

extension DivisibleSnapshot {
  /// True.
  public var gathersInParallel: Bool { true }
}

/// A snapshot that counts records without a scan.
public protocol CountingSnapshot: StoreSnapshot {
  /// The number of records of `entity`.
  func findCount(of entity: String) throws -> Int

  /// Whether counting the records of `entity` is quick enough for lists of models. True by default.
  func countsQuickly(_ entity: String) -> Bool
}

extension CountingSnapshot {
  /// True.
  public func countsQuickly(_ entity: String) -> Bool { true }
}

/// A snapshot that finds many records by their keys at once.
public protocol KeyedSnapshot: StoreSnapshot {
  /// The references to the records with `keys`, in the same order;
  /// ``/Columns/Column/nullReference`` for missing records.
  func findReferences(to keys: RecordKeys, of entity: String) throws -> [Int64]

  /// The references that missing records would have if they existed, so that references remain in
  /// identity order.
  ///
  /// ``/Columns/Column/nullReference`` for records that belong after all others or have no slot;
  /// the default for all records.
  func findUnusedReferences(to keys: RecordKeys, of entity: String) throws -> [Int64]
}

extension KeyedSnapshot {
  /// Returns ``/Columns/Column/nullReference`` for all records.
  public func findUnusedReferences(to keys: RecordKeys, of entity: String) throws -> [Int64] {
    Array(repeating: Column.nullReference, count: keys.count)
  }
}

/// A snapshot with indexes of unique fields.
public protocol IndexedSnapshot: StoreSnapshot {
  /// Finds records by unique fields with an index.
  ///
  /// Returns one reference for each row of `keys`; null if no record has these values or one of
  /// them is nil. Returns nil if the store has no index of these fields.
  func findRecords(
    of entity: String,
    where paths: [AttributePath],
    equal keys: [Column]
  ) throws -> [Int64]?
}

/// A snapshot where the members of a relationship have a column that references their owners.
public protocol OwnerColumnSnapshot: StoreSnapshot {
  /// The column with the owners of the members of a to-many relationship, and the number of owners.
  ///
  /// Nil unless the column's records are exactly the members, a scan returns them in their order,
  /// and references to owners count up from 0.
  func findOwnerColumn(
    of relationship: RelationshipReference
  ) throws -> (source: ColumnSource, ownerCount: Int)?
}

/// A snapshot that returns the positions in many-to-many relationships, which are needed to change
/// them.
public protocol LinkageSnapshot: StoreSnapshot {
  /// The members of a many-to-many relationship, as from ``StoreSnapshot/members(of:owners:)``,
  /// with their positions at both ends.
  func findLinkages(
    of relationship: RelationshipReference,
    owners: [Int64]
  ) throws -> LinkageLists
}

/// A snapshot of a store that keeps dangling references, which the delete rule `no action` leaves.
public protocol DanglingReferenceSnapshot: StoreSnapshot {
  /// The records whose to-one relationship references a missing record. It reads as nil.
  func findDanglingReferences(of relationship: RelationshipReference) throws -> [DanglingReference]

  /// The keys of missing records that a to-one relationship references, for the records at
  /// `references` and in their order; nil for other records. By default it searches all dangling
  /// references.
  func findDanglingTargets(
    of relationship: RelationshipReference,
    at references: [Int64]
  ) throws -> [RecordKey?]
}

extension DanglingReferenceSnapshot {
  /// Searches all dangling references.
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

/// A snapshot of a store that other programs write, too.
public protocol InvalidValueSnapshot: StoreSnapshot {
  /// The records of `entity` whose value in the field at `path` does not fit its type and therefore
  /// reads as nil.
  func findInvalidValues(of entity: String, in path: AttributePath) throws -> [InvalidValue]
}
