public import Diagnostics
import Model
public import Session
import Storage
import Syntax

/// Completes, colors and checks blocks with the models at the time of the prompt.
public final class BlockAssistant {
  struct ModelCache {
    let names: CompletionNames
    let check: ContinuationCheck
  }

  private let console: Console
  private let samples = BackgroundSamples()
  private var cache: ModelCache?
  /// The last colored block.
  private var colored: (text: String, cursor: Int, roles: [TextRole])?

  /// The session with the names that statements can use; nil for the current one.
  private let names: QuerySession?

  /// Creates an assistant.
  ///
  /// - Parameter names: The session with the names that statements can use; nil for the current
  ///   one. Values are always those of the current one.
  public init(console: Console, names: QuerySession? = nil) {
    (self.console, self.names) = (console, names)
  }

  /// The session with the names that statements can use.
  var session: QuerySession { names ?? console.session }

  /// Discards the cached models, before a new block is edited.
  public func begin() { (cache, colored) = (nil, nil) }

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

  var known: ModelCache {
    if let cache { return cache }
    let known = console.stores.withoutWaiting {
      let known = names.map { CompletionNames($0) } ?? CompletionNames(console.stores)
      let checker = (names ?? console.session).checker
      return ModelCache(names: known, check: ContinuationCheck(checker: checker, names: known))
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

  /// The completions after `text`.
  public func completion(after text: String) -> Completion {
    completer.completion(at: CompletionPlace(text: text, beforeCursor: text))
  }

  /// The color of each Unicode scalar of a whole text.
  public func roles(of text: String) -> [TextRole] { roles(of: text, text.unicodeScalars.count) }

  private func roles(of text: String, _ cursor: Int) -> [TextRole] {
    if let colored, colored.text == text, colored.cursor == cursor { return colored.roles }
    let roles = Highlighter(names: known.names, check: known.check).roles(of: text, cursor: cursor)
    colored = (text, cursor, roles)
    return roles
  }
}
