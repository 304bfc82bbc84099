import Diagnostics
import Model
import Session
import Syntax

/// Completes dot-commands, keywords, entities, saved queries, attributes, functions, parameters,
/// existing values and files.
struct Completer {
  let names: CompletionNames
  /// Removes candidates that would cause a type error; nil if all are offered.
  var check: ContinuationCheck?
  /// The arguments of a command.
  var suggestions: (DotCommand) -> [String] = { _ in [] }
  /// The existing strings of an attribute in records of an entity.
  var values: (_ path: [String], _ entity: String) -> [String] = { _, _ in [] }

  /// Some records of an entity, with labels.
  var records: (_ entity: String) -> [(id: String, label: String)] = { _ in [] }

  /// Whether words that only contain the written letters are offered if none starts with them.
  var isFuzzy = true
  /// Whether file names are offered.
  var offersFiles = true

  /// The completions at `place`.
  func completion(at place: CompletionPlace) -> Completion {
    let start = Self.startOfLastCommand(place.beforeCursor)
    if let start { return commandCompletion(String(place.beforeCursor[start...])) }
    return languageCompletion(place.beforeCursor)
  }

  /// The start of the last line if it is a dot-command.
  private static func startOfLastCommand(_ text: String) -> String.Index? {
    let line = text.lastIndex { $0.isNewline }.map { text.index(after: $0) } ?? text.startIndex
    guard let dot = text[line...].firstIndex(where: { !$0.isWhitespace }), text[dot] == "." else {
      return nil
    }
    // A continuation line may start with a dot as well.
    if line == text.startIndex { return dot }
    guard case .complete = completeness(of: String(text[..<line])) else { return nil }
    return dot
  }

  /// The completions after `text`, which is part of a statement.
  func languageCompletion(_ text: String) -> Completion {
    if let literal = OpenString(text, names: names) { return completion(of: literal) }
    guard let context = CompletionContext(text, names: names) else { return .none }
    let all = LanguageCandidates(context: context, names: context.names, records: records).all
    let candidates = matches(context.written, quotedValues(context) + all)
    let before = String(text.unicodeScalars.dropLast(context.written.unicodeScalars.count))
    return Completion(
      replaced: context.written.unicodeScalars.count,
      candidates: check?.possible(candidates, after: before) ?? candidates
    )
  }

  /// The existing values of the attribute that is compared at the cursor, in quotes.
  private func quotedValues(_ context: CompletionContext) -> [Completion.Candidate] {
    guard context.expectation == .operand, context.isAtComparedValue,
      let path = context.comparedPath
    else { return [] }
    let found = values(path.path, path.entity)
      .filter { $0.lowercased().hasPrefix(context.written.lowercased()) }
    return found.prefix(Self.maxValues).compactMap { OpenString.literal($0, quote: "\"") }
  }

  private static let maxValues = 50

  /// Completes existing values and file names.
  private func completion(of literal: OpenString) -> Completion {
    let candidates: [Completion.Candidate] =
      switch literal.place {
      case .file: files(literal.written, closing: literal.quote)
      case .value(let path, let entity):
        values(path, entity).compactMap { literal.candidate($0) }
      case .other: []
      }
    let beginning = matches(literal.written, candidates)
    // `~` matches anywhere in a value.
    let loose = literal.written.lowercased()
    return Completion(
      replaced: literal.written.unicodeScalars.count,
      candidates: beginning.isEmpty && literal.isAnywhere
        ? candidates.filter { $0.text.lowercased().contains(loose) } : beginning
    )
  }

  private func files(
    _ written: String,
    closing quote: Unicode.Scalar? = nil
  ) -> [Completion.Candidate] {
    offersFiles ? FileNames.candidates(written, closing: quote) : []
  }

  private func commandCompletion(_ text: String) -> Completion {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).drop(while: \.isEmpty)
    guard let first = words.first, let last = words.last else { return .none }
    let command = DotCommand.matches(String(first.dropFirst())).first
    if words.count == 2, let command, command.takesFile {
      return Completion(
        replaced: last.unicodeScalars.count,
        candidates: files(String(last))
      )
    }
    let isOneTooMany = command.map { words.count - 1 > $0.wordCounts.upperBound } ?? false
    let texts =
      words.count == 1
      ? DotCommand.all.map { ".\($0.name)" }
      : isOneTooMany ? [] : command.map(suggestions) ?? []
    return Completion(
      replaced: last.unicodeScalars.count,
      candidates: matches(String(last), texts.map { Completion.Candidate($0) })
    )
  }

  /// The candidates that start with `written`. Case matters only if some candidate matches it
  /// exactly.
  private func matches(
    _ written: String,
    _ candidates: [Completion.Candidate]
  ) -> [Completion.Candidate] {
    let loose = written.lowercased()
    let matches = candidates.filter { candidate in
      let text = candidate.text.lowercased()
      return text.hasPrefix(loose) || text.first == "\"" && text.dropFirst().hasPrefix(loose)
    }
    let exact = matches.filter { $0.text.hasPrefix(written) }
    if !exact.isEmpty || !matches.isEmpty || !isFuzzy || loose.count < 2 {
      return exact.isEmpty ? matches : exact
    }
    let inside = candidates.filter { $0.text.lowercased().contains(loose) }
    return inside.isEmpty ? candidates.filter { $0.text.lowercased().hasLetters(loose) } : inside
  }
}

extension String {
  /// Whether the letters occur in this order, beginning with the first one: `bgt` in `budget`.
  fileprivate func hasLetters(_ letters: String) -> Bool {
    guard first == letters.first else { return false }
    var rest = letters[...]
    for character in self where character == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}
