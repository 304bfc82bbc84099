/// Records and their relationships as plain values: everything needed to create an equal store.
///
/// A graph is independent of any store. It can be sent to other tasks, kept, and encoded.
public struct ObjectGraph: Hashable, Codable, Sendable {
  /// The declarations of the models, enums and structs.
  public var schema: String
  /// The next number of each root entity, so that none is used twice.
  public var nextNumbers: [String: Int64]
  /// The records of each root entity in identity order.
  ///
  /// Each record has the stored properties that are not nil. To-one relationships contain an
  /// identity, even of a missing record. Members of to-many relationships are listed only for
  /// ordered and many-to-many relationships.
  public var records: [RecordSnapshot]

  /// Creates a graph.
  public init(schema: String, nextNumbers: [String: Int64], records: [RecordSnapshot]) {
    self.schema = schema
    self.nextNumbers = nextNumbers
    self.records = records
  }
}
