public import Columns
public import Model

/// Values of several records of one stored entity, column by column: of new records all that they
/// have, of changed ones what becomes of them.
public struct RecordRows: Sendable {
  /// The root entity that keeps the records.
  public var entity: String
  /// The records, each once; new ones in rising order.
  public var keys: RecordKeys
  /// One row for each record, for stored fields.
  public var columns: [AttributePath: Column]
  /// What to-one relationships lead to, by their stored names.
  public var references: [String: RecordReferences]
  /// Whether new records are such as were there before, under the same keys, and come back: until they
  /// are saved they stand where they stood, and not behind all others.
  public var areReturning = false

  /// Makes rows.
  public init(
    entity: String,
    keys: RecordKeys,
    columns: [AttributePath: Column] = [:],
    references: [String: RecordReferences] = [:]
  ) {
    self.entity = entity
    self.keys = keys
    self.columns = columns
    self.references = references
  }

  /// The number of records.
  public var count: Int { keys.count }
}

/// What a to-one relationship leads to, record by record.
public struct RecordReferences: Hashable, Sendable {
  /// The key of the record at the other end; nil for none. Where that end has the rule `no action`
  /// it may be a record that is gone.
  public var targets: [RecordKey?]
  /// Where each record stands among the members of its owner: numbers that rise from member to
  /// member. Nil where the other end keeps no order.
  public var positions: [Int64]?

  /// Makes references.
  public init(targets: [RecordKey?], positions: [Int64]? = nil) {
    self.targets = targets
    self.positions = positions
  }
}

/// Keys of records of one entity.
public enum RecordKeys: Hashable, Sendable {
  /// Numbers that follow each other.
  case range(Range<Int64>)
  /// Any keys, each once.
  case list([RecordKey])

  /// The number of keys.
  public var count: Int {
    switch self {
    case .range(let range): range.count
    case .list(let keys): keys.count
    }
  }

  /// The key in place `place`.
  public subscript(place: Int) -> RecordKey {
    switch self {
    case .range(let range): .number(range.lowerBound + Int64(place))
    case .list(let keys): keys[place]
    }
  }

  /// All keys in their order.
  public var all: [RecordKey] {
    switch self {
    case .range(let range): range.map(RecordKey.number)
    case .list(let keys): keys
    }
  }
}

/// Some records of one entity.
public struct RecordSelection: Hashable, Sendable {
  /// The root entity that keeps the records.
  public var entity: String
  /// The records, each once.
  public var keys: RecordKeys

  /// Makes a selection.
  public init(entity: String, keys: RecordKeys) {
    self.entity = entity
    self.keys = keys
  }
}

/// A pair of records that a many-to-many relationship links.
///
/// The pair is named from one end; a relationship that is its own inverse links both ways.
public struct RecordPair: Hashable, Sendable {
  /// The root entity of the owner.
  public var entity: String
  /// The stored name of the owner's relationship.
  public var relationship: String
  /// The record at this end.
  public var owner: RecordKey
  /// The record at the other end.
  public var member: RecordKey

  /// Makes a pair.
  public init(entity: String, relationship: String, owner: RecordKey, member: RecordKey) {
    self.entity = entity
    self.relationship = relationship
    self.owner = owner
    self.member = member
  }
}

/// A pair that becomes linked, or that was linked and gets other places.
public struct RecordLinkage: Hashable, Sendable {
  /// The records.
  public var pair: RecordPair
  /// Where the member stands among those of the owner; counts only where that end is ordered.
  public var position: Int64
  /// Where the owner stands among the members of the member's end; counts only where that is
  /// ordered.
  public var inversePosition: Int64

  /// Makes a linkage.
  public init(pair: RecordPair, position: Int64, inversePosition: Int64) {
    self.pair = pair
    self.position = position
    self.inversePosition = inversePosition
  }
}
