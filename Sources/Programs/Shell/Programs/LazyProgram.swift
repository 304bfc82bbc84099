/// A program that is started when there is something for it to read: before that the terminal is not
/// its own.
final class LazyProgram {
  let command: String
  private(set) var program: ChildProgram?
  private(set) var failure: ChildProgram.Failure?

  init(_ command: String) {
    self.command = command
  }

  /// Starts it; gives where what it reads is written to, which is nowhere if it does not start.
  func start() -> OutputDescriptor {
    do throws(ChildProgram.Failure) {
      program = try ChildProgram(command, hasPipe: true)
    } catch {
      failure = error
    }
    return program?.input ?? .closed
  }
}
