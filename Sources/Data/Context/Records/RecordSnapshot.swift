public import Model

/// A record as plain values, detached from the store: it never changes, and may go anywhere.
public struct RecordSnapshot: Hashable, Codable, Sendable, Identifiable {
  /// The record's identity.
  public let id: RecordID
  /// The model that the record is of, the most special one.
  public let entity: String
  /// Its properties, stored ones in declared order, then computed ones.
  ///
  /// A struct is an object, an array a list; a to-one relationship is the identity of the record at
  /// its other end, a to-many relationship the list of those in their order.
  public let values: [ObjectField]

  /// Makes a snapshot.
  public init(id: RecordID, entity: String, values: [ObjectField]) {
    self.id = id
    self.entity = entity
    self.values = values
  }

  /// The value of a property; nil where the record has none of that name.
  public subscript(property: String) -> Value {
    value(of: property) ?? .null
  }

  /// The value of a property, or nothing where the record has none of that name.
  public func value(of property: String) -> Value? {
    values.first { $0.name == property }?.value
  }
}
