import Diagnostics
public import Model
public import Storage

/// A file with an object graph, as written by ``GraphWriter``; keys may be in any order.
///
/// The file is memory-mapped and read record by record.
public final class GraphFile {
  /// The declarations of the models.
  public private(set) var schema = ""
  /// The numbers of the next new records, by root entity.
  public private(set) var nextNumbers: [String: Int64] = [:]

  let bytes: FileBytes
  private let name: String
  private let cancellation: CancellationFlag
  private var schemaOffsets: [Int] = []
  private var records: JSONCursor
  /// The offset of each record, in reading order.
  private var recordOffsets: [Int] = []

  /// Opens the file at `path` and reads everything but the records; `-` is standard input.
  public convenience init(path: String, cancellation: CancellationFlag) throws(FileReadingError) {
    let name = path == "-" ? "<stdin>" : path
    let bytes = try FileBytes.open(path: path, name: name, cancellation)
    try self.init(bytes, name: name, cancellation)
  }

  /// Does the same with a text in memory; `name` is its name in messages.
  public convenience init(
    _ text: String,
    name: String,
    cancellation: CancellationFlag
  ) throws(FileReadingError) {
    try self.init(FileBytes(copying: Array(text.utf8)), name: name, cancellation)
  }

  private init(
    _ bytes: FileBytes,
    name: String,
    _ cancellation: CancellationFlag
  ) throws(FileReadingError) {
    self.bytes = bytes
    self.name = name
    self.cancellation = cancellation
    records = JSONCursor(bytes)
    do {
      try readHead()
    } catch {
      throw FileReadingError(error, file: name, bytes: bytes)
    }
  }

  // MARK: The head

  private static let keys = ["format", "schema", "next", "records"]

  private func readHead() throws(ReadingFailure) {
    if let fault = TextValidator.firstFault(in: bytes.start, 0..<bytes.count) {
      throw .fact(fault.fact, at: fault.offset)
    }
    var cursor = JSONCursor(bytes)
    guard cursor.peek() != nil else { throw .fact(.empty, at: nil) }
    let start = cursor.position
    guard cursor.peek() == UInt8(ascii: "{") else { throw Self.noGraph(at: start) }
    var parts: [String: JSONCursor] = [:]
    try cursor.forEachKey { cursor, key throws(ReadingFailure) in
      guard Self.keys.contains(key) else {
        throw .fact(.invalid("a graph has no \"\(key)\""), at: cursor.position)
      }
      parts[key] = cursor
      try cursor.skipValue(depth: 2)
    }
    if cursor.peek() != nil { throw cursor.unexpected("the end of the file") }
    guard var format = parts["format"] else { throw Self.noGraph(at: start) }
    try readFormat(&format)
    for key in Self.keys where parts[key] == nil {
      throw .fact(.invalid("the graph has no \"\(key)\""), at: start)
    }
    if var schema = parts["schema"] { try readSchema(&schema) }
    if var next = parts["next"] { try readNextNumbers(&next) }
    if let records = parts["records"] { self.records = records }
  }

  private static func noGraph(at offset: Int) -> ReadingFailure {
    .fact(
      .invalid(
        "this is not an object graph, which starts with {\"format\": \"\(GraphWriter.format)\""
      ),
      at: offset
    )
  }

  private func readFormat(_ cursor: inout JSONCursor) throws(ReadingFailure) {
    _ = cursor.peek()
    let offset = cursor.position
    guard try cursor.text() == GraphWriter.format else {
      throw .fact(.invalid("only the format \"\(GraphWriter.format)\" is known"), at: offset)
    }
  }

  private func readSchema(_ cursor: inout JSONCursor) throws(ReadingFailure) {
    var lines: [String] = []
    try cursor.forEachElement { cursor throws(ReadingFailure) in
      _ = cursor.peek()
      schemaOffsets.append(cursor.position)
      lines.append(try cursor.text())
    }
    schema = lines.map { $0 + "\n" }.joined()
  }

  private func readNextNumbers(_ cursor: inout JSONCursor) throws(ReadingFailure) {
    try cursor.forEachKey { cursor, key throws(ReadingFailure) in
      guard try cursor.valueStart() == .number else { throw cursor.unexpected("a number") }
      let offset = cursor.position
      guard let number = NumberText.int(try cursor.number()), number > 0 else {
        throw .fact(.invalid("identities must be positive numbers"), at: offset)
      }
      nextNumbers[key] = number
    }
  }

  // MARK: The records

  /// Passes all records to `body`, in file order.
  ///
  /// Throws ``FileReadingError`` for an invalid file, and errors of `body`.
  public func readRecords(
    of schema: Schema,
    _ body: (_ id: RecordID, _ model: String, _ values: [ObjectField]) throws -> Void
  ) throws {
    var cursor = records
    var reader = GraphRecordReader(schema: schema)
    cancellation.progress.begin(.reading, total: bytes.count)
    do {
      try cursor.expect(UInt8(ascii: "{"), "{")
      var names: Set<String> = []
      var hasMore = !cursor.skip(UInt8(ascii: "}"))
      while hasMore {
        _ = cursor.peek()
        let offset = cursor.position
        let entity = try cursor.text()
        guard names.insert(entity).inserted else {
          throw ReadingFailure.fact(.duplicateKey(entity), at: offset)
        }
        try reader.begin(entity, at: offset)
        try cursor.expect(Byte.colon, "a colon")
        try readRecords(&cursor, &reader, body)
        hasMore = cursor.skip(Byte.comma)
        if !hasMore { try cursor.expect(UInt8(ascii: "}"), "a comma or }") }
      }
    } catch let failure as ReadingFailure {
      throw FileReadingError(failure, file: name, bytes: bytes)
    }
  }

  private func readRecords(
    _ cursor: inout JSONCursor,
    _ reader: inout GraphRecordReader,
    _ body: (_ id: RecordID, _ model: String, _ values: [ObjectField]) throws -> Void
  ) throws {
    try cursor.expect(UInt8(ascii: "["), "[")
    if cursor.skip(UInt8(ascii: "]")) { return }
    repeat {
      if recordOffsets.count % 1_024 == 0 {
        try cancellation.checkReading()
        cancellation.progress.advance(to: cursor.position)
      }
      _ = cursor.peek()
      recordOffsets.append(cursor.position)
      let record = try reader.record(&cursor)
      try body(record.id, record.model, record.values)
    } while cursor.skip(Byte.comma)
    try cursor.expect(UInt8(ascii: "]"), "a comma or ]")
  }

  // MARK: What is wrong

  /// A problem with a record, located at the property if there is one.
  public func problem(_ message: String, record: Int, property: String?) -> FileProblem {
    guard recordOffsets.indices.contains(record) else { return problem(message, at: nil) }
    let offset = recordOffsets[record]
    return problem(message, at: property.flatMap { self.offset(of: $0, in: offset) } ?? offset)
  }

  /// A problem with a line of the declarations, counted from 1.
  public func problem(_ message: String, schemaLine line: Int) -> FileProblem {
    let isThere = schemaOffsets.indices.contains(line - 1)
    return problem(message, at: isThere ? schemaOffsets[line - 1] : schemaOffsets.last)
  }

  private func problem(_ message: String, at offset: Int?) -> FileProblem {
    var locator = OffsetLocator(bytes)
    return FileProblem(
      file: name,
      location: offset.map { locator.location(of: $0) },
      fact: .invalid(message)
    )
  }

  /// The offset of a property's value in the record at `offset`.
  private func offset(of property: String, in offset: Int) -> Int? {
    var found: Int?
    var cursor = JSONCursor(bytes, at: offset)
    try? cursor.forEachKey { cursor, key throws(ReadingFailure) in
      guard key == "values" else { return try cursor.skipValue(depth: 3) }
      try cursor.forEachKey { cursor, key throws(ReadingFailure) in
        _ = cursor.peek()
        if key == property { found = cursor.position }
        try cursor.skipValue(depth: 4)
      }
    }
    return found
  }
}
