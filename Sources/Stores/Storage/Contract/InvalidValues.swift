public import Model

/// A value that is there and does not fit its field, or fits it in part.
public struct InvalidValue: Hashable, Sendable {
  /// The record that has it.
  public let owner: RecordKey
  /// The value as the store writes it.
  public let text: String
  /// Whether it reads as a text all the same, with U+FFFD in the place of bytes that are no UTF-8; else it
  /// reads as nil.
  public let isRead: Bool

  /// Makes a value.
  public init(owner: RecordKey, text: String, isRead: Bool = false) {
    self.owner = owner
    self.text = text
    self.isRead = isRead
  }
}

/// A field that has values which do not fit its type.
public struct InvalidValueField: Hashable, Sendable {
  /// The root entity.
  public let entity: String
  /// The field.
  public let path: AttributePath
  /// The field's type.
  public let type: ValueType

  /// Makes a field.
  public init(entity: String, path: AttributePath, type: ValueType) {
    self.entity = entity
    self.path = path
    self.type = type
  }
}
