import Diagnostics
import Files
import Formats
import Storage

/// Output to a file, which is replaced when it is complete, or to a program.
final class Redirection {
  private enum Target {
    case file(ReplacedFile)
    case program(LazyProgram)
  }

  let output: TextOutput
  private let target: Target
  /// The mode for the file's extension; nil if it has none, or another mode was chosen.
  var mode: OutputMode?

  /// The file's name, or the program after a `|`.
  var name: String {
    switch target {
    case .file(let file): file.path.split(separator: "/").last.map(String.init) ?? file.path
    case .program(let program): "|" + program.command
    }
  }

  /// The path of the file; nil for a program.
  var path: String? { if case .file(let file) = target { file.path } else { nil } }

  /// Redirects results to the file at `path`.
  ///
  /// - Parameter cancellation: Ends the wait for a reader of a named pipe.
  init(path: String, cancellation: CancellationFlag) throws(Diagnostic) {
    if let error = FileFormat.refusal(of: path, at: nil) { throw error }
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

  /// Redirects results to a program, which is started with the first output.
  init(command: String) {
    let program = LazyProgram(command)
    target = .program(program)
    output = TextOutput(openingLate: program.start)
  }

  /// Ends the redirection: commits the file, or waits for the program, which runs even without
  /// input.
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
      let end = status < 0 ? "was ended by signal \(-status)" : "exited with status \(status)"
      throw Diagnostic(.error, "\(program.command.debugDescription) \(end)", at: nil)
    }
  }

  /// Discards the output. The existing file stays.
  func discard() {
    switch target {
    case .file(let file): file.discard()
    case .program(let program): _ = program.program?.finish(ownsTerminal: false)
    }
  }
}

/// A program that is started with its first input. Until then it does not own the terminal.
private final class LazyProgram {
  let command: String
  private(set) var program: ChildProgram?
  private(set) var failure: ChildProgram.Failure?

  init(_ command: String) {
    self.command = command
  }

  /// Starts the program. Returns its standard input, or a closed descriptor on failure.
  func start() -> OutputDescriptor {
    do throws(ChildProgram.Failure) {
      program = try ChildProgram(command, hasPipe: true)
    } catch {
      failure = error
    }
    return program?.input ?? .closed
  }
}
