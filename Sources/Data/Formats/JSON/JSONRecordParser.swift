/// Reads records into the tree of fields.
struct JSONRecordParser {
  /// The key for records that are not objects.
  private static let keyOfPlainRecords = "value"

  /// The number of records so far.
  private(set) var row = 0

  private let root: JSONObjectNode
  private var cursor: JSONCursor
  /// The unescaped bytes of the last string, or the last JSON text.
  private var scratch: [UInt8] = []

  init(_ bytes: FileBytes, root: JSONObjectNode) {
    self.root = root
    cursor = JSONCursor(bytes)
  }

  /// Whether anything but white space is left.
  mutating func hasMore() -> Bool { cursor.peek() != nil }

  /// Skips a comma if it is next.
  mutating func skipComma() -> Bool { cursor.skip(Byte.comma) }

  /// The offset of the next byte.
  var position: Int { cursor.position }

  /// Enters an array if one is next.
  mutating func beginArray() -> Bool { cursor.skip(UInt8(ascii: "[")) }

  /// Leaves an array if its end is next.
  mutating func endArray() -> Bool { cursor.skip(UInt8(ascii: "]")) }

  /// Leaves an array, or throws.
  mutating func expectEndOfArray() throws(ReadingFailure) {
    try cursor.expect(UInt8(ascii: "]"), "a comma or ]")
  }

  /// Throws if anything but white space is left.
  mutating func expectEnd() throws(ReadingFailure) {
    if hasMore() { throw cursor.unexpected("the end of the file") }
  }

  /// Reads the next record.
  mutating func readRecord() throws(ReadingFailure) {
    if cursor.peek() == UInt8(ascii: "{") {
      root.presentCount += 1
      try readObject(root, row: row, depth: 1)
    } else {
      let field = root.find(Self.keyOfPlainRecords)
      _ = field.begin(row)
      try readValue(field, row: row, depth: 1)
    }
    row += 1
  }

  /// Reads up to `count` records, from an array or a sequence.
  mutating func readSample(_ count: Int, isArray: Bool) throws(ReadingFailure) {
    while row < count, hasMore() {
      try readRecord()
      if isArray, !skipComma() { return }
    }
  }

  private mutating func readObject(
    _ node: JSONObjectNode,
    row: Int,
    depth: Int
  ) throws(ReadingFailure) {
    try cursor.checkDepth(depth)
    try cursor.expect(UInt8(ascii: "{"), "{")
    node.beginObject()
    if cursor.skip(UInt8(ascii: "}")) { return }
    repeat {
      let field = try readKey(node, row: row)
      try cursor.expect(Byte.colon, "a colon")
      try readValue(field, row: row, depth: depth)
    } while cursor.skip(Byte.comma)
    try cursor.expect(UInt8(ascii: "}"), "a comma or }")
  }

  @inline(__always)
  private mutating func readKey(
    _ node: JSONObjectNode,
    row: Int
  ) throws(ReadingFailure) -> JSONField {
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

  private mutating func readValue(
    _ field: JSONField,
    row: Int,
    depth: Int
  ) throws(ReadingFailure) {
    switch try cursor.valueStart() {
    case .null: try cursor.skipWord("null")
    case .bool: field.append(try cursor.bool(), row: row, isString: false)
    case .number: field.append(try cursor.number(), row: row, isString: false)
    case .string: try readString { field.append($0, row: row, isString: true) }
    case .array: try readArray(field, row: row, depth: depth + 1)
    case .object:
      if let node = field.objectNode() {
        try readObject(node, row: row, depth: depth + 1)
      } else {
        try readText(field, row: row, depth: depth + 1)
      }
    }
  }

  @inline(__always)
  private mutating func readString(_ take: (FieldText) -> Void) throws(ReadingFailure) {
    let token = try cursor.string()
    guard token.hasEscapes else { return take(token.text) }
    try JSONEscapes.unescape(token, into: &scratch)
    scratch.withUnsafeBufferPointer { buffer in
      if let text = FieldText(buffer) { take(text) }
    }
  }

  private mutating func readArray(
    _ field: JSONField,
    row: Int,
    depth: Int
  ) throws(ReadingFailure) {
    try cursor.checkDepth(depth)
    guard field.beginArray(row: row) else { return try readText(field, row: row, depth: depth) }
    try cursor.expect(UInt8(ascii: "["), "[")
    if !cursor.skip(UInt8(ascii: "]")) {
      repeat { try readElement(field, row: row, depth: depth) } while cursor.skip(Byte.comma)
      try cursor.expect(UInt8(ascii: "]"), "a comma or ]")
    }
    field.endArray()
  }

  private mutating func readElement(
    _ field: JSONField,
    row: Int,
    depth: Int
  ) throws(ReadingFailure) {
    switch try cursor.valueStart() {
    case .null:
      try cursor.skipWord("null")
      field.appendNullElement()
    case .bool: field.appendElement(try cursor.bool(), isString: false)
    case .number: field.appendElement(try cursor.number(), isString: false)
    case .string: try readString { field.appendElement($0, isString: true) }
    case .array:
      field.widenToText()
      try skipValue(depth: depth + 1)
    case .object:
      if let children = field.childObjects() {
        let child = children.begin(owner: row)
        try readObject(children.root, row: child, depth: depth + 1)
      } else {
        try skipValue(depth: depth + 1)
      }
    }
  }

  /// Skips a value that is not kept: the file will be read again.
  private mutating func skipValue(depth: Int) throws(ReadingFailure) {
    scratch.removeAll(keepingCapacity: true)
    try cursor.copyValue(to: &scratch, depth: depth)
  }

  /// Keeps a value as JSON text if the field does so.
  private mutating func readText(
    _ field: JSONField,
    row: Int,
    depth: Int
  ) throws(ReadingFailure) {
    try skipValue(depth: depth)
    guard let builder = field.textBuilder(row: row) else { return }
    scratch.withUnsafeBufferPointer { buffer in
      if let text = FieldText(buffer) { _ = builder.append(text) }
    }
  }
}
