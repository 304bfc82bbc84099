import Diagnostics

/// Forms of other languages and the help for them, from `Texts/foreign.forms`.
enum ForeignForms {
  /// The parts of the file.
  enum Section: Substring {
    case idioms
    case members
    /// Idioms if nothing else helps.
    case guesses
    case functions
    case statementWords = "statement words"
    case clauseWords = "clause words"
    case types
    /// Commands of other shells; a form has all spellings, separated by commas.
    case commands
    case dotCommands = "dot commands"
  }

  /// A form and its line of help.
  typealias Row = (form: Substring, help: Substring)

  private static let sections: [Section: [Row]] = {
    let text = String(decoding: PackageResources.foreign_forms, as: UTF8.self)
    let parts = text.split(separator: "\n## ").map { $0.split(separator: "\n") }
    return parts.reduce(into: [:]) { sections, lines in
      guard let section = Section(rawValue: lines[0]) else { return }
      sections[section] = lines.dropFirst().compactMap(row)
    }
  }()

  private static func row(_ line: Substring) -> Row? {
    let sides = line.split(separator: " => ", maxSplits: 1)
    return sides.count == 2 ? (sides[0], sides[1]) : nil
  }

  /// The rows of a section, in order.
  static func rows(_ section: Section) -> [Row] { sections[section] ?? [] }

  /// The help for a function of another language.
  static func advice(forFunction name: String) -> String? {
    help(for: name.lowercased().filter { $0 != "_" }, in: .functions)
  }

  /// The help for the word at an error.
  static func help(for context: ErrorContext, at place: UnknownInput.Place) -> String? {
    guard let word = context.after.first?.text.lowercased() else { return nil }
    return switch place {
    case .statement: help(for: word, in: .statementWords)
    case .clause: help(for: word, in: .clauseWords)
    case .parameterName, .other: nil
    }
  }

  /// The help for a word, which is one of those in a form.
  static func help(for word: String, in section: Section) -> String? {
    rows(section).first { $0.form.split(separator: " ").contains { $0 == word } }
      .map { String($0.help) }
  }
}
