import Diagnostics
import Session
import Syntax

/// The answer of a session to an input.
enum SessionAnswer {
  case done(StatementOutcome.Answer)
  case refused([Refusal], [String])

  /// Runs the one statement of `text`.
  init(_ text: String, in session: QuerySession) {
    let source = SourceText(name: "", text: text)
    var parser = ScriptParser(source)
    guard case .statement(let statement)? = parser.next() else {
      self = .refused([.other], ["no statement"])
      return
    }
    do throws(SessionError) {
      self = .done(try session.run(statement, in: source).answer)
    } catch {
      guard case .failed(let findings) = error else {
        self = .refused([.other], ["\(error)"])
        return
      }
      let messages = findings.map(\.message)
      self = .refused(messages.map(Self.kind).sorted(), messages)
    }
  }

  /// The kind of a problem, by its words.
  private static func kind(_ message: String) -> Refusal {
    kinds.first { message.contains($0.words) }?.kind ?? .other
  }

  private static let kinds: [(words: String, kind: Refusal)] = [
    ("somebody else", .conflict), ("needs a value for", .missing), ("must have a value", .missing),
    ("is unique, and", .taken), ("breaks `check", .broken), ("are allowed", .bounds),
    ("cannot be deleted", .denied),
    ("new records can only be added to a single record", .severalOwners), ("exactly one", .notOne),
    ("there is no ", .noRecord), (" has the id ", .noRecord),
    ("the keys are those of different records", .ambiguousKey),
    ("exists again", .conflict), ("after the change, but", .conflict),
    ("nothing to undo", .nothingToUndo), ("nothing to redo", .nothingToUndo),
    ("a transaction is already open", .alreadyBegun),
  ]
}
