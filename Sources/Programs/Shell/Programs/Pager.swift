import Diagnostics
import Foundation
import Platform
import Session
import Storage

/// Shows text in the user's pager if it does not fit the screen.
final class Pager {
  /// The user left the pager before the end of the text.
  struct Closed: Error {}

  private let console: Console
  /// The output without a pager.
  private let plainOutput: TextOutput
  private let command: String?
  private var screen: ScreenSpace
  /// The text so far, while it may still fit the screen.
  private var text = ""
  /// Whether the pager could not be started.
  private var isMissing = false
  private var program: ChildProgram?
  private var output: TextOutput?

  /// Creates a pager for the terminal of `console`.
  init(_ console: Console) {
    self.console = console
    plainOutput = console.output
    command = Self.command(console)
    let size = Terminal.size ?? (24, Terminal.defaultWidth)
    screen = ScreenSpace(rows: size.rows, columns: size.columns)
  }

  /// Whether a pager can be used.
  static func isUsable(by console: Console) -> Bool {
    !console.isPaging && console.printsToTerminal && Terminal.isTerminal(.standardInput)
      && command(console) != nil
  }

  /// The pager's command; nil for none.
  private static func command(_ console: Console) -> String? {
    guard !console.settings.isSafe, Terminal.isCapable else { return nil }
    switch console.settings.pager {
    case .off: return nil
    case .command(let command): return command
    case .on:
      let command = Environment.value(of: "PAGER") ?? usual
      return command.isEmpty || command == "cat" ? nil : command
    }
  }

  private static let usual = "less"

  /// Whether the pager is running, so that Ctrl-C is meant for it.
  var isStarted: Bool { program != nil }

  /// Adds text. Throws ``Closed`` after the user left the pager.
  func write(_ piece: String) throws {
    if let output { return try pass(piece, to: output) }
    if isMissing { return plainOutput.write(piece) }
    text += piece
    if let command, !screen.takes(piece) { start(command) }
  }

  /// Shows the remaining text, and waits until the user leaves the pager. Returns false if there
  /// was no pager.
  func finish() -> Bool {
    guard let program, let output else {
      plainOutput.write(text)
      return true
    }
    output.flush()
    let status = program.finish(ownsTerminal: true)
    console.session.cancellation.reset()
    return status != Self.notFound
  }

  /// The system shell's exit code for unknown commands.
  private static let notFound: Int32 = 127

  private func pass(_ piece: String, to output: TextOutput) throws {
    output.write(piece)
    // Keys typed in the pager do not stop the statement; leaving it does.
    if Signals.takeInterrupt() { console.session.cancellation.reset() }
    if output.failure != nil { throw Closed() }
  }

  private func start(_ command: String) {
    defer { text = "" }
    console.flush()
    do throws(ChildProgram.Failure) {
      let program = try ChildProgram(command, hasPipe: true, environment: Self.environment)
      guard let input = program.input else { return }
      let output = TextOutput(input)
      (self.program, self.output) = (program, output)
      output.write(text)
    } catch {
      console.report(error.message)
      isMissing = true
      plainOutput.write(text)
    }
  }

  /// Default options of `less`: show colors, cut long lines, exit if the text fits the screen.
  private static var environment: [String: String] {
    var result: [String: String] = [:]
    if Environment.value(of: "LESS") == nil { result["LESS"] = "FRSX" }
    if Environment.value(of: "LESSCHARSET") == nil, Terminal.usesUnicode {
      result["LESSCHARSET"] = "utf-8"
    }
    return result
  }
}
