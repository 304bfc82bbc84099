import Foundation

/// An object in a binary property list; containers reference other objects by number.
enum PropertyListNode: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since 2001 UTC.
  case date(Double)
  case data(Data)
  case string(String)
  /// A keyed archive's reference to one of its objects.
  case reference(Int)
  /// Arrays and sets.
  case array([Int])
  case dictionary(keys: [Int], values: [Int])
}
