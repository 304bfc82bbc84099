import Diagnostics
import Model
import Session
import Storage
import Syntax

/// Completes, colors and checks blocks with the models at the time of the prompt.
final class BlockAssistant {
  private struct ModelCache {
    let names: CompletionNames
    let check: ContinuationCheck
  }

  private let console: Console
  private let samples = BackgroundSamples()
  private var cache: ModelCache?
  /// The last colored block.
  private var colored: (text: String, cursor: Int, roles: [TextRole])?

  init(console: Console) {
    self.console = console
  }

  /// Discards the cached models, before a new block is edited.
  func begin() { (cache, colored) = (nil, nil) }

  /// The editor's callbacks.
  func support(isComplete: @escaping (String) -> Bool) -> EditingSupport {
    EditingSupport(
      isComplete: isComplete,
      completion: { [self] place in completer.completion(at: place) },
      roles: { [self] text, cursor in roles(of: text, cursor) },
      openConstruct: { text in
        if case .incomplete(let open) = completeness(of: text) { open } else { nil }
      }
    )
  }

  private var known: ModelCache {
    if let cache { return cache }
    let known = console.stores.withoutWaiting {
      let names = CompletionNames(console.stores)
      let check = ContinuationCheck(checker: console.session.checker, names: names)
      return ModelCache(names: names, check: check)
    }
    cache = known
    return known
  }

  private var completer: Completer {
    let (console, known, samples) = (console, known, samples)
    var completer = Completer(names: known.names, check: known.check)
    completer.suggestions = { $0.suggestions(console) }
    let isRemote = console.stores.current.place != nil
    completer.values = { path, entity in
      let session = console.session
      return isRemote
        ? samples.texts(of: path, in: entity, session)
        : console.briefly { session.sampleTexts(of: path, in: entity) }
    }
    completer.records = { entity in
      let session = console.session
      return isRemote
        ? samples.records(of: entity, session)
        : console.briefly { session.sampleRecords(of: entity) }
    }
    completer.offersFiles = !console.settings.isSafe
    return completer
  }

  private func roles(of text: String, _ cursor: Int) -> [TextRole] {
    if let colored, colored.text == text, colored.cursor == cursor { return colored.roles }
    let roles = Highlighter(names: known.names, check: known.check).roles(of: text, cursor: cursor)
    colored = (text, cursor, roles)
    return roles
  }
}
