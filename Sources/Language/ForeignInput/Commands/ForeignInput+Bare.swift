import Binding
import Diagnostics
import Model
import Syntax

/// Answers to lines without a statement: `Budget`, `Budget | where limit > 5`, `1 + 2`.
extension ForeignInput {
  var bareAnswer: Answer? {
    guard let help = bareHelp else { return nil }
    let finding = Diagnostic("this line is not a statement", at: line, help: [help])
    return .finding(finding, end: firstLine.upperBound)
  }

  private var bareHelp: String? {
    let text = source.text(in: line)
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
    let name = word.filter { $0 != "`" }
    if let entity = schema.entities.first(where: { $0.name == name })?.name {
      let clauses = text.dropFirst(word.count).drop { $0.isWhitespace || $0 == "|" }
      let fetch = "fetch \(quotedIfNeeded(entity)) \(clauses)".trimmedAtEnd
      return Self.parses(fetch) ? "write `\(fetch)`" : nil
    }
    guard Keyword(spelling: String(word)) == nil, Self.parses("= \(text)") else { return nil }
    return text.first?.isLetter ?? true ? nil : "to print a value, write `= \(text)`"
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
