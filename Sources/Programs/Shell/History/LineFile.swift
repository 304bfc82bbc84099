import Foundation
import Platform

/// Texts that are kept for other sessions, oldest first: the blocks that were typed, the tasks of lessons that
/// are done.
///
/// The file is only ever appended to, under a lock, one text a line: a session that is killed
/// loses nothing and two sessions keep what both have added. A file that cannot be read or written
/// never stops the shell: nothing is remembered then.
struct LineFile {
  /// Where the file lies.
  let path: String
  /// How much of the file's end is read; older texts stay in it.
  private static let readBytes = 1 << 20

  /// The blocks that were typed: `$XDG_STATE_HOME/martlet/history`.
  static var history: LineFile? { named("history") }

  /// The tasks that are done: `$XDG_STATE_HOME/martlet/lessons`.
  static var lessons: LineFile? { named("lessons") }

  /// A file in Martlet's folder for what is remembered; nil where there is no home folder.
  private static func named(_ name: String) -> LineFile? {
    if let state = Environment.value(of: "XDG_STATE_HOME"), state.hasPrefix("/") {
      return LineFile(path: "\(state)/martlet/\(name)")
    }
    guard let home = Environment.value(of: "HOME"), home.hasPrefix("/") else { return nil }
    return LineFile(path: "\(home)/.local/state/martlet/\(name)")
  }

  /// The newest `limit` texts, oldest first.
  func load(limit: Int) -> [String] {
    guard
      let descriptor = try? FileDescriptor.open(path, .readOnly, options: .nonBlocking)
    else { return [] }
    defer { try? descriptor.close() }
    let size = Self.size(descriptor)
    let start = max(0, size - Self.readBytes)
    guard size > 0, descriptor.seek(to: start) else { return [] }
    var lines = Self.readAll(descriptor).split(separator: UInt8(ascii: "\n"))
    if start > 0 { lines.removeFirst(min(1, lines.count)) }
    return lines.suffix(limit).map { Self.decode(String(decoding: $0, as: UTF8.self)) }
  }

  /// Adds one text at the end of the file; false where that cannot be.
  @discardableResult
  func append(_ block: String) -> Bool {
    makeFolder()
    guard
      let descriptor = try? FileDescriptor.open(
        path,
        .readWrite,
        options: [.create, .append, .nonBlocking],
        permissions: 0o600
      )
    else { return false }
    defer { try? descriptor.close() }
    guard (try? FileStatus(descriptor))?.kind == .regular else { return false }
    Self.lock(descriptor)
    descriptor.setPermissions(0o600)
    // What a session that was killed left unfinished stays a line of its own.
    let separator = Self.endsInsideLine(descriptor) ? "\n" : ""
    let line = "\(separator)\(Self.encode(block))\n"
    return OutputDescriptor(descriptor).write(Array(line.utf8)) == nil
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
  private static func lock(_ descriptor: FileDescriptor) {
    for _ in 0..<20 {
      if descriptor.tryLock() { return }
      Thread.sleep(forTimeInterval: 0.005)
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

  private static func size(_ descriptor: FileDescriptor) -> Int {
    (try? FileStatus(descriptor))?.size ?? 0
  }

  private static func endsInsideLine(_ descriptor: FileDescriptor) -> Bool {
    let last = descriptor.byte(at: size(descriptor) - 1)
    return last.map { $0 != UInt8(ascii: "\n") } ?? false
  }

  private static func readAll(_ descriptor: FileDescriptor) -> [UInt8] {
    var bytes: [UInt8] = []
    while let chunk = try? descriptor.read(upTo: 1 << 16), !chunk.isEmpty { bytes += chunk }
    return bytes
  }
}
