public import Columns
public import Model

/// Values of several records of one stored entity, column by column: all values of new records, or
/// the changed values of existing ones.
public struct RecordRows: Sendable {
  /// The root entity of the records.
  public var entity: String
  /// The records, without duplicates; new ones in ascending order.
  public var keys: RecordKeys
  /// One column for each stored field, with one row for each record.
  public var columns: [AttributePath: Column]
  /// The targets of to-one relationships, by their stored names.
  public var references: [String: RecordReferences]
  /// Whether the records were deleted before and are restored under the same keys.
  ///
  /// Until they are saved, they appear at their former position and not after all other records.
  public var areRestored = false

  /// Creates rows.
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

/// The targets of a to-one relationship, record by record.
public struct RecordReferences: Hashable, Sendable {
  /// The keys of the referenced records; nil for none.
  ///
  /// If the inverse has the delete rule `no action`, a referenced record may be missing.
  public var targets: [RecordKey?]
  /// The position of each record among the members of its owner, in ascending order of the members;
  /// nil if the inverse is not ordered.
  public var positions: [Int64]?

  /// Creates references.
  public init(targets: [RecordKey?], positions: [Int64]? = nil) {
    self.targets = targets
    self.positions = positions
  }
}

/// Keys of records of one entity.
public enum RecordKeys: Hashable, Sendable {
  /// Consecutive numbers.
  case range(Range<Int64>)
  /// Any keys, without duplicates.
  case list([RecordKey])

  /// The number of keys.
  public var count: Int {
    switch self {
    case .range(let range): range.count
    case .list(let keys): keys.count
    }
  }

  /// The key at index `place`.
  public subscript(place: Int) -> RecordKey {
    switch self {
    case .range(let range): .number(range.lowerBound + Int64(place))
    case .list(let keys): keys[place]
    }
  }

  /// All keys in order.
  public var all: [RecordKey] {
    switch self {
    case .range(let range): range.map(RecordKey.number)
    case .list(let keys): keys
    }
  }
}

/// Some records of one entity.
public struct RecordSelection: Hashable, Sendable {
  /// The root entity of the records.
  public var entity: String
  /// The records, without duplicates.
  public var keys: RecordKeys

  /// Creates a selection.
  public init(entity: String, keys: RecordKeys) {
    self.entity = entity
    self.keys = keys
  }
}

/// Two records that a many-to-many relationship links.
///
/// One end names the pair. A relationship that is its own inverse links both ways.
public struct RecordPair: Hashable, Sendable {
  /// The root entity of the owner.
  public var entity: String
  /// The stored name of the relationship in the owner's entity.
  public var relationship: String
  /// The record at the end that names the pair.
  public var owner: RecordKey
  /// The record at the other end.
  public var member: RecordKey

  /// Creates a pair.
  public init(entity: String, relationship: String, owner: RecordKey, member: RecordKey) {
    self.entity = entity
    self.relationship = relationship
    self.owner = owner
    self.member = member
  }
}

/// A pair to link, or a linked pair with new positions.
public struct RecordLinkage: Hashable, Sendable {
  /// The linked records.
  public var pair: RecordPair
  /// The position of the member among those of the owner; ignored if that end is not ordered.
  public var position: Int64
  /// The position of the owner at the member's end; ignored if that end is not ordered.
  public var inversePosition: Int64

  /// Creates a linkage.
  public init(pair: RecordPair, position: Int64, inversePosition: Int64) {
    self.pair = pair
    self.position = position
    self.inversePosition = inversePosition
  }
}
