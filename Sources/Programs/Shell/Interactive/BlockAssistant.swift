import Diagnostics
import Model
import Session
import Storage
import Syntax

/// Colours, completes and judges blocks by the models as they are when the prompt appears.
final class BlockAssistant {
  /// What is known of the models.
  private struct Knowledge {
    let names: CompletionNames
    let check: ContinuationCheck
  }

  private let console: Console
  private var knowledge: Knowledge?
  /// The block that was coloured last.
  private var colored: (text: String, cursor: Int, roles: [TextRole])?

  init(console: Console) {
    self.console = console
  }

  /// Forgets the models: a new block is about to be written.
  func begin() { (knowledge, colored) = (nil, nil) }

  /// What an editor asks for.
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

  private var known: Knowledge {
    if let knowledge { return knowledge }
    let known = console.stores.withoutWaiting {
      let names = CompletionNames(console.stores)
      let check = ContinuationCheck(checker: console.session.checker, names: names)
      return Knowledge(names: names, check: check)
    }
    knowledge = known
    return known
  }

  private var completer: Completer {
    let (console, known) = (console, known)
    var completer = Completer(names: known.names, check: known.check)
    completer.suggestions = { $0.suggestions(console) }
    completer.values = { path, entity in Self.values(path, entity, console) }
    completer.offersFiles = !console.settings.isSafe
    return completer
  }

  /// A store may work for long on a single batch, where the session itself cannot look at the clock.
  private static func values(_ path: [String], _ entity: String, _ console: Console) -> [String] {
    let cancellation = console.stores.cancellation
    let limit = TimeLimit(sampleTime, cancellation)
    defer {
      limit.end()
      cancellation.reset()
    }
    return console.stores.withoutWaiting { console.session.sampleTexts(of: path, in: entity) }
  }

  private static let sampleTime = Duration.milliseconds(60)

  private func roles(of text: String, _ cursor: Int) -> [TextRole] {
    if let colored, colored.text == text, colored.cursor == cursor { return colored.roles }
    let roles = Highlighter(names: known.names, check: known.check).roles(of: text, cursor: cursor)
    colored = (text, cursor, roles)
    return roles
  }
}
