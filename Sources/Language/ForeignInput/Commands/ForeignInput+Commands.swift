import Binding
import Diagnostics
import Model
import Syntax

/// Answers to commands of other shells.
extension ForeignInput {
  var commandAnswer: Answer? {
    let words = source.text(in: firstLine).split { $0.isWhitespace || $0 == ";" }.map(String.init)
    guard let command = ForeignCommand.find(words) else { return nil }
    switch command.meaning {
    case .command(let name, let word):
      return .command(name, argument: word, end: firstLine.upperBound)
    case .commandWithWords(let name):
      let rest = words.dropFirst(command.words.count)
      let argument = rest.isEmpty ? nil : rest.joined(separator: " ")
      return .command(name, argument: argument, end: firstLine.upperBound)
    case .commandOfModel(let name, let other):
      guard let word = words.dropFirst(command.words.count).first else {
        return .command(other, argument: nil, end: firstLine.upperBound)
      }
      if let known = SQLNames.entity(word, in: schema)?.name ?? schema.type(word)?.name {
        return .command(name, argument: quotedIfSpaced(known), end: firstLine.upperBound)
      }
      return .finding(unknownModel(word), end: firstLine.upperBound)
    case .hint(let hint):
      return .finding(
        Diagnostic("`\(command.text)` belongs to another shell", at: start(words), help: [hint]),
        end: firstLine.upperBound
      )
    case .withoutDot:
      let line = source.text(in: firstLine).split(whereSeparator: \.isWhitespace)
      return .finding(
        Diagnostic(
          "expected a statement, found `\(command.text)`",
          at: start(words),
          help: ["commands begin with a dot: `.\(line.joined(separator: " "))`"]
        ),
        end: firstLine.upperBound
      )
    case .collection:
      return collectionFinding(words[0]).map { .finding($0, end: firstLine.upperBound) }
    }
  }

  private func start(_ words: [String]) -> SourceSpan {
    SourceSpan(span.lowerBound, span.lowerBound + (words.first?.utf8.count ?? 0))
  }

  private func quotedIfSpaced(_ name: String) -> String {
    name.contains(where: \.isWhitespace) ? stringLiteral(name) : name
  }

  private func unknownModel(_ word: String) -> Diagnostic {
    let line = firstLine
    let offset = Array(source.bytes[line.lowerBound..<line.upperBound]).lastRange(of: word)
    let place = offset.map {
      SourceSpan(line.lowerBound + $0, line.lowerBound + $0 + word.utf8.count)
    }
    return Diagnostic(
      "no model is named `\(word)`",
      at: place ?? line,
      help: [
        didYouMean(nearestNames(to: word, in: schema.entities.map(\.name)))
          ?? "`.models` lists the models"
      ]
    )
  }

  /// `db.budgets.find()`
  private func collectionFinding(_ word: String) -> Diagnostic? {
    let parts = word.split(separator: ".").map(String.init)
    guard parts.count >= 3, let entity = SQLNames.entity(parts[1], in: schema) else { return nil }
    let keyword = parts[2].lowercased().hasPrefix("count") ? Keyword.count : .fetch
    return Diagnostic(
      "this belongs to another shell",
      at: SourceSpan(span.lowerBound, span.lowerBound + word.utf8.count),
      help: ["write `\(keyword.rawValue) \(quotedIfNeeded(entity.name)) where …`"]
    )
  }
}

extension [UInt8] {
  /// The last offset of `text`.
  fileprivate func lastRange(of text: String) -> Int? {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty, count >= bytes.count else { return nil }
    return (0...count - bytes.count).last { self[$0..<$0 + bytes.count].elementsEqual(bytes) }
  }
}
