import Diagnostics
import Model
import Syntax

/// Says what may stand at the cursor: dot-commands, keywords, entities, saved queries, attributes,
/// functions, parameters.
struct Completer {
  let names: CompletionNames
  /// What may stand behind a command.
  var suggestions: (DotCommand) -> [String] = { _ in [] }

  /// What may stand at `place`.
  func completion(at place: CompletionPlace) -> Completion {
    if place.beforeCursor.drop(while: \.isWhitespace).hasPrefix(".") {
      return commandCompletion(place.beforeCursor)
    }
    return languageCompletion(place.beforeCursor)
  }

  /// What may stand behind `text`, which is of the language.
  func languageCompletion(_ text: String) -> Completion {
    guard let context = CompletionContext(text, names: names) else { return .none }
    return Completion(
      replaced: context.written.unicodeScalars.count,
      candidates: matches(
        context.written,
        LanguageCandidates(context: context, names: names).all
      )
    )
  }

  private func commandCompletion(_ text: String) -> Completion {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).drop(while: \.isEmpty)
    guard let first = words.first, let last = words.last else { return .none }
    let command = DotCommand.matches(String(first.dropFirst())).first
    if words.count == 2, let command, command.takesFile {
      return Completion(
        replaced: last.unicodeScalars.count,
        candidates: FileNames.candidates(String(last))
      )
    }
    let texts =
      words.count == 1 ? DotCommand.all.map { ".\($0.name)" } : command.map(suggestions) ?? []
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
