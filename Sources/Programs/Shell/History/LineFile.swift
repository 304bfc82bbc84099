import Foundation
import Platform

/// Lines stored for other sessions, oldest first: the history, the completed tasks of lessons, and
/// the tips shown.
///
/// Lines are only appended, under a lock, so that a killed session loses nothing and parallel
/// sessions keep each other's lines. If the file cannot be read or written, nothing is stored.
struct LineFile {
  let path: String
  /// The number of bytes read from the file's end.
  private static let readBytes = 1 << 20

  /// The history: `$XDG_STATE_HOME/martlet/history`.
  static var history: LineFile? { named("history") }

  /// The completed tasks: `$XDG_STATE_HOME/martlet/lessons`.
  static var lessons: LineFile? { named("lessons") }

  /// The tips shown: `$XDG_STATE_HOME/martlet/tips`.
  static var tips: LineFile? { named("tips") }

  /// A file in Martlet's state folder; nil without a home folder.
  private static func named(_ name: String) -> LineFile? {
    Environment.folder("XDG_STATE_HOME", inHome: ".local/state").map {
      LineFile(path: "\($0)/martlet/\(name)")
    }
  }

  /// The newest `limit` texts, oldest first.
  func load(limit: Int) -> [String] { lines(limit: limit).map(Self.decode) }

  /// The newest `limit` lines, encoded, oldest first.
  func lines(limit: Int) -> [String] {
    guard
      let descriptor = try? FileDescriptor.open(path, .readOnly, options: .nonBlocking)
    else { return [] }
    defer { try? descriptor.close() }
    let size = Self.size(descriptor)
    let start = max(0, size - Self.readBytes)
    guard size > 0, descriptor.seek(to: start) else { return [] }
    var lines = Self.readAll(descriptor).split(separator: UInt8(ascii: "\n"))
    if start > 0 { lines.removeFirst(min(1, lines.count)) }
    return lines.suffix(limit).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Appends a text to the file; false on failure.
  @discardableResult
  func append(_ block: String) -> Bool { append(line: Self.encode(block)) }

  /// Appends an encoded line.
  @discardableResult
  func append(line: String) -> Bool {
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
    // An unfinished line of a killed session is not continued.
    let separator = Self.endsInsideLine(descriptor) ? "\n" : ""
    return OutputDescriptor(descriptor).write(Array("\(separator)\(line)\n".utf8)) == nil
  }

  /// Encodes a block as one line: `\n` for a line end, `\\` for a backslash.
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

  /// Decodes a line. Control characters other than tabs are removed.
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

  /// Waits up to 100 ms for the lock. A suspended session may hold it; appending a whole line is
  /// safe without it.
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
