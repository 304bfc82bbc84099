/// The shape of a file's first record. Most other records have the same bytes around their values.
struct JSONRecordTemplate {
  /// The keys in order of first occurrence.
  let names: [String]
  /// Whether the records are the elements of one array.
  let isArray: Bool
  private let keys: [[UInt8]]
  /// The columns of the first record's values.
  private var columns: [Int] = []
  /// The bytes before each value, and those from the last value to the brace.
  private var pieces: [[UInt8]] = []

  /// Reads the record at `offset`. Fails if it is not an object of scalars, or if `names` cannot be
  /// compared by their bytes in the file.
  init?(_ bytes: FileBytes, at offset: Int, names: [String], isArray: Bool) {
    self.names = names
    self.isArray = isArray
    keys = names.map { Array($0.utf8) }
    let isPlain = keys.allSatisfy { key in
      key.allSatisfy { $0 >= Byte.space && $0 != Byte.quote && $0 != Byte.backslash }
    }
    var cursor = JSONCursor(bytes, at: offset)
    guard isPlain, (try? take(&cursor)) == true else { return nil }
  }

  /// Reads the first record.
  private mutating func take(_ cursor: inout JSONCursor) throws(ReadingFailure) -> Bool {
    var end = cursor.position
    try cursor.expect(UInt8(ascii: "{"), "{")
    repeat {
      guard cursor.peek() == Byte.quote else { return false }
      guard let column = column(of: try cursor.string().text, near: columns.count),
        !columns.contains(column)
      else { return false }
      try cursor.expect(Byte.colon, "a colon")
      let start = try cursor.valueStart()
      columns.append(column)
      pieces.append(cursor.bytes(from: end))
      switch start {
      case .string: _ = try cursor.string()
      case .number: _ = try cursor.number()
      case .bool: _ = try cursor.bool()
      case .null: try cursor.skipWord("null")
      case .object, .array: return false
      }
      end = cursor.position
    } while cursor.skip(Byte.comma)
    try cursor.expect(UInt8(ascii: "}"), "}")
    pieces.append(cursor.bytes(from: end))
    return true
  }

  /// The column for the bytes of a key; the search starts at column `near`.
  func column(of key: FieldText, near: Int) -> Int? {
    for index in keys.indices {
      let column = near + index < keys.count ? near + index : near + index - keys.count
      guard keys.indices.contains(column) else { continue }
      if keys[column].elementsEqual(key.buffer) { return column }
    }
    return nil
  }

  /// Skips a record like the first one and puts its fields into `row`. Returns false, with the
  /// cursor anywhere, if the record differs.
  @inline(__always)
  func match(
    _ cursor: inout JSONCursor,
    _ row: UnsafeMutablePointer<FieldSpan>,
    base: Int
  ) -> Bool {
    if columns.count < names.count {
      for column in names.indices { row[column] = FieldSpan() }
    }
    for (index, column) in columns.enumerated() {
      guard cursor.skip(pieces[index]) else { return false }
      guard let span = cursor.scalarSpan(base: base) else { return false }
      row[column] = span
    }
    return cursor.skip(pieces[columns.count])
  }
}

extension JSONCursor {
  /// The bytes from `start` to the next token.
  fileprivate func bytes(from start: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: self.start + start, count: position - start))
  }

  /// Skips `bytes` if they are next. Returns whether they were.
  @inline(__always)
  fileprivate mutating func skip(_ bytes: [UInt8]) -> Bool {
    guard position + bytes.count <= end else { return false }
    let isNext = bytes.withUnsafeBufferPointer { piece in
      var offset = 0
      while offset + 8 <= piece.count {
        guard let piece = piece.baseAddress else { return true }
        if ByteWord.load(piece + offset) != ByteWord.load(start + position + offset) {
          return false
        }
        offset += 8
      }
      while offset < piece.count {
        if piece[offset] != start[position + offset] { return false }
        offset += 1
      }
      return true
    }
    if isNext { self = moved(to: position + bytes.count) }
    return isNext
  }

  /// Skips the string, number, Bool or null that is next; nil if there is none.
  ///
  /// Numbers are not validated here; their column does that.
  @inline(__always)
  fileprivate mutating func scalarSpan(base: Int) -> FieldSpan? {
    guard position < end else { return nil }
    let first = start[position]
    if first == Byte.quote { return try? stringSpan(base: base) }
    let begin = position
    self = moved(to: endOfWord(begin))
    let length = position - begin
    switch first {
    case UInt8(ascii: "1")...UInt8(ascii: "9"), Byte.zero: break
    case Byte.minus:
      guard length > 1, start[begin + 1] &- Byte.zero < 10 else { return nil }
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      guard isWord("true", begin, length) || isWord("false", begin, length) else { return nil }
    case UInt8(ascii: "n"):
      return isWord("null", begin, length) ? FieldSpan() : nil
    default: return nil
    }
    return FieldSpan(start: begin - base, length: length)
  }

  private func isWord(_ word: StaticString, _ begin: Int, _ length: Int) -> Bool {
    guard length == word.utf8CodeUnitCount else { return false }
    return (0..<length).allSatisfy { start[begin + $0] == word.utf8Start[$0] }
  }

  /// The first comma, brace or white space at or after `first`, or the end.
  @inline(__always)
  private func endOfWord(_ first: Int) -> Int {
    var position = first
    while position + 8 <= end {
      let word = ByteWord.load(start + position)
      let mask =
        ByteWord.zeros(in: word ^ ByteWord.repeating(Byte.comma))
        | ByteWord.zeros(in: word ^ ByteWord.repeating(UInt8(ascii: "}")))
        | ByteWord.bytes(below: Byte.space + 1, in: word)
      if mask != 0 { return position + ByteWord.firstIndex(mask) }
      position += 8
    }
    while position < end {
      let byte = start[position]
      if byte == Byte.comma || byte == UInt8(ascii: "}") || byte <= Byte.space { break }
      position += 1
    }
    return position
  }
}
