import Foundation
import Model

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
  private let process: pid_t

  /// Starts `command`, with a pipe as its standard input or with that of this process.
  init(
    _ command: String,
    hasPipe: Bool,
    environment: [String: String] = [:]
  ) throws(Failure) {
    self.command = command
    var ends: [Int32] = [-1, -1]
    if hasPipe {
      guard pipe(&ends) == 0 else { throw Self.failure(command, errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    do throws(Failure) {
      process = try Self.spawn(command, reading: hasPipe ? ends[0] : nil, environment)
    } catch {
      for end in ends where hasPipe { close(end) }
      throw error
    }
    if hasPipe { close(ends[0]) }
    input = hasPipe ? OutputDescriptor(ends[1], isPipeToProgram: true) : nil
  }

  /// Ends what it reads and waits for its end; gives its exit code, or minus the signal that ended it.
  ///
  /// - Parameter ownsTerminal: Whether a Ctrl-C is meant for the program alone. Else it ends both.
  func finish(ownsTerminal: Bool) -> Int32 {
    if let input { close(input.number) }
    let status = ownsTerminal ? waitForEnd() : waitForEndOrInterrupt()
    if ownsTerminal { _ = Signals.takeInterrupt() }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  private func waitForEnd() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Hands an interrupt on, which may come at any moment: a wait without end could miss it.
  private func waitForEndOrInterrupt() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if Signals.isInterrupted {
        kill(process, SIGINT)
        return waitForEnd()
      }
      usleep(5_000)
    }
    return status
  }

  private static func failure(_ command: String, _ number: Int32) -> Failure {
    Failure(message: "cannot run \(command.debugDescription): \(String(cString: strerror(number)))")
  }

  private static func spawn(
    _ command: String,
    reading input: Int32?,
    _ environment: [String: String]
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGHUP, SIGWINCH] {
      sigaddset(&usual, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    let settings = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let arguments = ["/bin/sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      settings.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &variables)
    guard error == 0 else { throw failure(command, error) }
    return process
  }
}

/// The name of a program as the system's shell takes it, quoted.
func shellQuoted(_ text: String) -> String {
  "'" + text.replacing(scalar: "'", with: "'\\''") + "'"
}
