public import Model

/// A new record, with those that it contains.
public struct SwiftRecord {
  /// The entity.
  public var entity: String
  /// The values of attributes by name.
  public var values: [String: TypedExpression] = [:]
  /// The new related records by relationship.
  public var records: [String: [SwiftRecord]] = [:]
  /// Parts that have no counterpart in an initializer, with the reason.
  public var omissions: [PrintedQuery.Omission] = []

  /// Creates a record without values.
  public init(entity: String) {
    self.entity = entity
  }
}

/// A new value of a changed record.
public struct SwiftAssignment {
  /// The attribute or the to-one relationship.
  public let name: String
  /// The value over the record.
  public let value: TypedExpression
  /// `budget.limit = …` in Martlet, for an omission.
  public let text: String

  /// Creates an assignment.
  public init(name: String, value: TypedExpression, text: String) {
    (self.name, self.value, self.text) = (name, value, text)
  }
}
