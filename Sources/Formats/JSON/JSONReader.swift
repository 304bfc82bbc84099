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
  private let cancellation: CancellationFlag

  /// `unwrapsArray` says that the elements of a text that is one array are the records.
  init(_ bytes: FileBytes, unwrapsArray: Bool, _ cancellation: CancellationFlag) {
    self.bytes = bytes
    self.unwrapsArray = unwrapsArray
    self.cancellation = cancellation
  }

  func read() throws(ReadingFailure) -> ReadTable {
    if let fault = TextValidator.firstFault(in: bytes.start, 0..<bytes.count) {
      throw .fact(fault.fact, at: fault.offset)
    }
    var root = JSONObjectNode()
    var rowCount = try readRecords(into: root)
    while root.findMisfits() {
      root = root.cleared()
      rowCount = try readRecords(into: root)
    }
    if root.fields.isEmpty { throw .fact(.noFields, at: nil) }
    return JSONTableMaker(rowCount: rowCount).makeTable(root)
  }

  private func readRecords(into root: JSONObjectNode) throws(ReadingFailure) -> Int {
    var parser = JSONRecordParser(bytes, root: root)
    guard parser.hasMore() else { throw .fact(.empty, at: nil) }
    if unwrapsArray, parser.beginArray() {
      try readElements(&parser)
    } else {
      while parser.hasMore() { try readRecord(&parser) }
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
    if parser.row % Self.rowsPerCheck == 0 { try cancellation.checkReading() }
  }
}

/// Turns the tree of fields into attributes and columns.
struct JSONTableMaker {
  let rowCount: Int

  func makeTable(_ root: JSONObjectNode) -> ReadTable {
    var columns: [AttributePath: Column] = [:]
    let names = ColumnNames.completed(root.fields.map(\.name))
    let attributes = zip(names, root.fields).map { name, field in
      Attribute(
        name: name,
        type: type(of: field, at: AttributePath([name]), &columns),
        isOptional: field.presentCount < rowCount
      )
    }
    return ReadTable(attributes: attributes, count: rowCount, columns: columns)
  }

  /// The type of `field`, whose columns are added.
  private func type(
    of field: JSONField,
    at path: AttributePath,
    _ columns: inout [AttributePath: Column]
  ) -> ValueType {
    switch field.shape {
    case .unknown:
      columns[path] = .nils(count: rowCount)
      return .string
    case .scalar(let builder):
      builder.pad(to: rowCount)
      columns[path] = builder.makeColumn()
      return builder.kind.valueType
    case .object(let node):
      let names = ColumnNames.completed(node.fields.map(\.name))
      let fields = zip(names, node.fields).map { name, inner in
        CompositeField(
          name: name,
          type: type(of: inner, at: path.appending(name), &columns),
          isOptional: inner.presentCount < node.presentCount
        )
      }
      return .composite(CompositeType(fields: fields))
    }
  }
}
