/// An enum: `enum Category { food, travel, other }`.
///
/// A value of it is the text of the case's name; its order is the order of the cases.
public struct EnumerationType: Hashable, Sendable {
  /// The enum's name.
  public let name: String
  /// The names of the cases in declared order, each once.
  public let cases: [String]

  /// Makes an enum.
  public init(name: String, cases: [String]) {
    self.name = name
    self.cases = cases
  }

  /// The place of the case called exactly `name`, the first one's is 0; nil if there is none.
  public func ordinal(of name: String) -> Int? {
    cases.firstIndex { Value.string($0) == .string(name) }
  }

  /// The case in place `ordinal`; nil beyond the last one.
  public func name(at ordinal: Int64) -> String? {
    Int(exactly: ordinal).flatMap { cases.indices.contains($0) ? cases[$0] : nil }
  }
}
