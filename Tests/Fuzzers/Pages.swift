import Columns
import Foundation
import GRDB
import GRDBSQLite
import Model
import SQLGeneration
import Storage

@testable import SQLiteStore

/// libFuzzer (https://llvm.org/docs/LibFuzzer.html) calls this with inputs that it derives from those
/// that reached new code. Errors are expected; a crash, or an input that takes ten seconds, is a
/// fault.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? readPages(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// The file has tables without declarations.
private struct NoDeclarations: DeclarationCoder {
  func schema(of text: String) throws -> Schema { Schema() }
  func declarations(of schema: Schema) throws -> String { "" }
}

/// A table whose pages the inputs are, and a reader of it.
private struct Template: @unchecked Sendable {
  let snapshot: FileSnapshot
  let shape: RecordFormat
  let list: SelectList
  /// The open file, whose bytes are ``content``.
  let file = UnsafeMutablePointer<sqlite3_file>.allocate(capacity: 1)

  /// The bytes of the file while it is read.
  nonisolated(unsafe) static var content: [UInt8] = []

  init() throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).sqlite"
    try DatabaseQueue(path: path).inDatabase { db in
      try db.execute(
        sql: """
          PRAGMA page_size = 512;
          CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REAL, c INTEGER, d BLOB, e DATETIME)
          """
      )
    }
    let store = try FileStore(path: path, declarations: NoDeclarations())
    snapshot = try store.fileSnapshot()
    let table = try snapshot.model.table("t")
    let shape = try snapshot.connection.perform { try RecordFormat(table.mapping, $0) }
    guard let shape else { fatalError("the table is not read from pages") }
    self.shape = shape
    let sources = table.layout.fields.map { ColumnSource.attribute($0.path) }
    list = try SelectList(sources, of: "t", as: "t", in: snapshot.model)
    let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
    methods.initialize(to: sqlite3_io_methods())
    methods.pointee.xRead = { _, target, count, offset in
      let (start, count) = (Int(offset), Int(count))
      guard start + count <= Template.content.count else { return SQLITE_IOERR }
      UnsafeMutableRawBufferPointer(start: target, count: count)
        .copyBytes(from: Template.content[start..<start + count])
      return SQLITE_OK
    }
    methods.pointee.xFileSize = { _, size in
      size?.pointee = sqlite3_int64(Template.content.count)
      return SQLITE_OK
    }
    file.initialize(to: sqlite3_file(pMethods: methods))
    try FileManager.default.removeItem(atPath: path)
  }
}

private let template = { do { return try Template() } catch { fatalError("\(error)") } }()

private func readPages(_ bytes: [UInt8]) throws {
  Template.content = bytes
  guard let file = PageFile(template.file), let tree = TableTree(root: template.shape.root, file)
  else { return }
  let table = PagedTable(file: file, shape: template.shape, tree: tree)
  let filter = bytes.last == 1 ? RowFilter(column: "c", values: [1, 2]) : nil
  guard let columns = PageColumns(table, template.list, filter) else { return }
  let log = InvalidValueLog()
  let rows = columns.read(0..<min(tree.leaves.count, PageColumns.maxPages), noting: log)
  _ = rows?.1.map { column in (0..<column.count).map { column.value(at: $0) } }
  let wanted = Set((rows?.numbers ?? []) + [-1, 3, .max]).sorted()
  _ = try columns.read(wanted, noting: log) {}
}
