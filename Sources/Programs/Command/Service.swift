import Assistants
import Diagnostics
import Documents
import Editors
import Files
import JSONRPC
import Notebooks
import Platform
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
    let streams: (input: FileDescriptor, output: FileDescriptor)
    do throws(Errno) {
      streams = try Self.takeStandardStreams()
    } catch {
      console.report("cannot use the standard streams: \(error)")
      return RunStatus.unreadable.exitCode
    }
    let cancellation = console.stores.cancellation
    let connection = RPCConnection(
      input: streams.input,
      output: streams.output,
      framing: service.framing,
      isEnding: { Signals.isInterrupted },
      interrupt: { cancellation.cancel() }
    )
    connection.run(peer)
    if let editor = peer as? EditorServer, !editor.isShutDown { return 1 }
    return console.finish(Signals.isInterrupted ? .interrupted : .succeeded, cameToEnd: true)
  }

  /// Standard input and output, for the messages only.
  ///
  /// Their numbers are then `/dev/null` and standard error, so that no statement and no other
  /// program reads a message or writes between the answers.
  private static func takeStandardStreams() throws(Errno) -> (
    input: FileDescriptor, output: FileDescriptor
  ) {
    let input = try FileDescriptor.standardInput.duplicate()
    let output = try FileDescriptor.standardOutput.duplicate()
    let nothing = try FileDescriptor.open("/dev/null", .readWrite)
    try nothing.replace(.standardInput)
    do throws(Errno) {
      try FileDescriptor.standardError.replace(.standardOutput)
    } catch {
      // Standard error is closed.
      try nothing.replace(.standardOutput)
    }
    return (input, output)
  }

  private func makePeer(_ service: Service) throws(SessionError) -> (any RPCService)? {
    switch service {
    case .assistant(let allowsChanges, let hidden, let log):
      return AssistantServer(
        console.stores,
        hiding: try HiddenAttributes(hidden, in: console.stores),
        allowsChanges: allowsChanges,
        version: ProgramVersion.number,
        log: try log.map { path throws(SessionError) in try requestLog(at: path) }
      )
    case .editor: return EditorServer(console)
    case .notebook: return NotebookServer(console)
    case .report: return nil
    }
  }

  private func requestLog(at path: String) throws(SessionError) -> RequestLog {
    if let refusal = refusal(ofWriting: path) { throw .failed([refusal]) }
    return try RequestLog(path: path)
  }
}

extension Launcher {
  /// Runs the scripts, writes the report on them, and returns the process's exit code.
  ///
  /// - Parameter path: The file of the report; `-` is standard output.
  func runReport(to path: String, _ run: () -> Int32) -> Int32 {
    if let refusal = refusal(ofReport: path) {
      console.report(refusal)
      return RunStatus.failed.exitCode
    }
    let recorder = ReportRecorder(console)
    console.receiver = recorder
    let exitCode = run()
    console.receiver = nil
    if Signals.isInterrupted { return exitCode }
    let script = options.scripts.compactMap { script in
      if case .file(let path) = script { path } else { nil }
    }.first
    let page = recorder.page(name: script ?? "Report")
    if path == "-" { return max(show(page, terminator: ""), exitCode) }
    // A script may have opened another store.
    if let refusal = refusal(ofReport: path) {
      console.report(refusal)
      return RunStatus.failed.exitCode
    }
    do {
      try ReplacedFile.write(page, to: path)
    } catch let failure as ReplacedFile.Failure {
      console.report(Diagnostic(failure, at: nil))
      return RunStatus.failed.exitCode
    } catch {
      console.report("\(error)")
      return RunStatus.failed.exitCode
    }
    return exitCode
  }

  /// Why a report must not replace the file at a path; nil if it may.
  private func refusal(ofReport path: String) -> Diagnostic? {
    if path == "-" { return nil }
    if let refusal = refusal(ofWriting: path) { return refusal }
    for case .file(let script) in options.scripts
    where script != "-" && FileIdentity.isOne(script, path) {
      return Diagnostic(
        .error,
        "cannot write \(path.debugDescription): it is the script of the report",
        at: nil
      )
    }
    return nil
  }

  /// Why a file must not be written: it belongs to an open store. Nil if it may be written.
  private func refusal(ofWriting path: String) -> Diagnostic? {
    console.stores.store(writtenTo: path).map { store in
      Diagnostic(
        .error,
        "cannot write \(path.debugDescription): it is the file of the open store `\(store.name)`",
        at: nil
      )
    }
  }
}
