/// The kinds of JSON values.
enum JSONValueStart {
  case object
  case array
  case string
  case number
  case bool
  case null

  @inline(__always)
  init?(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"): self = .object
    case UInt8(ascii: "["): self = .array
    case Byte.quote: self = .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), Byte.minus: self = .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool
    case UInt8(ascii: "n"): self = .null
    default: return nil
    }
  }
}

extension JSONCursor {
  /// The kind of the next value.
  @inline(__always)
  mutating func valueStart() throws(ReadingFailure) -> JSONValueStart {
    guard let byte = peek(), let kind = JSONValueStart(byte) else { throw unexpected("a value") }
    return kind
  }

  /// Skips `true` or `false` and returns its bytes.
  mutating func bool() throws(ReadingFailure) -> FieldText {
    let first = position
    if start[first] == UInt8(ascii: "t") { try skipWord("true") } else { try skipWord("false") }
    return FieldText(start: start + first, count: position - first, limit: start + end)
  }

  /// Skips the next value and appends it to `text` without white space between tokens.
  mutating func copyValue(to text: inout [UInt8], depth: Int) throws(ReadingFailure) {
    switch try valueStart() {
    case .object: try copyObject(to: &text, depth: depth)
    case .array: try copyArray(to: &text, depth: depth)
    case .string: try copyString(to: &text)
    case .number: text.append(contentsOf: try number().buffer)
    case .bool: text.append(contentsOf: try bool().buffer)
    case .null:
      try skipWord("null")
      text.append(contentsOf: "null".utf8)
    }
  }

  /// Skips the next value without checking for duplicate keys or invalid escapes.
  mutating func skipValue(depth: Int) throws(ReadingFailure) {
    switch try valueStart() {
    case .object:
      try checkDepth(depth)
      try skipObject(depth: depth)
    case .array:
      try checkDepth(depth)
      try forEachElement { cursor throws(ReadingFailure) in
        try cursor.skipValue(depth: depth + 1)
      }
    case .string: _ = try string()
    case .number: _ = try number()
    case .bool: _ = try bool()
    case .null: try skipWord("null")
    }
  }

  private mutating func skipObject(depth: Int) throws(ReadingFailure) {
    try expect(UInt8(ascii: "{"), "{")
    if skip(UInt8(ascii: "}")) { return }
    repeat {
      guard peek() == Byte.quote else { throw unexpected("a key in quotes") }
      _ = try string()
      try expect(Byte.colon, "a colon")
      try skipValue(depth: depth + 1)
    } while skip(Byte.comma)
    try expect(UInt8(ascii: "}"), "a comma or }")
  }

  /// Reads an object; `body` must skip the value of each key. Duplicate keys are an error.
  mutating func forEachKey(
    _ body: (inout JSONCursor, _ key: String) throws(ReadingFailure) -> Void
  ) throws(ReadingFailure) {
    try expect(UInt8(ascii: "{"), "{")
    if skip(UInt8(ascii: "}")) { return }
    var keys = SeenKeys()
    repeat {
      guard peek() == Byte.quote else { throw unexpected("a key in quotes") }
      let offset = position
      let key = try text()
      guard keys.insert(key) else { throw .fact(.duplicateKey(key), at: offset) }
      try expect(Byte.colon, "a colon")
      try body(&self, key)
    } while skip(Byte.comma)
    try expect(UInt8(ascii: "}"), "a comma or }")
  }

  /// Reads an array; `body` must skip each element.
  mutating func forEachElement(
    _ body: (inout JSONCursor) throws(ReadingFailure) -> Void
  ) throws(ReadingFailure) {
    try expect(UInt8(ascii: "["), "[")
    if skip(UInt8(ascii: "]")) { return }
    repeat { try body(&self) } while skip(Byte.comma)
    try expect(UInt8(ascii: "]"), "a comma or ]")
  }

  /// The string whose opening quote is next, with escapes resolved.
  mutating func text() throws(ReadingFailure) -> String {
    guard peek() == Byte.quote else { throw unexpected("a string in quotes") }
    let token = try string()
    guard token.hasEscapes else { return token.text.string }
    var bytes: [UInt8] = []
    try JSONEscapes.unescape(token, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Throws if `depth` exceeds the limit.
  func checkDepth(_ depth: Int) throws(ReadingFailure) {
    if depth > Self.depthLimit { throw .fact(.tooDeep(limit: Self.depthLimit), at: position) }
  }

  private mutating func copyString(to text: inout [UInt8]) throws(ReadingFailure) {
    let token = try string()
    if token.hasEscapes {
      var unescaped: [UInt8] = []
      try JSONEscapes.unescape(token, into: &unescaped)
    }
    text.append(Byte.quote)
    text.append(contentsOf: token.text.buffer)
    text.append(Byte.quote)
  }

  private mutating func copyArray(to text: inout [UInt8], depth: Int) throws(ReadingFailure) {
    try checkDepth(depth)
    try expect(UInt8(ascii: "["), "[")
    text.append(UInt8(ascii: "["))
    if !skip(UInt8(ascii: "]")) {
      while true {
        try copyValue(to: &text, depth: depth + 1)
        guard skip(Byte.comma) else { break }
        text.append(Byte.comma)
      }
      try expect(UInt8(ascii: "]"), "a comma or ]")
    }
    text.append(UInt8(ascii: "]"))
  }

  private mutating func copyObject(to text: inout [UInt8], depth: Int) throws(ReadingFailure) {
    try checkDepth(depth)
    try expect(UInt8(ascii: "{"), "{")
    text.append(UInt8(ascii: "{"))
    if !skip(UInt8(ascii: "}")) {
      while true {
        guard peek() == Byte.quote else { throw unexpected("a key in quotes") }
        try copyString(to: &text)
        try expect(Byte.colon, "a colon")
        text.append(Byte.colon)
        try copyValue(to: &text, depth: depth + 1)
        guard skip(Byte.comma) else { break }
        text.append(Byte.comma)
      }
      try expect(UInt8(ascii: "}"), "a comma or }")
    }
    text.append(UInt8(ascii: "}"))
  }
}

/// The keys of an object so far. Few keys are compared one by one.
private struct SeenKeys {
  private var few: [String] = []
  private var many: Set<String> = []
  private static let fewLimit = 16

  /// Adds a key. Returns false for a duplicate.
  mutating func insert(_ key: String) -> Bool {
    if few.contains(key) || !many.isEmpty && many.contains(key) { return false }
    if few.count < Self.fewLimit { few.append(key) } else { many.insert(key) }
    return true
  }
}
