public import Foundation

/// A value outside the engine's columns: a literal, a cell of a result, an attribute of a record.
///
/// Equality compares representations: strings by Unicode scalars as stored (never by canonical
/// equivalence), −0 equal to 0. ``ValueOrder`` compares values of *different* types.
public enum Value: Sendable {
  /// No value: `nil`.
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case decimal(Decimal)
  case string(String)
  case date(Timestamp)
  case duration(TimeSpan)
  case uuid(UUID)
  case data(Data)
  case list([Value])
  /// Named values in order: a composite attribute or a nested shape.
  case object([ObjectField])
  /// A reference to a record: `Budget#3`.
  case record(RecordID)

  /// Whether this is nil.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension Value: Hashable {
  /// Whether both are the same value of the same type; strings are compared by their scalars.
  public static func == (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.decimal(let a), .decimal(let b)): a == b
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.date(let a), .date(let b)): a == b
    case (.duration(let a), .duration(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    case (.record(let a), .record(let b)): a == b
    default: false
    }
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .int(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value)
    case .decimal(let value): hasher.combine(value)
    case .string(let value): for byte in value.utf8 { hasher.combine(byte) }
    case .date(let value): hasher.combine(value)
    case .duration(let value): hasher.combine(value)
    case .uuid(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .list(let value): hasher.combine(value)
    case .object(let value): hasher.combine(value)
    case .record(let value): hasher.combine(value)
    }
  }
}

/// A named part of an object value.
public struct ObjectField: Hashable, Codable, Sendable {
  /// The part's name, unique within the object.
  public let name: String
  /// The part's value.
  public let value: Value

  /// Creates a part.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
