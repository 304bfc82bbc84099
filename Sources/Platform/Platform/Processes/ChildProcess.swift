import Foundation

/// A process started by the system shell.
///
/// ```
/// let pipe = try FileDescriptor.pipe()
/// let process = try ChildProcess(shell: "less -F", input: pipe.readEnd)
/// ```
public struct ChildProcess: Sendable {
  private let id: pid_t

  /// Starts `command` with default signal handlers.
  ///
  /// - Parameters:
  ///   - input: The standard input; nil to inherit it.
  ///   - environment: Additional environment variables.
  public init(
    shell command: String,
    input: FileDescriptor? = nil,
    environment: [String: String] = [:]
  ) throws(Errno) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input { posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGHUP, SIGWINCH] {
      sigaddset(&usual, number)
    }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    // Worker threads block signals; a child would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    let settings = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let arguments = ["/bin/sh", "-c", command]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      settings.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &variables)
    guard error == 0 else { throw Errno(rawValue: error) }
    id = process
  }

  /// Waits for the process to end. Returns its exit code, or the negated number of the signal that
  /// ended it.
  public func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return Self.code(status)
  }

  /// The result of ``wait()`` if the process has ended; otherwise nil.
  public func poll() -> Int32? {
    var status: Int32 = 0
    return waitpid(id, &status, WNOHANG) == 0 ? nil : Self.code(status)
  }

  /// Sends a signal to the process.
  public func send(_ signal: Signal) { _ = kill(id, signal.rawValue) }

  private static func code(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }
}
