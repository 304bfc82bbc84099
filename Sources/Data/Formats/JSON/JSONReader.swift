import Columns
import Model
import Storage

/// Reads an array of objects, one object, or objects behind one another.
///
/// A record that is no object is read as if it were `{"value": …}`.
struct JSONReader {
  /// How often the cancellation flag is read.
  private static let rowsPerCheck = 1_024

  private let bytes: FileBytes
  private let unwrapsArray: Bool
  private let hasCommas: Bool
  private let options: ReadingOptions
  private let cancellation: CancellationFlag

  /// `unwrapsArray` says that the elements of a text that is one array are the records, `hasCommas` that
  /// it is a part of such an array.
  init(
    _ bytes: FileBytes,
    unwrapsArray: Bool,
    hasCommas: Bool = false,
    _ options: ReadingOptions,
    _ cancellation: CancellationFlag
  ) {
    self.bytes = bytes
    self.unwrapsArray = unwrapsArray
    self.hasCommas = hasCommas
    self.options = options
    self.cancellation = cancellation
  }

  func read() throws(ReadingFailure) -> ReadTable {
    let stripes = JSONStripes(bytes, unwrapsArray: unwrapsArray, options, cancellation)
    if !hasCommas, let table = try stripes.read() { return table }
    return try readOneByOne()
  }

  /// The same by one thread, record by record, whatever the records are.
  func readOneByOne() throws(ReadingFailure) -> ReadTable {
    if let fault = TextValidator.firstFault(in: bytes.start, 0..<bytes.count) {
      throw .fact(fault.fact, at: fault.offset)
    }
    var root = JSONObjectNode(exactNumbers: options.exactNumbers)
    var rowCount = try readRecords(into: root)
    while root.findMisfits() {
      root = root.cleared()
      rowCount = try readRecords(into: root)
    }
    if root.fields.isEmpty, options.needsFields { throw .fact(.noFields, at: nil) }
    return JSONTableMaker.makeTable(root, rowCount: rowCount)
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
