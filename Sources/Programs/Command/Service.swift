import Assistants
import Diagnostics
import Documents
import Editors
import Files
import JSONRPC
import Notebooks
import Session
import Shell
import Storage

/// What the program does instead of running scripts.
enum Service {
  /// `--mcp`
  case assistant(allowsChanges: Bool, hidden: [String], log: String?)
  /// `--language-server`
  case editor
  /// `--kernel`
  case notebook
  /// `--report FILE`
  case report(path: String)

  /// Whether another program sends requests on standard input.
  var isPeer: Bool {
    switch self {
    case .assistant, .editor, .notebook: true
    case .report: false
    }
  }

  /// How messages are divided.
  var framing: MessageFraming { if case .editor = self { .headers } else { .lines } }

  /// Whether only the given stores can be used.
  var isConfined: Bool { if case .assistant = self { true } else { false } }

  /// Whether stores are opened for reading only.
  var isReadOnly: Bool {
    switch self {
    case .assistant(allowsChanges: false, _, _), .editor: true
    default: false
    }
  }
}

extension Launcher {
  /// Answers the requests of another program, and returns the process's exit code.
  func serve(_ service: Service) -> Int32 {
    let peer: any RPCService
    do throws(SessionError) {
      guard let made = try makePeer(service) else { return 0 }
      peer = made
    } catch {
      return fail(error)
    }
    let cancellation = console.stores.cancellation
    let connection = RPCConnection(
      framing: service.framing,
      isEnding: { Signals.isInterrupted },
      interrupt: { cancellation.cancel() }
    )
    connection.run(peer)
    if let editor = peer as? EditorServer, !editor.isShutDown { return 1 }
    return console.finish(Signals.isInterrupted ? .interrupted : .succeeded, cameToEnd: true)
  }

  private func makePeer(_ service: Service) throws(SessionError) -> (any RPCService)? {
    switch service {
    case .assistant(let allowsChanges, let hidden, let log):
      return AssistantServer(
        console.stores,
        hiding: try HiddenAttributes(hidden, in: console.stores),
        allowsChanges: allowsChanges,
        version: ProgramVersion.number,
        log: try log.map { path throws(SessionError) in try RequestLog(path: path) }
      )
    case .editor: return EditorServer(console)
    case .notebook: return NotebookServer(console)
    case .report: return nil
    }
  }
}

extension Launcher {
  /// Runs the scripts, writes the report on them, and returns the process's exit code.
  func runReport(to path: String, _ run: () -> Int32) -> Int32 {
    let recorder = ReportRecorder(console)
    console.receiver = recorder
    let exitCode = run()
    console.receiver = nil
    if Signals.isInterrupted { return exitCode }
    let script = options.scripts.compactMap { script in
      if case .file(let path) = script { path } else { nil }
    }.first
    let page = recorder.page(name: script ?? "Report")
    do {
      let file = try ReplacedFile(path: path)
      do {
        try ByteText.write(page, to: file.write)
      } catch {
        file.discard()
        throw error
      }
      try file.commit()
    } catch let failure as ReplacedFile.Failure {
      console.report(Diagnostic(failure, at: nil))
      return 1
    } catch {
      console.report("\(error)")
      return 1
    }
    return exitCode
  }
}
