import Diagnostics
public import JSONRPC
public import Shell
import Syntax

/// Runs the cells of notebooks. The kernel in `Integrations/jupyter` sends them.
public final class NotebookServer: RPCService {
  private let console: Console
  private let assistant: BlockAssistant
  private var cellCount = 0

  /// Creates a server for the stores of a console.
  public init(_ console: Console) {
    self.console = console
    assistant = BlockAssistant(console: console)
  }

  /// Receives notifications: `exit` ends the connection.
  public func receive(_ method: String, _ parameters: JSON, on connection: RPCConnection) -> Bool {
    method != "exit"
  }

  /// Answers a request.
  public func answer(
    _ method: String,
    _ parameters: JSON,
    on connection: RPCConnection
  ) throws(RPCError) -> JSON {
    if method == "version" { return ["version": .string(ProgramVersion.number)] }
    guard let code = parameters["code"].string else {
      throw .invalidParameters("`code` must be a string")
    }
    switch method {
    case "execute": return run(code)
    case "complete": return completion(of: code, at: parameters["cursor"].int)
    case "inspect": return explanation(of: code, at: parameters["cursor"].int)
    case "is_complete": return completeness(of: code)
    default: throw .unknownMethod(method)
    }
  }

  private func run(_ code: String) -> JSON {
    cellCount += 1
    let recorder = CellRecorder(console)
    console.receiver = recorder
    defer { console.receiver = nil }
    let source = SourceText(name: "cell \(cellCount)", text: code)
    let status = ScriptRunner(console: console, bails: true).run(source)
    console.flush()
    var isQuit = false
    if case .quit = status { isQuit = true }
    return [
      "outputs": .array(recorder.outputs), "quits": .bool(isQuit),
      "errors": .array(recorder.errors.map { .string($0) }),
      "failed": .bool(status == .failed || status == .interrupted),
    ]
  }

  private func completion(of code: String, at cursor: Int?) -> JSON {
    let before = Self.prefix(of: code, cursor)
    assistant.begin()
    let completion = assistant.completion(after: before)
    return [
      "replaced": .int(completion.replaced),
      "matches": .array(
        completion.candidates.map { ["text": .string($0.text), "detail": .string($0.detail)] }
      ),
    ]
  }

  private func explanation(of code: String, at cursor: Int?) -> JSON {
    let source = SourceText(name: "", text: code)
    let offset = Self.prefix(of: code, cursor).utf8.count
    assistant.begin()
    // The cursor may be after the word.
    let found =
      assistant.explanation(of: source, at: offset)
      ?? assistant.explanation(of: source, at: max(0, offset - 1))
    return found.map { ["markdown": .string($0.markdown)] } ?? [:]
  }

  private func completeness(of code: String) -> JSON {
    switch Syntax.completeness(of: code) {
    case .complete: ["status": "complete"]
    case .incomplete: ["status": "incomplete"]
    case .faulty: ["status": "invalid"]
    }
  }

  /// The text before a cursor, which is counted in Unicode scalars; all text without one.
  private static func prefix(of code: String, _ cursor: Int?) -> String {
    guard let cursor, cursor >= 0 else { return code }
    return String(String.UnicodeScalarView(code.unicodeScalars.prefix(cursor)))
  }
}
