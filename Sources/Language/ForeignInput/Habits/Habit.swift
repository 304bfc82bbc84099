import Syntax

/// A way to write something that other languages have, and how it is written here.
struct Habit: Sendable {
  private let pattern: HabitPattern
  /// The clauses and statements in which it is meant; any if empty.
  private let places: Set<Keyword>
  /// The line of help, with `{1}` for what filled the pattern's first capitals.
  private let help: String

  init(_ pattern: String, in places: Set<Keyword> = [], _ help: String) {
    self.pattern = HabitPattern(pattern)
    self.places = places
    self.help = help
  }

  /// The line of help for what stands around an error; nil if it is none of `habits`.
  static func help(for surroundings: ErrorContext, of habits: [Habit] = all) -> String? {
    for habit in habits {
      if let help = habit.help(for: surroundings) { return help }
    }
    return nil
  }

  private func help(for surroundings: ErrorContext) -> String? {
    guard places.isEmpty || surroundings.keyword.map(places.contains) ?? false,
      let filling = pattern.filling(of: surroundings)
    else { return nil }
    var text = help
    for (index, part) in filling.enumerated() {
      text = text.replacing("{\(index + 1)}", with: part)
    }
    return text
  }

  /// All of them; the first that fits is meant.
  static let all = statements + swiftMembers + swift + queries + declarations + changes
}
