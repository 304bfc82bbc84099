import Diagnostics
import Files
import Storage

/// Where results go instead of standard output: a file that takes its place when it is whole, or a
/// program that reads them.
final class Redirection {
  private enum Target {
    case file(ReplacedFile)
    case program(LazyProgram)
  }

  let output: TextOutput
  private let target: Target
  /// The mode that the ending of the file's name stands for; nil if it stands for none, or another was chosen.
  var mode: OutputMode?

  /// The path of the file that is written; nil for a program.
  var path: String? { if case .file(let file) = target { file.path } else { nil } }

  /// Results go to the file at `path`.
  ///
  /// - Parameter cancellation: Ends the wait for who reads a named pipe.
  init(path: String, cancellation: CancellationFlag) throws(Diagnostic) {
    do throws(ReplacedFile.Failure) {
      let file = try ReplacedFile(path: path, cancellation: cancellation)
      target = .file(file)
      mode = OutputMode.forFile(path)
      output = TextOutput(
        OutputDescriptor(
          file.descriptor,
          isPipeToProgram: file.isNamedPipe,
          endsAtInterrupt: file.isPipe
        )
      )
    } catch {
      throw Diagnostic(error, at: nil)
    }
  }

  /// Results go to a program, which is started when there are some.
  init(command: String) {
    let program = LazyProgram(command)
    target = .program(program)
    output = TextOutput(openingLate: program.start)
  }

  /// Ends it: the file takes its place, the program comes to its end, even one that got nothing.
  func finish() throws(Diagnostic) {
    output.flush()
    output.open()
    switch target {
    case .file(let file):
      do throws(ReplacedFile.Failure) {
        if let failure = output.failure {
          file.discard()
          throw ReplacedFile.Failure(path: file.path, failure)
        }
        try file.commit()
      } catch {
        throw Diagnostic(error, at: nil)
      }
    case .program(let program):
      if let failure = program.failure { throw Diagnostic(.error, failure.message, at: nil) }
      let status = program.program?.finish(ownsTerminal: false) ?? 0
      guard status != 0, !Signals.isInterrupted else { return }
      let end = status < 0 ? "was ended by signal \(-status)" : "ended with exit code \(status)"
      throw Diagnostic(.error, "\(program.command.debugDescription) \(end)", at: nil)
    }
  }

  /// Gives it up: what was in the file's place stays there.
  func discard() {
    switch target {
    case .file(let file): file.discard()
    case .program(let program): _ = program.program?.finish(ownsTerminal: false)
    }
  }
}
