import Foundation

/// One object of a binary property list; containers refer to others by their numbers.
enum PropertyListNode: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  /// Seconds since 2001 UTC.
  case date(Double)
  case data(Data)
  case string(String)
  /// A reference of a keyed archive into its objects.
  case reference(Int)
  /// Arrays and sets.
  case array([Int])
  case dictionary(keys: [Int], values: [Int])
}
