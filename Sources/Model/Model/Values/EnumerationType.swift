/// An enum: `enum Category { food, travel, other }`.
///
/// A value is the name of a case. Values are ordered like the cases.
public struct EnumerationType: Hashable, Sendable {
  /// The enum's name.
  public let name: String
  /// The names of the cases in declared order, without duplicates.
  public let cases: [String]

  /// Creates an enum.
  public init(name: String, cases: [String]) {
    self.name = name
    self.cases = cases
  }

  /// The position of the case named exactly `name`, starting at 0; nil if there is none.
  public func ordinal(of name: String) -> Int? {
    cases.firstIndex { Value.string($0) == .string(name) }
  }

  /// The case at position `ordinal`; nil if out of range.
  public func name(at ordinal: Int64) -> String? {
    Int(exactly: ordinal).flatMap { cases.indices.contains($0) ? cases[$0] : nil }
  }
}
