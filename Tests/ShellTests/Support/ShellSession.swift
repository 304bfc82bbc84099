import Foundation
import TestSupport
import Testing

/// The shell on a terminal, with its screen.
final class ShellSession {
  private(set) var screen: Screen
  /// All that came from the process.
  private(set) var received: [UInt8] = []
  let folder: TemporaryFolder
  private let terminal: PseudoTerminal
  /// The line ends that were shown, and how many there are once Enter, typed last, is answered.
  private var newlineCount = 0
  private var newlinesToCome = 0
  /// Whether Enter, typed last, was taken, so that a prompt is not the one at which it was typed.
  var hasTakenEnter: Bool { newlineCount >= newlinesToCome }
  /// How long a screen is waited for; a machine that is busy needs long at times.
  private static let patience: TimeInterval = 60

  /// Starts the command, or the program `through` with the command's path as its last argument, and
  /// waits for the prompt unless `waits` is false.
  convenience init(
    _ arguments: String...,
    through: [String] = [],
    rows: Int = 24,
    columns: Int = 80,
    folder: TemporaryFolder? = nil,
    environment: [String: String] = [:],
    waits: Bool = true
  ) throws {
    try self.init(
      arguments,
      through: through,
      rows: rows,
      columns: columns,
      folder: folder,
      environment: environment,
      waits: waits
    )
  }

  /// The same, with arguments of any number.
  init(
    _ arguments: [String],
    through: [String] = [],
    rows: Int = 24,
    columns: Int = 80,
    folder: TemporaryFolder? = nil,
    environment: [String: String] = [:],
    waits: Bool = true
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    screen = Screen(rows: rows > 0 ? rows : 24, columns: columns > 0 ? columns : 80)
    let standard = [
      "TERM": "xterm", "HOME": self.folder.path, "XDG_STATE_HOME": self.folder.path,
      "XDG_CONFIG_HOME": self.folder.path,
      "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
    ]
    terminal = try PseudoTerminal(
      through + (through.isEmpty ? [BuiltCommand.path] : []) + arguments,
      environment: standard.merging(BuiltCommand.sanitizerSettings) { $1 }
        .merging(environment) { $1 },
      rows: rows,
      columns: columns
    )
    if waits { waitForPrompt() }
  }

  /// The session's process.
  var process: pid_t { terminal.process }

  /// Whether the terminal hands over whole lines and shows what is typed, as shells want it.
  var isTerminalCooked: Bool { terminal.isCooked }

  private func show(_ bytes: [UInt8]) {
    newlineCount += bytes.count { $0 == 0x0A }
    screen.show(bytes)
  }

  /// Types `text`; `\r` is Enter.
  func type(_ text: String) {
    if text.contains("\r") { newlinesToCome = newlineCount + 1 }
    terminal.write(text)
  }

  /// Types a text that is longer than what terminals hold, reading what is printed in between.
  func paste(_ text: String) {
    var rest = text[...]
    while !rest.isEmpty {
      terminal.write(String(rest.prefix(1_000)))
      rest = rest.dropFirst(1_000)
      if let bytes = terminal.read(waiting: 0) { show(bytes) }
    }
  }

  /// Sends a signal to the processes that the terminal belongs to.
  func signalForeground(_ number: Int32) { terminal.signalForeground(number) }

  /// Waits until the screen is as `isExpected` wants it; records an issue if it never is.
  func wait(
    for purpose: String,
    at location: SourceLocation = #_sourceLocation,
    until isExpected: (Screen) -> Bool
  ) {
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while !isExpected(screen) {
      guard Date() < deadline, let bytes = terminal.read(waiting: 100) else {
        Issue.record(
          "never saw \(purpose); the screen is\n\(screen.text)",
          sourceLocation: location
        )
        return
      }
      received += bytes
      show(bytes)
    }
  }

  /// Waits until `text` is on the screen.
  func wait(for text: String, at location: SourceLocation = #_sourceLocation) {
    wait(for: text.debugDescription, at: location) { $0.text.contains(text) }
  }

  /// Whether a line is a prompt: `martlet>`, with `*` for pending changes and the target of `.output`.
  private static func isPrompt(_ line: String) -> Bool {
    line == "martlet>" || line == "martlet*>" || line.hasPrefix("martlet") && line.hasSuffix("]>")
  }

  /// Waits until the screen ends with an empty prompt: not the one at which Enter was typed last.
  func waitForPrompt(at location: SourceLocation = #_sourceLocation) {
    wait(for: "an empty prompt", at: location) {
      hasTakenEnter && Self.isPrompt($0.lastLine)
        && $0.cursor.column == $0.lastLine.count + 1
    }
  }

  /// Types a line, waits for the prompt after its answer, and returns the screen.
  @discardableResult
  func run(_ line: String, at location: SourceLocation = #_sourceLocation) -> String {
    type(line + "\r")
    wait(for: "an answer to \(line)", at: location) {
      hasTakenEnter && $0.text.contains(line) && Self.isPrompt($0.lastLine)
    }
    return screen.text
  }

  /// Begins a statement that takes long and changes nothing once Ctrl-C stops it: it makes records of `model`.
  func runLong(of model: String, at location: SourceLocation = #_sourceLocation) {
    type("generate 10000000 \(model)\r")
    wait(for: "its progress", at: location) { $0.lastLine.hasPrefix("creating records") }
  }

  /// Gives the terminal another width; lines that are too long for it are wrapped again.
  func resize(columns: Int) {
    drain()
    screen.resize(columns: columns)
    terminal.resize(rows: screen.rows.count, columns: columns)
  }

  /// Shows what was printed until nothing more comes for a moment.
  func drain() {
    while let bytes = terminal.read(waiting: 150), !bytes.isEmpty { show(bytes) }
  }

  /// Waits for the process to end; gives its exit code.
  func waitForExit() -> Int32 { terminal.waitForExit() }

  func kill() { Foundation.kill(terminal.process, SIGKILL) }
}
