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
    var sections: [Section: [Row]] = [:]
    var section: Section?
    // By bytes: a search for strings takes longer than most statements.
    for line in text.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init) {
      if line.hasPrefix("## ") {
        section = Section(rawValue: line.dropFirst(3))
      } else if let section, let row = row(line) {
        sections[section, default: []].append(row)
      }
    }
    return sections
  }()

  /// The sides of ` => `.
  private static func row(_ line: Substring) -> Row? {
    let bytes = line.utf8
    var rest = bytes[...]
    while let place = rest.firstIndex(of: UInt8(ascii: "=")) {
      let (before, after) = (bytes[..<place], bytes[place...])
      if before.last == UInt8(ascii: " "), after.starts(with: "=> ".utf8) {
        return (Substring(before.dropLast()), Substring(after.dropFirst(3)))
      }
      rest = after.dropFirst()
    }
    return nil
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
