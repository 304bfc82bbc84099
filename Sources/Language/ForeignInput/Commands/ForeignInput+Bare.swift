import Binding
import Diagnostics
import Expressions
import Model
import Syntax

/// Answers to lines without a statement, and with pipes: `Budget`, `Budget | where limit > 5`,
/// `1 + 2`.
extension ForeignInput {
  var bareAnswer: Answer? {
    guard let help = bareHelp else { return nil }
    let finding = Diagnostic("this line is not a statement", at: line, help: [help])
    return .finding(finding, end: firstLine.upperBound)
  }

  private var bareHelp: String? {
    let text = source.text(in: line)
    if text.hasPrefix("--") { return "a comment begins with `//`" }
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
    let clauses = Self.withoutPipes(text.dropFirst(word.count))
    let keyword = Keyword(spelling: String(word))
    if keyword == .fetch || keyword == .count {
      let query = "\(word)\(clauses)"
      return query != text && Self.parses(query) ? "there are no pipes: write `\(query)`" : nil
    }
    if let entity = SQLNames.entity(word.filter { $0 != "`" }, in: schema) {
      return help(about: entity, clauses)
    }
    if let help = conditionHelp(text, word) { return help }
    guard keyword == nil || Self.constants.contains(text), Self.parses("= \(text)") else {
      return nil
    }
    let isCall = FunctionDeclaration.named(String(word)) != nil || Self.constants.contains(text)
    return isCall || !(text.first?.isLetter ?? true) ? "to print a value, write `= \(text)`" : nil
  }

  private static let constants: Set<String> = ["now", "today", "true", "false", "nil"]

  /// Help for a line that begins with the name of a model.
  private func help(about entity: Entity, _ clauses: String) -> String? {
    let model = quotedIfNeeded(entity.name)
    if clauses.hasPrefix("."), let member = entity.property(String(clauses.dropFirst())) {
      return "write `fetch \(model) select \(quotedIfNeeded(member.name))`"
    }
    guard clauses.isEmpty || clauses.hasPrefix(" ") else { return nil }
    let fetch = "fetch \(model)\(clauses)"
    return Self.parses(fetch) ? "write `\(fetch)`" : nil
  }

  /// Help for a condition about the members of a model: `spent > 100 and name ~ "a"`.
  private func conditionHelp(_ text: String, _ word: Substring) -> String? {
    let name = word.filter { $0 != "`" }
    let owner = schema.entities.first { $0.property(name).map { !$0.isAnonymous } ?? false }
    guard let owner, text.count > word.count else { return nil }
    let fetch = "fetch \(quotedIfNeeded(owner.name)) where \(text)"
    return Self.parses(fetch) ? "write `\(fetch)`" : nil
  }

  /// The clauses of a query without pipes, and with Martlet's words for those of other shells.
  private static func withoutPipes(_ text: Substring) -> String {
    guard text.contains("|") else { return String(text) }
    let parts = text.split(separator: "|").map { part in
      let words = part.drop { $0 == ">" || $0.isWhitespace }
      let plain = words.replacing(#/^(?:head|take|top|first)\s+(?=\d)/#, with: "limit ")
        .replacing(#/^(?:order|sort)\s+by\s/#, with: "sort ")
        .replacing(#/^filter\s/#, with: "where ")
      return String(plain).trimmedAtEnd
    }
    return parts.map { $0.isEmpty ? "" : " " + $0 }.joined()
  }

  /// The first line without trailing white space and `;`.
  private var line: SourceSpan {
    let length = source.text(in: firstLine).trimmedAtEnd.utf8.count
    return SourceSpan(firstLine.lowerBound, firstLine.lowerBound + length)
  }
}

extension String {
  fileprivate var trimmedAtEnd: String {
    var text = self[...]
    while let last = text.last, last.isWhitespace || last == ";" { text.removeLast() }
    return String(text)
  }
}
