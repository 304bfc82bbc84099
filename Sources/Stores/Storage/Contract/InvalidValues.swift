public import Model

/// A stored value that does not fit its field, or fits it only in part.
public struct InvalidValue: Hashable, Sendable {
  /// The record with the value.
  public let owner: RecordKey
  /// The value as the store writes it.
  public let text: String
  /// Whether the value still reads as a string, with U+FFFD for bytes that are not UTF-8; otherwise
  /// it reads as nil.
  public let isRead: Bool

  /// Creates an invalid value.
  public init(owner: RecordKey, text: String, isRead: Bool = false) {
    self.owner = owner
    self.text = text
    self.isRead = isRead
  }
}

/// A field with values that do not fit its type.
public struct InvalidValueField: Hashable, Sendable {
  /// The root entity.
  public let entity: String
  /// The field.
  public let path: AttributePath
  /// The field's type.
  public let type: ValueType

  /// Creates a field.
  public init(entity: String, path: AttributePath, type: ValueType) {
    self.entity = entity
    self.path = path
    self.type = type
  }
}
