extension CSVTokenizer {
  /// Longer records are not read as plain ones.
  private static var longestPlainRecord: Int { 1 << 20 }

  /// Reads up to `count` records into `rows`, as long as they have `columnCount` fields, none of which
  /// begins with a quote, and begin before `stop`; their number. What else there is in a record needs a
  /// closer look.
  mutating func fillPlain(
    _ rows: UnsafeMutablePointer<FieldSpan>,
    _ columnCount: Int,
    count: Int,
    base: Int,
    stop: Int
  ) -> Int {
    var recordCount = 0
    var row = rows
    var column = 0
    var fieldStart = offset
    var blockStart = offset
    while blockStart < limit, blockStart - offset < Self.longestPlainRecord {
      let isWhole = limit - blockStart >= ByteBlock.size
      let block =
        isWhole
        ? ByteBlock(bytes + blockStart)
        : ByteBlock(bytes + blockStart, count: limit - blockStart)
      var mask = block.mask(of: delimiter, Byte.lineFeed, Byte.carriageReturn, Byte.quote)
      while mask != 0 {
        let position = blockStart + mask.trailingZeroBitCount
        mask &= mask - 1
        // The second of CR LF lies before the field.
        if position < fieldStart { continue }
        let byte = bytes[position]
        if byte == Byte.quote {
          if position == fieldStart { return recordCount }
          continue
        }
        if column == columnCount { return recordCount }
        row[column] = FieldSpan(start: fieldStart - base, length: position - fieldStart)
        column += 1
        fieldStart = position + 1
        if byte == delimiter { continue }
        let isBlank = column == 1 && position == offset
        if isBlank ? columnCount > 1 : column != columnCount { return recordCount }
        fieldStart = endOfLine(position)
        offset = fieldStart
        recordCount += 1
        if recordCount == count || offset >= stop { return recordCount }
        row += columnCount
        column = 0
      }
      blockStart += ByteBlock.size
    }
    return recordCount
  }
}
