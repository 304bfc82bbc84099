public import Model

/// An immutable copy of a record as plain values, independent of the store.
public struct RecordSnapshot: Hashable, Codable, Sendable, Identifiable {
  /// The record's identity.
  public let id: RecordID
  /// The most specific model of the record.
  public let entity: String
  /// The record's properties: stored ones in declared order, then computed ones.
  ///
  /// A struct is an object and an array is a list. A to-one relationship is the identity of the
  /// related record, a to-many relationship the list of identities in order.
  public let values: [ObjectField]

  /// Creates a snapshot.
  public init(id: RecordID, entity: String, values: [ObjectField]) {
    self.id = id
    self.entity = entity
    self.values = values
  }

  /// The value of a property; ``/Model/Value/null`` if there is no such property.
  public subscript(property: String) -> Value {
    value(of: property) ?? .null
  }

  /// The value of a property; nil if there is no such property.
  public func value(of property: String) -> Value? {
    values.first { $0.name == property }?.value
  }
}
