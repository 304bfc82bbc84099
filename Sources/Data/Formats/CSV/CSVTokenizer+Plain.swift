extension CSVTokenizer {
  /// Reads up to `count` valid records with `columnCount` fields into `rows`, up to `stop`. Returns
  /// their number. Other records need a closer look.
  mutating func fillPlain(
    _ rows: UnsafeMutablePointer<FieldSpan>,
    _ columnCount: Int,
    count: Int,
    base: Int,
    stop: Int
  ) -> Int {
    var recordCount = 0
    marks.pass(to: offset)
    while true {
      let room = RecordBuffer(
        rows: rows + recordCount * columnCount,
        columnCount: columnCount,
        count: count - recordCount,
        base: base,
        stop: stop
      )
      let (taken, isOdd) = takeMarked(room)
      recordCount += taken
      if isOdd || recordCount == count || offset >= stop { return recordCount }
      let isFound = marks.find(in: bytes, from: offset, limit: limit, delimiter: delimiter)
      if !isFound { return recordCount }
    }
  }

  /// The destination of records, and its capacity.
  private struct RecordBuffer {
    let rows: UnsafeMutablePointer<FieldSpan>
    let columnCount: Int
    let count: Int
    /// The offset that spans are relative to.
    let base: Int
    /// Records that start here or later are not read.
    let stop: Int
  }

  /// Takes the records that lie entirely within the marks. Also returns whether the next record
  /// needs a closer look.
  private mutating func takeMarked(_ room: RecordBuffer) -> (count: Int, isOdd: Bool) {
    let walk = marks.places.withUnsafeBufferPointer { places in
      places.baseAddress.map { MarkScanner(self, room, places: $0).taken() } ?? MarkScanner.Result()
    }
    offset += walk.length
    marks.pass(walk.placeCount)
    return (walk.count, walk.isOdd)
  }

  /// Local copies of everything that the loop needs.
  private struct MarkScanner {
    struct Result {
      var count = 0
      /// The total length of the records in bytes.
      var length = 0
      /// The number of marks used.
      var placeCount = 0
      var isOdd = false
    }

    let room: RecordBuffer
    /// The address that places are relative to.
    let text: UnsafePointer<UInt8>
    /// The number of readable bytes.
    let limit: Int
    let delimiter: UInt8
    let places: UnsafePointer<UInt32>
    let placeCount: Int
    let firstPlace: Int
    /// The start of the first record.
    let start: Int
    /// Records that start here or later are not read.
    let stop: Int
    /// Converts places to offsets of spans.
    let shift: Int

    init(_ tokenizer: CSVTokenizer, _ room: RecordBuffer, places: UnsafePointer<UInt32>) {
      let origin = tokenizer.marks.start
      self.room = room
      text = tokenizer.bytes + origin
      limit = tokenizer.limit - origin
      delimiter = tokenizer.delimiter
      self.places = places
      placeCount = tokenizer.marks.count
      firstPlace = tokenizer.marks.next
      start = tokenizer.offset - origin
      stop = room.stop - origin
      shift = origin - room.base
    }

    func taken() -> Result {
      let columnCount = room.columnCount
      let lastColumn = columnCount &- 1
      var row = room.rows
      let rowsEnd = row + room.count * columnCount
      var place = places + firstPlace
      let placesEnd = places + placeCount
      var recordStart = start
      var isOdd = false
      while placesEnd - place > lastColumn, row < rowsEnd, recordStart < stop {
        var fieldStart = recordStart
        var differences: UInt8 = 0
        for column in 0..<lastColumn {
          let end = Int(place[column])
          differences |= text[end] ^ delimiter
          row[column] = FieldSpan(start: fieldStart &+ shift, length: end &- fieldStart)
          fieldStart = end &+ 1
        }
        let end = Int(place[lastColumn])
        row[lastColumn] = FieldSpan(start: fieldStart &+ shift, length: end &- fieldStart)
        var next = place + columnCount
        let after = differences == 0 ? endOfLineBreak(end, &next) : nil
        guard let after = after ?? quotedRecord(row, recordStart, place, &next) else {
          isOdd = true
          break
        }
        recordStart = after
        place = next
        row += columnCount
      }
      return Result(
        count: (row - room.rows) / columnCount,
        length: recordStart - start,
        placeCount: place - places - firstPlace,
        isOdd: isOdd
      )
    }

    /// The offset after the line end at `end`; nil if there is none. Moves `next` past the LF of CR
    /// LF.
    @inline(__always)
    private func endOfLineBreak(_ end: Int, _ next: inout UnsafePointer<UInt32>) -> Int? {
      if text[end] == Byte.lineFeed { return end &+ 1 }
      guard text[end] == Byte.carriageReturn else { return nil }
      guard end &+ 1 < limit, text[end &+ 1] == Byte.lineFeed else { return end &+ 1 }
      if next < places + placeCount { next += 1 }
      return end &+ 2
    }

    /// Takes a record with quoted fields and returns its end; nil if it is invalid or not entirely
    /// within the marks.
    @inline(never)
    private func quotedRecord(
      _ row: UnsafeMutablePointer<FieldSpan>,
      _ start: Int,
      _ first: UnsafePointer<UInt32>,
      _ next: inout UnsafePointer<UInt32>
    ) -> Int? {
      var fieldStart = start
      var place = first
      for column in 0..<room.columnCount {
        guard let end = field(&row[column], fieldStart, &place) else { return nil }
        place += 1
        if column == room.columnCount - 1 {
          next = place
          return endOfLineBreak(end, &next)
        }
        guard text[end] == delimiter else { return nil }
        fieldStart = end &+ 1
      }
      return nil
    }

    /// Takes the field at `start`. Returns its end, where `place` then is.
    private func field(
      _ span: inout FieldSpan,
      _ start: Int,
      _ place: inout UnsafePointer<UInt32>
    ) -> Int? {
      let last = places + placeCount - 1
      guard place <= last else { return nil }
      if Int(place.pointee) == start, text[start] == Byte.quote {
        return quotedField(&span, start, &place)
      }
      // Quotes inside other fields have no meaning.
      while text[Int(place.pointee)] == Byte.quote {
        guard place < last else { return nil }
        place += 1
      }
      let end = Int(place.pointee)
      span = FieldSpan(start: start &+ shift, length: end &- start)
      return end
    }

    private func quotedField(
      _ span: inout FieldSpan,
      _ start: Int,
      _ place: inout UnsafePointer<UInt32>
    ) -> Int? {
      let last = places + placeCount - 1
      var hasEscapes = false
      while true {
        repeat {
          guard place < last else { return nil }
          place += 1
        } while text[Int(place.pointee)] != Byte.quote
        // The byte after the quote is also a mark: a second quote, or the end of the field.
        guard place < last else { return nil }
        let close = Int(place.pointee)
        place += 1
        guard Int(place.pointee) == close &+ 1 else { return nil }
        if text[close &+ 1] != Byte.quote {
          span = FieldSpan(
            start: start &+ 1 &+ shift,
            length: close &- start &- 1,
            isQuoted: true,
            hasEscapes: hasEscapes
          )
          return close &+ 1
        }
        hasEscapes = true
      }
    }
  }
}
