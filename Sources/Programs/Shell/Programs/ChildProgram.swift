import Foundation
import Model
import Platform

/// A program that the user has chosen, run by the shell of the system: a pager, an editor, the other
/// end of a pipe.
struct ChildProgram {
  /// What could not be done with a program.
  struct Failure: Error {
    let message: String
  }

  let command: String
  /// Where what it reads is written to; nil where it reads from the terminal.
  let input: OutputDescriptor?
  private let process: ChildProcess

  /// Starts `command`, with a pipe as its standard input or with that of this process.
  init(
    _ command: String,
    hasPipe: Bool,
    environment: [String: String] = [:]
  ) throws(Failure) {
    do throws(Errno) {
      let pipe = hasPipe ? try FileDescriptor.pipe() : nil
      defer { try? pipe?.readEnd.close() }
      do throws(Errno) {
        process = try ChildProcess(shell: command, input: pipe?.readEnd, environment: environment)
      } catch {
        try? pipe?.writeEnd.close()
        throw error
      }
      input = pipe.map { OutputDescriptor($0.writeEnd, isPipeToProgram: true) }
    } catch {
      throw Failure(message: "cannot run \(command.debugDescription): \(error)")
    }
    self.command = command
  }

  /// Ends what it reads and waits for its end. Returns its exit code, or minus the signal that ended it.
  ///
  /// - Parameter ownsTerminal: Whether a Ctrl-C is meant for the program alone. Else it ends both.
  func finish(ownsTerminal: Bool) -> Int32 {
    try? input?.descriptor.close()
    let code = ownsTerminal ? process.wait() : waitForEndOrInterrupt()
    if ownsTerminal { _ = Signals.takeInterrupt() }
    return code
  }

  /// Hands an interrupt on, which may come at any moment: a wait without end could miss it.
  private func waitForEndOrInterrupt() -> Int32 {
    while true {
      if let code = process.poll() { return code }
      if Signals.isInterrupted {
        process.send(.interrupt)
        return process.wait()
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
  }
}

/// The name of a program as the system's shell takes it, quoted.
func shellQuoted(_ text: String) -> String {
  "'" + text.replacing(scalar: "'", with: "'\\''") + "'"
}
