import Diagnostics
import Model

/// A record of a file, and a field of it: the keys that lead to it.
public struct RecordPlace: Hashable, Sendable {
  /// The part that it is of.
  public let part: RecordPart
  /// The record's row within the part, from 0 on.
  public let row: Int
  /// The field; empty for the record as a whole.
  public let path: [String]

  /// Makes a place.
  public init(part: RecordPart, row: Int, path: [String]) {
    (self.part, self.row, self.path) = (part, row, path)
  }
}

extension RecordFile {
  /// Says that something is wrong with records, each at its place, in the order of the file.
  public func problems(_ found: [(place: RecordPlace, message: String)]) -> [FileProblem] {
    var offsets: [(offset: Int?, message: String)] = []
    for (part, found) in Dictionary(grouping: found, by: \.place.part) {
      let rows = Dictionary(grouping: found, by: \.place.row)
      var left = rows.count
      forEachRecord(of: part) { row, locate in
        guard let found = rows[row] else { return true }
        for one in found { offsets.append((locate(one.place.path), one.message)) }
        left -= 1
        return left > 0
      }
    }
    var locator = OffsetLocator(bytes)
    return offsets.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }.map { offset, message in
      FileProblem(
        file: name,
        location: offset.map { locator.location(of: $0) },
        fact: .misfit(message)
      )
    }
  }

  /// Whether the field at a place stands in quotes.
  public func isQuoted(_ place: RecordPlace) -> Bool {
    var isQuoted = false
    forEachRecord(of: place.part) { row, locate in
      guard row == place.row else { return true }
      let offset = locate(place.path)
      isQuoted = offset < bytes.count && bytes.start[offset] == Byte.quote
      return false
    }
    return isQuoted
  }

  /// Says that something is wrong with a column, at its name in the header; nil where no header names it.
  public func problem(ofColumn name: String, _ message: String) -> FileProblem? {
    guard let csv, options.hasHeader, let column = csv.names.firstIndex(of: name) else {
      return nil
    }
    var tokenizer = CSVTokenizer(
      bytes,
      bytes.lengthOfByteOrderMark..<csv.bodyStart,
      delimiter: csv.delimiter
    )
    tokenizer.skipBlankLines()
    let start = tokenizer.offset
    guard let fields = tokenizer.nextRecord(), column < fields.count else { return nil }
    var locator = OffsetLocator(bytes)
    return FileProblem(
      file: self.name,
      location: locator.location(of: Self.start(of: fields[column], from: start)),
      fact: .misfit(message)
    )
  }

  private static func start(of field: FieldSpan, from recordStart: Int) -> Int {
    recordStart + Int(field.start) - (field.isQuoted ? 1 : 0)
  }

  /// Goes through the records of a part; `body` gets a record's row and what finds its fields, and says
  /// whether to go on.
  private func forEachRecord(
    of part: RecordPart,
    _ body: (_ row: Int, _ locate: ([String]) -> Int) -> Bool
  ) {
    let leftOut = Set(rangesLeftOut(of: part).map(\.lowerBound))
    if let csv {
      forEachRecord(of: part, csv, leftOut, body)
    } else {
      forEachObject(of: part, leftOut, body)
    }
  }

  private func forEachRecord(
    of part: RecordPart,
    _ csv: CSVLayout,
    _ leftOut: Set<Int>,
    _ body: (_ row: Int, _ locate: ([String]) -> Int) -> Bool
  ) {
    var tokenizer = CSVTokenizer(bytes, part.range, delimiter: csv.delimiter)
    var row = 0
    while !tokenizer.isAtEnd {
      let isNil = csv.names.count == 1 && tokenizer.endOfLine(tokenizer.offset) > tokenizer.offset
      if isNil {
        let start = tokenizer.offset
        tokenizer.offset = tokenizer.endOfLine(start)
        if !body(row, { _ in start }) { return }
        row += 1
        continue
      }
      tokenizer.skipBlankLines()
      let start = tokenizer.offset
      guard let fields = tokenizer.nextRecord() else { return }
      if leftOut.contains(start) { continue }
      let goesOn = body(row) { path in
        guard let name = path.first, let column = csv.names.firstIndex(of: name),
          column < fields.count
        else { return start }
        return Self.start(of: fields[column], from: start)
      }
      if !goesOn { return }
      row += 1
    }
  }

  private func forEachObject(
    of part: RecordPart,
    _ leftOut: Set<Int>,
    _ body: (_ row: Int, _ locate: ([String]) -> Int) -> Bool
  ) {
    let text = bytes.part(part.range)
    let offset = part.range.lowerBound
    var cursor = JSONCursor(text)
    if part.isWhole, unwrapsArray { _ = cursor.skip(UInt8(ascii: "[")) }
    let ends = Dictionary(
      rangesLeftOut(of: part).map { ($0.lowerBound, $0.upperBound) },
      uniquingKeysWith: { first, _ in first }
    )
    var row = 0
    while true {
      // What is left out begins with its line.
      let before = cursor.position
      guard let byte = cursor.peek(), byte != UInt8(ascii: "]") else { return }
      if let end = lineStarts(before..<cursor.position, text).lazy.compactMap({ ends[$0 + offset] })
        .first
      {
        cursor = cursor.moved(to: end - offset)
        continue
      }
      let start = cursor.position
      guard (try? cursor.skipValue(depth: 1)) != nil else { return }
      _ = cursor.skip(Byte.comma)
      let goesOn = body(row) { path in
        Self.offset(of: path[...], in: JSONCursor(text, at: start)) + offset
      }
      if !goesOn { return }
      row += 1
    }
  }

  /// The beginning of the range, and of the lines that begin in it or right behind it.
  private func lineStarts(_ range: Range<Int>, _ text: FileBytes) -> [Int] {
    [range.lowerBound, range.upperBound]
      + range.filter { text.start[$0] == Byte.lineFeed }.map { $0 + 1 }
  }

  /// Where the value stands to which keys lead from an object, or as far as they lead.
  private static func offset(of path: ArraySlice<String>, in cursor: JSONCursor) -> Int {
    var cursor = cursor
    let start = cursor.position
    guard let key = path.first, (try? cursor.valueStart()) == .object else { return start }
    var found: JSONCursor?
    try? cursor.forEachKey { cursor, name throws(ReadingFailure) in
      _ = cursor.peek()
      if name == key { found = cursor }
      try cursor.skipValue(depth: 1)
    }
    return found.map { offset(of: path.dropFirst(), in: $0) } ?? start
  }
}
