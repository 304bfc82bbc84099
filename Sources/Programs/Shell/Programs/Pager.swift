import Diagnostics
import Foundation
import Platform
import Session
import Storage

/// Shows a text by the user's pager if it is longer or wider than the screen, else as it is.
final class Pager {
  /// The pager was left before it had seen all.
  struct Left: Error {}

  private let console: Console
  /// Where the text goes without a pager.
  private let plainOutput: TextOutput
  private let command: String?
  private var screen: ScreenSpace
  /// What was written while it might still fit the screen.
  private var text = ""
  /// Whether the pager could not be started: the text goes where it goes without one.
  private var isMissing = false
  private var program: ChildProgram?
  private var output: TextOutput?

  /// A pager for what goes to the terminal of `console`.
  init(_ console: Console) {
    self.console = console
    plainOutput = console.output
    command = Self.command(console)
    let size = Terminal.size ?? (24, Terminal.usualWidth)
    screen = ScreenSpace(rows: size.rows, columns: size.columns)
  }

  /// Whether there is a pager that a text could be given to.
  static func isUsable(by console: Console) -> Bool {
    !console.isPaging && console.printsToTerminal && Terminal.isTerminal(.standardInput)
      && command(console) != nil
  }

  /// The command that shows texts; nil for none.
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

  /// Whether the pager shows something, so that Ctrl-C is meant for it.
  var isStarted: Bool { program != nil }

  /// Takes a piece of the text. Throws ``Left`` where nobody wants to see more.
  func write(_ piece: String) throws {
    if let output { return try pass(piece, to: output) }
    if isMissing { return plainOutput.write(piece) }
    text += piece
    if let command, !screen.takes(piece) { start(command) }
  }

  /// Shows what was not shown yet, and waits until the pager is left; gives whether there was one.
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

  /// What the system's shell says of programs that are not there.
  private static let notFound: Int32 = 127

  private func pass(_ piece: String, to output: TextOutput) throws {
    output.write(piece)
    // What was typed at the pager stops nothing here; its end does.
    if Signals.takeInterrupt() { console.session.cancellation.reset() }
    if output.failure != nil { throw Left() }
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

  /// What `less` is to do where the user has not said so: show colours, cut long lines, leave a text
  /// that fits the screen.
  private static var environment: [String: String] {
    var result: [String: String] = [:]
    if Environment.value(of: "LESS") == nil { result["LESS"] = "FRSX" }
    if Environment.value(of: "LESSCHARSET") == nil, Terminal.usesUnicode {
      result["LESSCHARSET"] = "utf-8"
    }
    return result
  }
}
