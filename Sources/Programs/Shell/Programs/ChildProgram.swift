import Foundation
import Model
import Platform

/// A program run by the system's shell: a pager, an editor, the other end of a pipe.
struct ChildProgram {
  struct Failure: Error {
    let message: String
  }

  let command: String
  /// The program's standard input; nil if it reads from the terminal.
  let input: OutputDescriptor?
  private let process: ChildProcess

  /// Starts `command` with a pipe as its standard input, or with this process's.
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

  /// Closes the pipe and waits for the program. Returns its exit code, or minus the signal that
  /// ended it.
  ///
  /// - Parameter ownsTerminal: Whether Ctrl-C is meant for the program alone; otherwise it ends
  /// both.
  func finish(ownsTerminal: Bool) -> Int32 {
    try? input?.descriptor.close()
    let code = ownsTerminal ? process.wait() : waitForEndOrInterrupt()
    if ownsTerminal { _ = Signals.takeInterrupt() }
    return code
  }

  /// Waits for the end, or passes on an interrupt, which could arrive just before a blocking wait.
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

/// The text quoted for the system's shell.
func shellQuoted(_ text: String) -> String {
  "'" + text.replacing(scalar: "'", with: "'\\''") + "'"
}
