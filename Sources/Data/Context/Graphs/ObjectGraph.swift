/// Records with all that lies between them, as plain values: enough to make an equal store.
///
/// A graph depends on no store; it may be handed to other tasks, kept, and written by any coder.
public struct ObjectGraph: Hashable, Codable, Sendable {
  /// The declarations of the models, enums and structs in the language.
  public var schema: String
  /// The number that the next new record of each root entity gets, so that none is used twice.
  public var nextNumbers: [String: Int64]
  /// The records: those of one root entity behind one another, in identity order.
  ///
  /// Each has the stored properties that are not nil. A to-one relationship is the identity at its
  /// other end, be that there or not; lists of members are there where they say more than the to-one
  /// ends do: of ordered relationships, and of those to many from both ends.
  public var records: [RecordSnapshot]

  /// Makes a graph.
  public init(schema: String, nextNumbers: [String: Int64], records: [RecordSnapshot]) {
    self.schema = schema
    self.nextNumbers = nextNumbers
    self.records = records
  }
}

/// Which records belong to a graph besides those that are named.
public struct GraphReach: Hashable, Sendable {
  /// The relationships that are followed, such as `Budget.expenses`; nil for all. To-one
  /// relationships that must lead somewhere are followed always.
  public var relationships: Set<String>?
  /// How many records there are at most, those aside that the others cannot be without; nil for any
  /// number.
  public var limit: Int?

  /// Follows all relationships as far as they lead.
  public static let everything = GraphReach()
  /// Follows no relationship that may lead nowhere.
  public static let nothing = GraphReach(relationships: [])

  /// Says which relationships are followed, and for how many records.
  public init(relationships: Set<String>? = nil, limit: Int? = nil) {
    self.relationships = relationships
    self.limit = limit
  }
}
