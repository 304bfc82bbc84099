import Syntax

/// A construct of other languages and its equivalent.
struct Idiom: Sendable {
  private let pattern: IdiomPattern
  /// The clauses and statements where it applies; empty for all.
  private let places: Set<Keyword>
  /// The statement where it applies; nil for all.
  private let statement: Keyword?
  /// The line of help; `{1}` is replaced by the first placeholder of the pattern.
  private let help: String

  /// Reads a row: the pattern, after `@where,having` and `%update` for its places, and the help.
  private init(_ row: ForeignForms.Row) {
    var words = row.form.split(separator: " ")[...]
    func takeKeywords(_ sign: Character) -> [Keyword] {
      guard let first = words.first, first.first == sign, first.count > 1 else { return [] }
      words.removeFirst()
      return first.dropFirst().split(separator: ",").compactMap { Keyword(spelling: String($0)) }
    }
    places = Set(takeKeywords("@"))
    statement = takeKeywords("%").first
    pattern = IdiomPattern(words.joined(separator: " "))
    help = String(row.help)
  }

  /// The line of help for an error; nil if no habit matches.
  static func help(for context: ErrorContext, of habits: [Idiom] = all) -> String? {
    for habit in habits {
      if let help = habit.help(for: context) { return help }
    }
    return nil
  }

  private func help(for context: ErrorContext) -> String? {
    guard places.isEmpty || context.keyword.map(places.contains) ?? false,
      statement == nil || statement == context.statement,
      let filling = pattern.filling(of: context)
    else { return nil }
    var text = help
    for (index, part) in filling.enumerated() {
      text = text.replacing("{\(index + 1)}", with: part)
    }
    return text
  }

  /// All habits; the first match wins.
  static let all = ForeignForms.rows(.idioms).map(Idiom.init)

  /// Idioms with unknown members.
  static let members = ForeignForms.rows(.members).map(Idiom.init)

  /// Guesses if nothing else helps.
  static let last = ForeignForms.rows(.guesses).map(Idiom.init)
}
