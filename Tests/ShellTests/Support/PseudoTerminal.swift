import Foundation
import TestSupport

/// A process on its own pseudo-terminal, and the controlling end of it.
final class PseudoTerminal {
  struct Failure: Error {
    let step: String
    let errorNumber: Int32
  }

  let process: pid_t
  private let master: Int32
  private var isCollected = false

  /// Starts `arguments` with a new terminal of the given size as its controlling terminal.
  init(_ arguments: [String], environment: [String: String], rows: Int, columns: Int) throws {
    var ends: (master: Int32, slave: Int32) = (-1, -1)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&ends.master, &ends.slave, nil, nil, &size) == 0,
      ttyname_r(ends.slave, &name, name.count) == 0
    else { throw Failure(step: "open a terminal", errorNumber: errno) }
    defer { close(ends.slave) }
    for end in [ends.master, ends.slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    master = ends.master
    process = try Self.spawn(arguments, environment, terminal: name)
  }

  deinit {
    if !isCollected {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    close(master)
  }

  /// Types `text`.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.write(master, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return }
      sent += count
    }
  }

  /// What the process printed, waiting for it up to `milliseconds`; nil at its end.
  func read(waiting milliseconds: Int32) -> [UInt8]? {
    var request = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, milliseconds) > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Foundation.read(master, &bytes, bytes.count)
    guard count > 0 else { return nil }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// What the process prints until `text` is among it, or until it has printed all; it may take half a minute.
  func read(until text: String) -> String {
    var printed = ""
    for _ in 0..<Self.patience where !printed.contains(text) {
      guard let bytes = read(waiting: 20) else { break }
      printed += String(decoding: bytes, as: UTF8.self)
    }
    return printed
  }

  /// What the process prints up to its end; nil if it has not ended within half a minute.
  func readToEnd() -> String? {
    var printed: [UInt8] = []
    for _ in 0..<Self.patience {
      guard let bytes = read(waiting: 20) else { return String(decoding: printed, as: UTF8.self) }
      printed += bytes
    }
    return nil
  }

  /// How often it is waited a fiftieth of a second for what a process prints.
  private static let patience = 1_500

  /// Waits until the process would catch the signal, and reads nothing; false where it never does.
  func waitUntilCaught(_ signal: Int32) -> Bool {
    eventually { catches(signal) }
  }

  /// Whether the process has a handler for the signal, as Linux tells it.
  private func catches(_ signal: Int32) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    guard let mask = status?.firstMatch(of: /SigCgt:\s*([0-9a-f]+)/) else { return false }
    return (UInt64(mask.1, radix: 16) ?? 0) & (1 << UInt64(signal - 1)) != 0
  }

  /// Gives the terminal another size; the process receives a signal.
  func resize(rows: Int, columns: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Whether lines are edited and shown by the terminal itself.
  var isCooked: Bool {
    var settings = termios()
    guard tcgetattr(master, &settings) == 0 else { return false }
    let wanted = tcflag_t(ICANON | ECHO | ISIG)
    return settings.c_lflag & wanted == wanted
  }

  /// Sends a signal to the processes that the terminal belongs to.
  func signalForeground(_ number: Int32) {
    let group = tcgetpgrp(master)
    if group > 0 { kill(-group, number) }
  }

  /// The exit code once the process has ended; minus the signal that ended it.
  ///
  /// `nudge` is typed every second or so until then.
  func waitForExit(nudge: String = "") -> Int32 {
    var status: Int32 = 0
    var turns = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      if turns % 50 == 0 { write(nudge) }
      _ = read(waiting: 20)
      turns += 1
    }
    isCollected = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
  }

  /// The child leads a session, so that the first terminal it opens becomes its own.
  private static func spawn(
    _ arguments: [String],
    _ environment: [String: String],
    terminal: [CChar]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Test threads block signals; the process must not inherit that.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(newSessionFlag | Int32(POSIX_SPAWN_SETSIGMASK)))
    var words = arguments.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + settings { free(text) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, arguments[0], &actions, &attributes, &words, &settings)
    guard error == 0 else { throw Failure(step: "start \(arguments[0])", errorNumber: error) }
    return process
  }

  /// `POSIX_SPAWN_SETSID`, which the headers hide.
  private static let newSessionFlag: Int32 = {
    #if canImport(Darwin)
      0x0400
    #else
      0x80
    #endif
  }()
}
