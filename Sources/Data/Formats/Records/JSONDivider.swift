import Storage

/// Divides JSON records into parts.
struct JSONDivider {
  let file: RecordFile

  /// Parts of about `size` bytes.
  func parts(of size: Int) throws(ReadingFailure) -> [RecordPart] {
    if file.options.skipsBad, !file.unwrapsArray { return lines(size) }
    let text = file.bytes.part(file.body)
    var cursor = JSONCursor(text)
    let isList = file.unwrapsArray && cursor.skip(UInt8(ascii: "["))
    var parts: [RecordPart] = []
    var start = cursor.position
    file.cancellation.progress.begin(.reading, total: text.count)
    do throws(ReadingFailure) {
      while let byte = cursor.peek(), !(isList && byte == UInt8(ascii: "]")) {
        try cursor.skipValue(depth: 1)
        if isList { try Self.skipSeparator(&cursor) }
        guard cursor.position - start >= size else { continue }
        try file.cancellation.checkReading()
        file.cancellation.progress.advance(to: cursor.position)
        text.release(start..<cursor.position)
        parts.append(part(start..<cursor.position, isList))
        start = cursor.position
      }
      if isList {
        let end = cursor.position
        try cursor.expect(UInt8(ascii: "]"), "a comma or ]")
        if cursor.peek() != nil { throw cursor.unexpected("the end of the file") }
        if end > start { parts.append(part(start..<end, isList)) }
        return parts
      }
    } catch {
      throw error.shifted(by: file.body.lowerBound)
    }
    if text.count > start, parts.isEmpty || !isBlank(start..<text.count, text) {
      parts.append(part(start..<text.count, isList))
    }
    return parts
  }

  /// Skips the comma between two records; none may follow the last one.
  private static func skipSeparator(_ cursor: inout JSONCursor) throws(ReadingFailure) {
    let isFollowed = cursor.skip(Byte.comma)
    guard let next = cursor.peek(), (next == UInt8(ascii: "]")) == isFollowed else { return }
    throw cursor.unexpected(isFollowed ? "a value" : "a comma or ]")
  }

  private func part(_ range: Range<Int>, _ isList: Bool) -> RecordPart {
    let offset = file.body.lowerBound
    return RecordPart(
      range: range.lowerBound + offset..<range.upperBound + offset,
      isWhole: false,
      isList: isList
    )
  }

  private func isBlank(_ range: Range<Int>, _ text: FileBytes) -> Bool {
    var cursor = JSONCursor(text, at: range.lowerBound)
    return cursor.peek() == nil
  }

  /// Divides the text at line ends; each line is a record.
  private func lines(_ size: Int) -> [RecordPart] {
    var parts: [RecordPart] = []
    var start = file.body.lowerBound
    while start < file.body.upperBound {
      let target = min(file.body.upperBound, start + size)
      let feed = ByteWord.offset(
        of: Byte.lineFeed,
        in: file.bytes.start,
        from: target,
        to: file.body.upperBound
      )
      let end = min(file.body.upperBound, feed + 1)
      parts.append(RecordPart(range: start..<end, isWhole: false))
      start = end
    }
    return parts
  }
}
