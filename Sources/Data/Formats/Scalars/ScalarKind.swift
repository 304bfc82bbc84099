import Model

/// The types that can be inferred from a column's texts.
enum ScalarKind: Hashable {
  /// Only nils so far.
  case unknown
  case bool
  case int
  case double
  case date
  case uuid
  case string

  /// The kind of a text that is not nil.
  init(of text: FieldText) {
    if NumberText.int(text) != nil {
      self = .int
    } else if NumberText.double(text) != nil {
      self = .double
    } else if BoolText.value(text) != nil {
      self = .bool
    } else if DateText.microseconds(text) != nil {
      self = .date
    } else {
      self = UUIDText.number(text) != nil ? .uuid : .string
    }
  }

  /// The narrowest kind for both. Reading shows whether it holds all of their values.
  func joined(with other: ScalarKind) -> ScalarKind {
    if self == other || other == .unknown { return self }
    if self == .unknown { return other }
    let areNumbers = (self == .int || self == .double) && (other == .int || other == .double)
    return areNumbers ? .double : .string
  }

  /// The type in the schema; a column of nils is String.
  var valueType: ValueType {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .date: .date
    case .uuid: .uuid
    case .string, .unknown: .string
    }
  }
}
