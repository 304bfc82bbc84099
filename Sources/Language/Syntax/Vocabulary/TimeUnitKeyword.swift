/// The units of durations: a word that stands after a number, a parameter or `( )`.
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

  /// All spellings, of which the plural is the canonical one.
  public var spellings: [String] { [rawValue, singular] }

  /// The unit that `word` spells in any mixture of cases.
  public init?(spelling word: String) {
    guard let unit = Self.bySpelling[word.lowercased()] else { return nil }
    self = unit
  }

  private static let bySpelling = Dictionary(
    uniqueKeysWithValues: allCases.flatMap { unit in unit.spellings.map { ($0, unit) } }
  )
}
