import Diagnostics
import Model
import Session
import Syntax

/// Says what may stand at the cursor: dot-commands, keywords, entities, attributes, functions.
struct Completer {
  let console: Console

  /// What may stand at `place`.
  func completion(at place: CompletionPlace) -> Completion {
    if place.beforeCursor.drop(while: \.isWhitespace).hasPrefix(".") {
      return commandCompletion(place.beforeCursor)
    }
    guard let context = CompletionContext(place.beforeCursor, schema: console.session.schema) else {
      return .none
    }
    return Completion(
      replaced: context.written.unicodeScalars.count,
      candidates: matches(
        context.written,
        LanguageCandidates(context: context, schema: console.session.schema).all
      )
    )
  }

  private func commandCompletion(_ text: String) -> Completion {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).drop(while: \.isEmpty)
    guard let first = words.first, let last = words.last else { return .none }
    let texts =
      words.count == 1
      ? DotCommand.all.map { ".\($0.name)" }
      : DotCommand.matches(String(first.dropFirst())).first?.suggestions(console) ?? []
    return Completion(
      replaced: last.unicodeScalars.count,
      candidates: matches(String(last), texts.map { Completion.Candidate($0) })
    )
  }

  /// The candidates that begin with what is written; letter case counts only if it decides.
  private func matches(
    _ written: String,
    _ candidates: [Completion.Candidate]
  ) -> [Completion.Candidate] {
    let loose = written.lowercased()
    let matches = candidates.filter { $0.text.lowercased().hasPrefix(loose) }
    let exact = matches.filter { $0.text.hasPrefix(written) }
    return exact.isEmpty ? matches : exact
  }
}
