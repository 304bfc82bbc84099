import Foundation
import TestSupport
import Testing

/// The shell on a terminal, with the screen as a person would see it.
final class ShellSession {
  private(set) var screen: Screen
  let folder: TemporaryFolder
  private let terminal: PseudoTerminal
  /// How long a screen is waited for; a machine that is busy needs long at times.
  private static let patience: TimeInterval = 60

  init(
    _ arguments: String...,
    rows: Int = 24,
    columns: Int = 80,
    folder: TemporaryFolder? = nil,
    environment: [String: String] = [:]
  ) throws {
    self.folder = try folder ?? TemporaryFolder()
    screen = Screen(rows: rows, columns: columns)
    let standard = [
      "TERM": "xterm", "HOME": self.folder.path, "XDG_STATE_HOME": self.folder.path,
      "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
    ]
    terminal = try PseudoTerminal(
      [BuiltCommand.path] + arguments,
      environment: standard.merging(environment) { $1 },
      rows: rows,
      columns: columns
    )
    waitForPrompt()
  }

  /// Types `text`; `\r` is Enter.
  func type(_ text: String) {
    terminal.write(text)
  }

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
      screen.show(bytes)
    }
  }

  /// Waits until `text` is on the screen.
  func wait(for text: String, at location: SourceLocation = #_sourceLocation) {
    wait(for: text.debugDescription, at: location) { $0.text.contains(text) }
  }

  /// Waits until the screen ends with an empty prompt.
  func waitForPrompt(at location: SourceLocation = #_sourceLocation) {
    wait(for: "an empty prompt", at: location) {
      $0.lastLine == "martlet>" && $0.cursor.column == "martlet> ".count
    }
  }

  /// Types a line, waits for the prompt behind its answer, and gives the screen.
  @discardableResult
  func run(_ line: String, at location: SourceLocation = #_sourceLocation) -> String {
    type(line + "\r")
    wait(for: "an answer to \(line)", at: location) {
      $0.text.contains(line) && $0.lastLine == "martlet>"
    }
    return screen.text
  }

  func resize(columns: Int) {
    terminal.resize(rows: screen.rows.count, columns: columns)
  }

  /// Waits for the process to end; gives its exit code.
  func waitForExit() -> Int32 { terminal.waitForExit() }

  func kill() { Foundation.kill(terminal.process, SIGKILL) }
}
