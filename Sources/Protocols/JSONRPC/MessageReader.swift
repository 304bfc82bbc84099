package import Platform

/// How messages are divided.
public enum MessageFraming: Sendable {
  /// Each message is after a header with its length, as in the Language Server Protocol.
  case headers
  /// Each message is a line, as in the Model Context Protocol.
  case lines
}

/// Reads messages from a descriptor.
package struct MessageReader {
  /// What was read.
  package enum Item: Sendable, Equatable {
    case message([UInt8])
    /// A message over the limit, which was skipped.
    case oversized
    /// A header without a valid length. Nothing can be read after it.
    case unreadable
  }

  private let descriptor: FileDescriptor
  private let framing: MessageFraming
  private let limit: Int
  private let isEnding: () -> Bool
  private var buffer: [UInt8] = []
  private var isAtEnd = false

  private static let headerLimit = 8_192

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - limit: The maximum size of a message in bytes.
  ///   - isEnding: Whether reading ends, although more messages may come.
  package init(
    _ descriptor: FileDescriptor,
    _ framing: MessageFraming,
    limit: Int,
    isEnding: @escaping () -> Bool
  ) {
    (self.descriptor, self.framing, self.limit) = (descriptor, framing, limit)
    self.isEnding = isEnding
  }

  /// The next message; nil at the end.
  package mutating func next() -> Item? {
    switch framing {
    case .lines: nextLine()
    case .headers: nextFramed()
    }
  }

  /// Reads more bytes; returns false at the end.
  private mutating func fill() -> Bool {
    while !isAtEnd {
      guard descriptor.wait(for: .input, unless: isEnding) else { break }
      do throws(Errno) {
        let bytes = try descriptor.read(upTo: 1 << 16)
        guard !bytes.isEmpty else { break }
        buffer += bytes
        return true
      } catch {
        if error != .interrupted && error != .wouldBlock { break }
      }
    }
    isAtEnd = true
    return false
  }

  private mutating func nextLine() -> Item? {
    var searched = 0
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        if isTooLong || line.count > limit { return .oversized }
        if line.contains(where: { !Self.isSpace($0) }) { return .message(line) }
        searched = 0
        continue
      }
      searched = buffer.count
      if searched > limit {
        isTooLong = true
        buffer.removeAll()
        searched = 0
      }
      guard fill() else { return lastLine(isTooLong) }
    }
  }

  /// A last line without a line end.
  private mutating func lastLine(_ isTooLong: Bool) -> Item? {
    let line = buffer
    buffer = []
    if isTooLong { return .oversized }
    return line.contains { !Self.isSpace($0) } ? .message(line) : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private mutating func nextFramed() -> Item? {
    guard let header = nextHeader() else { return buffer.isEmpty ? nil : .unreadable }
    guard let length = Self.length(header), length >= 0 else { return .unreadable }
    if length > limit { return skip(length) ? .oversized : .unreadable }
    while buffer.count < length { guard fill() else { return .unreadable } }
    let message = Array(buffer[..<length])
    buffer.removeFirst(length)
    return .message(message)
  }

  /// The lines of the next header; nil if there is none.
  private mutating func nextHeader() -> String? {
    while true {
      let start = buffer.prefix(Self.headerLimit + 4)
      for end in ["\r\n\r\n", "\n\n"] {
        guard let range = start.firstRange(of: Array(end.utf8)) else { continue }
        let header = String(decoding: buffer[..<range.lowerBound], as: UTF8.self)
        buffer.removeFirst(range.upperBound)
        return header
      }
      guard buffer.count <= Self.headerLimit, fill() else { return nil }
    }
  }

  /// The length in a header; nil if it has none.
  private static func length(_ header: String) -> Int? {
    for line in header.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "content-length" {
        return Int(parts[1].drop { $0 == " " || $0 == "\t" }.prefix { $0.isASCII && $0.isNumber })
      }
    }
    return nil
  }

  private mutating func skip(_ count: Int) -> Bool {
    var rest = count
    while rest > 0 {
      if buffer.isEmpty, !fill() { return false }
      let skipped = min(rest, buffer.count)
      buffer.removeFirst(skipped)
      rest -= skipped
    }
    return true
  }
}
