public import Platform

/// One state of a data file. An image is only used for the state that it was made from.
public struct ImagedState: Hashable, Sendable {
  /// The path of the file, without links.
  public let path: String
  /// The file's identity, size and times.
  public let stamp: FileStamp
  /// Further numbers that differ between states, such as counters and checksums in the file.
  public let content: [UInt64]

  /// Creates the description of a state.
  public init(path: String, stamp: FileStamp, content: [UInt64]) {
    (self.path, self.stamp, self.content) = (path, stamp, content)
  }

  /// A checksum of bytes, for ``content``.
  public static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt64 { WordChecksum.of(bytes) }
}

/// What an image contains: a column of a table in a state of a file, or the numbers of the rows.
struct ImageName {
  let state: ImagedState
  let table: String
  /// Nil for the numbers of the rows.
  let column: String?

  /// The fields of a table.
  static func fields(of table: String, in state: ImagedState) -> ImageName {
    ImageName(state: state, table: table + "\0fields", column: nil)
  }

  /// The file's name in the folder of images: the same for all states of a file.
  var fileName: String {
    var writer = WordWriter()
    for word in state.stamp.identity { writer.append(word) }
    for text in [state.path, table] { writer.append(text) }
    writer.append(columnMark)
    writer.append(column ?? "")
    let digits = [UInt64(1), 2].map { seed in
      let hash = writer.bytes.withUnsafeBytes { WordChecksum.of($0, seed: seed) }
      let text = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits.joined() + ImageFolder.ending
  }

  private var columnMark: UInt64 { column == nil ? 0 : 1 }

  /// All of the above as bytes: the identification in the image.
  var bytes: [UInt8] {
    var writer = WordWriter()
    writer.append(state.path)
    writer.append(table)
    writer.append(columnMark)
    writer.append(column ?? "")
    for word in state.stamp.words + state.content { writer.append(word) }
    return writer.bytes
  }

  /// The path of the data file in the identification of an image.
  static func path(in identification: [UInt8]) -> String? {
    identification.withUnsafeBytes { bytes in
      guard bytes.count >= 8 else { return nil }
      let count = bytes.loadUnaligned(as: UInt64.self)
      guard count <= UInt64(bytes.count - 8) else { return nil }
      return String(decoding: bytes[8..<8 + Int(count)], as: UTF8.self)
    }
  }
}

/// Writes numbers and strings as words of eight bytes.
struct WordWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ word: UInt64) {
    withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ text: String) {
    append(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
    bytes.append(contentsOf: repeatElement(0, count: -bytes.count & 7))
  }
}
