import Columns
import Model
import Storage

/// Reads an array of objects, a single object, or a sequence of objects.
///
/// A record that is not an object is read as `{"value": …}`.
struct JSONReader {
  /// The number of records between cancellation checks.
  private static let rowsPerCheck = 1_024

  let bytes: FileBytes
  /// Whether the elements of an array are the records.
  let unwrapsArray: Bool
  /// Whether the text is part of such an array.
  var hasCommas = false
  let options: ReadingOptions
  let cancellation: CancellationFlag

  func read() throws(ReadingFailure) -> ReadTable {
    let stripes = JSONStripes(
      bytes: bytes,
      unwrapsArray: unwrapsArray,
      options: options,
      cancellation: cancellation
    )
    if !hasCommas, let table = try stripes.read() { return table }
    return try readOneByOne()
  }

  /// Reads the records one by one, on one thread. Accepts any records.
  func readOneByOne() throws(ReadingFailure) -> ReadTable {
    if let fault = TextValidator.firstFault(in: bytes.start, 0..<bytes.count) {
      throw .fact(fault.fact, at: fault.offset)
    }
    var root = JSONObjectNode(exactNumbers: options.exactNumbers)
    var rowCount = try readRecords(into: root)
    while root.needsAnotherPass() {
      root = root.cleared()
      rowCount = try readRecords(into: root)
    }
    if root.fields.isEmpty, options.needsFields { throw .fact(.noFields, at: nil) }
    return JSONTableBuilder.makeTable(root, rowCount: rowCount)
  }

  private func readRecords(into root: JSONObjectNode) throws(ReadingFailure) -> Int {
    var parser = JSONRecordParser(bytes, root: root)
    cancellation.progress.begin(.reading, total: bytes.count)
    guard parser.hasMore() else { throw .fact(.empty, at: nil) }
    if unwrapsArray, parser.beginArray() {
      try readElements(&parser)
    } else {
      while parser.hasMore() {
        try readRecord(&parser)
        if hasCommas { _ = parser.skipComma() }
      }
    }
    return parser.row
  }

  private func readElements(_ parser: inout JSONRecordParser) throws(ReadingFailure) {
    if !parser.endArray() {
      repeat { try readRecord(&parser) } while parser.skipComma()
      try parser.expectEndOfArray()
    }
    try parser.expectEnd()
  }

  private func readRecord(_ parser: inout JSONRecordParser) throws(ReadingFailure) {
    try parser.readRecord()
    guard parser.row % Self.rowsPerCheck == 0 else { return }
    try cancellation.checkReading()
    cancellation.progress.advance(to: parser.position)
  }
}
