/// Reads one record after another into the tree of fields.
struct JSONRecordParser {
  /// The key that stands for a record that is no object.
  private static let keyOfPlainRecords = "value"

  /// The number of records so far.
  private(set) var row = 0

  private let root: JSONObjectNode
  private var cursor: JSONCursor
  /// The bytes of the last string with escapes, or the last JSON text.
  private var scratch: [UInt8] = []

  init(_ bytes: FileBytes, root: JSONObjectNode) {
    self.root = root
    cursor = JSONCursor(bytes)
  }

  /// Whether there is more than white space.
  mutating func hasMore() -> Bool { cursor.peek() != nil }

  /// Steps over a comma if it is next.
  mutating func skipComma() -> Bool { cursor.skip(Byte.comma) }

  /// Steps into the array that is next, if one is.
  mutating func beginArray() -> Bool { cursor.skip(UInt8(ascii: "[")) }

  /// Steps out of an array if its end is next.
  mutating func endArray() -> Bool { cursor.skip(UInt8(ascii: "]")) }

  /// Steps out of an array, or fails.
  mutating func expectEndOfArray() throws(ReadingFailure) {
    try cursor.expect(UInt8(ascii: "]"), "a comma or ]")
  }

  /// Fails if there is more than white space.
  mutating func expectEnd() throws(ReadingFailure) {
    if hasMore() { throw cursor.unexpected("the end of the file") }
  }

  /// Reads the next record.
  mutating func readRecord() throws(ReadingFailure) {
    if cursor.peek() == UInt8(ascii: "{") {
      root.presentCount += 1
      try readObject(root, depth: 1)
    } else {
      let field = root.find(Self.keyOfPlainRecords)
      _ = field.begin(row)
      try readValue(field, depth: 1)
    }
    row += 1
  }

  private mutating func readObject(
    _ node: JSONObjectNode,
    depth: Int
  ) throws(ReadingFailure) {
    try cursor.checkDepth(depth)
    try cursor.expect(UInt8(ascii: "{"), "{")
    node.beginObject()
    if cursor.skip(UInt8(ascii: "}")) { return }
    repeat {
      let field = try readKey(node)
      try cursor.expect(Byte.colon, "a colon")
      try readValue(field, depth: depth)
    } while cursor.skip(Byte.comma)
    try cursor.expect(UInt8(ascii: "}"), "a comma or }")
  }

  @inline(__always)
  private mutating func readKey(_ node: JSONObjectNode) throws(ReadingFailure) -> JSONField {
    guard cursor.peek() == Byte.quote else { throw cursor.unexpected("a key in quotes") }
    let token = try cursor.string()
    let field: JSONField
    if token.hasEscapes {
      try JSONEscapes.unescape(token, into: &scratch)
      field = scratch.withUnsafeBufferPointer { node.field($0) }
    } else {
      field = node.field(token.text.buffer)
    }
    guard field.begin(row) else { throw .fact(.duplicateKey(field.name), at: token.offset - 1) }
    return field
  }

  private mutating func readValue(_ field: JSONField, depth: Int) throws(ReadingFailure) {
    switch try cursor.valueStart() {
    case .null: try cursor.skipWord("null")
    case .bool: field.append(try cursor.bool(), row: row, isString: false)
    case .number: field.append(try cursor.number(), row: row, isString: false)
    case .string: try readString(field)
    case .array: try readText(field, depth: depth + 1)
    case .object:
      if let node = field.objectNode() {
        try readObject(node, depth: depth + 1)
      } else {
        try readText(field, depth: depth + 1)
      }
    }
  }

  @inline(__always)
  private mutating func readString(_ field: JSONField) throws(ReadingFailure) {
    let token = try cursor.string()
    guard token.hasEscapes else { return field.append(token.text, row: row, isString: true) }
    try JSONEscapes.unescape(token, into: &scratch)
    scratch.withUnsafeBufferPointer { buffer in
      if let text = FieldText(buffer) { field.append(text, row: row, isString: true) }
    }
  }

  /// Keeps an array, or an object where the field is no composite, as its JSON text: the one place
  /// to change when arrays get a type of their own.
  private mutating func readText(_ field: JSONField, depth: Int) throws(ReadingFailure) {
    scratch.removeAll(keepingCapacity: true)
    try cursor.copyValue(to: &scratch, depth: depth)
    guard let builder = field.textBuilder(row: row) else { return }
    scratch.withUnsafeBufferPointer { buffer in
      if let text = FieldText(buffer) { _ = builder.append(text) }
    }
  }
}
