import Syntax

/// A construct of other languages and its equivalent.
struct Habit: Sendable {
  private let pattern: HabitPattern
  /// The clauses and statements in which it applies; empty for all.
  private let places: Set<Keyword>
  /// The statement in which it applies; nil for all.
  private let statement: Keyword?
  /// The line of help; `{1}` is replaced by the first placeholder of the pattern.
  private let help: String

  init(
    _ pattern: String,
    in places: Set<Keyword> = [],
    of statement: Keyword? = nil,
    _ help: String
  ) {
    self.pattern = HabitPattern(pattern)
    self.places = places
    self.statement = statement
    self.help = help
  }

  /// The line of help for an error; nil if no habit matches.
  static func help(for context: ErrorContext, of habits: [Habit] = all) -> String? {
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
  static let all = statements + swiftMembers + swift + queries + declarations + changes
}
