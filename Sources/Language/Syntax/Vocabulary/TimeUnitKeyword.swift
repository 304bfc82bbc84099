/// The units of durations, after a number, a parameter or parentheses.
public enum TimeUnitKeyword: String, Sendable, Hashable, CaseIterable {
  case seconds
  case minutes
  case hours
  case days
  case weeks
  case months
  case years

  /// The spelling after `1`.
  public var singular: String { String(rawValue.dropLast()) }

  /// All spellings, the canonical plural first.
  public var spellings: [String] { [rawValue, singular] }

  /// The unit that `word` spells, ignoring case.
  public init?(spelling word: String) {
    guard let unit = Self.bySpelling[word.lowercased()] else { return nil }
    self = unit
  }

  private static let bySpelling = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { unit in unit.spellings.map { ($0, unit) } }
  )
}
