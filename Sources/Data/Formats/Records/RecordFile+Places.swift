import Diagnostics
import Model

/// A record of a file, or a field of it.
public struct RecordPlace: Hashable, Sendable {
  /// The part with the record.
  public let part: RecordPart
  /// The record's row within the part, from 0.
  public let row: Int
  /// The keys of the field; empty for the whole record.
  public let path: [String]

  /// Creates a place.
  public init(part: RecordPart, row: Int, path: [String]) {
    (self.part, self.row, self.path) = (part, row, path)
  }
}

extension RecordFile {
  /// Locates problems of records, in file order.
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
        fact: .invalid(message)
      )
    }
  }

  /// Whether the field at a place is quoted.
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

  /// A problem with a column, located at its name in the header; nil if there is no such header.
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
    let place = column - (csv.hasRowNames ? 1 : 0)
    guard let fields = tokenizer.nextRecord(), fields.indices.contains(place) else { return nil }
    var locator = OffsetLocator(bytes)
    return FileProblem(
      file: self.name,
      location: locator.location(of: Self.start(of: fields[place], from: start)),
      fact: .invalid(message)
    )
  }

  private static func start(of field: FieldSpan, from recordStart: Int) -> Int {
    recordStart + Int(field.start) - (field.isQuoted ? 1 : 0)
  }

  /// Passes the records of a part to `body`: the row, and a function that locates fields. `body`
  /// returns whether to continue.
  private func forEachRecord(
    of part: RecordPart,
    _ body: (_ row: Int, _ locate: ([String]) -> Int) -> Bool
  ) {
    if let csv { return forEachRecord(of: part, csv, body) }
    let offset = part.range.lowerBound
    forEachObject(of: part) { row, record in
      body(row) { Self.find($0[...], in: record).cursor.position + offset }
    }
  }

  private func forEachRecord(
    of part: RecordPart,
    _ csv: CSVLayout,
    _ body: (_ row: Int, _ locate: ([String]) -> Int) -> Bool
  ) {
    let leftOut = Set(rangesLeftOut(of: part).map(\.lowerBound))
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
    _ body: (_ row: Int, _ record: JSONCursor) -> Bool
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
      // A skipped record starts with its line.
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
      if !body(row, JSONCursor(text, at: start)) { return }
      row += 1
    }
  }

  /// The start of the range, and of the lines that start in it or right after it.
  private func lineStarts(_ range: Range<Int>, _ text: FileBytes) -> [Int] {
    [range.lowerBound, range.upperBound]
      + range.filter { text.start[$0] == Byte.lineFeed }.map { $0 + 1 }
  }

  /// Follows keys from an object. Returns the value, or the object that lacks the next key.
  private static func find(
    _ path: ArraySlice<String>,
    in cursor: JSONCursor
  ) -> (cursor: JSONCursor, isFound: Bool) {
    guard let key = path.first else { return (cursor, true) }
    var object = cursor
    switch try? object.valueStart() {
    case .null: return (cursor, true)
    case .object: break
    default: return (cursor, false)
    }
    var found: JSONCursor?
    try? object.forEachKey { cursor, name throws(ReadingFailure) in
      _ = cursor.peek()
      if name == key { found = cursor }
      try cursor.skipValue(depth: 1)
    }
    return found.map { find(path.dropFirst(), in: $0) } ?? (cursor, false)
  }

  /// Whether each record of a part has a key, or each object in arrays of the records.
  ///
  /// A null counts as present, as does everything within it. A delimited file has a column for
  /// all of its records or for none.
  ///
  /// - Parameters:
  ///   - path: The keys within a record; for objects in arrays the keys of the array, then those
  ///     within its elements, and so on.
  ///   - count: The number of the part's records.
  public func presence(of path: [[String]], in part: RecordPart, count: Int) -> [Bool] {
    if let csv {
      let isPresent = path.count == 1 && csv.names.contains(path[0].first ?? "")
      return Array(repeating: isPresent, count: count)
    }
    var found: [Bool] = []
    forEachObject(of: part) { _, record in
      Self.addPresence(of: path[...], in: record, to: &found)
      return true
    }
    return found
  }

  private static func addPresence(
    of path: ArraySlice<[String]>,
    in cursor: JSONCursor,
    to found: inout [Bool]
  ) {
    guard let keys = path.first else { return }
    var (value, isFound) = find(keys[...], in: cursor)
    guard path.count > 1 else { return found.append(isFound) }
    guard isFound, (try? value.valueStart()) == .array else { return }
    try? value.forEachElement { element throws(ReadingFailure) in
      _ = element.peek()
      addPresence(of: path.dropFirst(), in: element, to: &found)
      try element.skipValue(depth: 1)
    }
  }
}
