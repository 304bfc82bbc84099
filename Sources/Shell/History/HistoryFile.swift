import Foundation

/// The blocks that were typed, oldest first, shared by all sessions.
///
/// The file is only ever appended to, under a lock, one block a line: a session that is killed
/// loses nothing and two sessions keep both their blocks. A file that cannot be read or written
/// never stops the shell: there is just no history.
struct HistoryFile {
  /// Where the file lies.
  let path: String
  /// How much of the file's end is read; older blocks stay in it.
  private static let readBytes = 1 << 20

  /// `$XDG_STATE_HOME/martlet/history`; nil where there is no home folder either.
  static var standard: HistoryFile? {
    if let state = Terminal.environment("XDG_STATE_HOME"), state.hasPrefix("/") {
      return HistoryFile(path: state + "/martlet/history")
    }
    guard let home = Terminal.environment("HOME"), home.hasPrefix("/") else { return nil }
    return HistoryFile(path: home + "/.local/state/martlet/history")
  }

  /// The newest `limit` blocks, oldest first.
  func load(limit: Int) -> [String] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    let start = max(0, size - off_t(Self.readBytes))
    guard size > 0, lseek(descriptor, start, SEEK_SET) == start else { return [] }
    var lines = Self.readAll(descriptor).split(separator: UInt8(ascii: "\n"))
    if start > 0 { lines.removeFirst(min(1, lines.count)) }
    return lines.suffix(limit).map { Self.decode(String(decoding: $0, as: UTF8.self)) }
  }

  /// Adds one block at the end of the file.
  func append(_ block: String) {
    makeFolder()
    let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard Self.isRegular(descriptor) else { return }
    Self.lock(descriptor)
    fchmod(descriptor, 0o600)
    // What a session that was killed left unfinished stays a line of its own.
    let separator = Self.endsInsideLine(descriptor) ? "\n" : ""
    _ = OutputDescriptor(descriptor).write(Array("\(separator)\(Self.encode(block))\n".utf8))
  }

  /// A block as one line: `\n` for a line end, `\\` for a backslash.
  static func encode(_ block: String) -> String {
    var line = ""
    for scalar in block.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\0": break
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The block behind a line of the file; other control characters than tabs are left out.
  static func decode(_ line: String) -> String {
    var block = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in line.unicodeScalars {
      if isEscaped, scalar == "n" {
        block.append("\n")
      } else if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      } else if !scalar.isControl || scalar == "\t" {
        block.append(scalar)
      }
      isEscaped = false
    }
    return String(block)
  }

  /// Waits for the lock, but not for long: a session that was stopped may hold it, and without it
  /// a line as a whole is written at the end all the same.
  private static func lock(_ descriptor: Int32) {
    for _ in 0..<20 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      usleep(5_000)
    }
  }

  private func makeFolder() {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    try? FileManager.default.createDirectory(
      at: folder,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func endsInsideLine(_ descriptor: Int32) -> Bool {
    let size = lseek(descriptor, 0, SEEK_END)
    var last: UInt8 = 0
    return size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != UInt8(ascii: "\n")
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }
}
