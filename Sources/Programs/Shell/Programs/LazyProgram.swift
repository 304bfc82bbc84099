/// A program that is started with its first input. Until then it does not own the terminal.
final class LazyProgram {
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
