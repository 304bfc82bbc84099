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
    let (console, known) = (console, known)
    var completer = Completer(names: known.names, check: known.check)
    completer.suggestions = { $0.suggestions(console) }
    completer.values = { path, entity in Self.values(path, entity, console) }
    completer.records = { entity in console.briefly { console.session.sampleRecords(of: entity) } }
    completer.offersFiles = !console.settings.isSafe
    return completer
  }

  private static func values(_ path: [String], _ entity: String, _ console: Console) -> [String] {
    console.briefly { console.session.sampleTexts(of: path, in: entity) }
  }

  private func roles(of text: String, _ cursor: Int) -> [TextRole] {
    if let colored, colored.text == text, colored.cursor == cursor { return colored.roles }
    let roles = Highlighter(names: known.names, check: known.check).roles(of: text, cursor: cursor)
    colored = (text, cursor, roles)
    return roles
  }
}
