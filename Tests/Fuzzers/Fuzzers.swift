import Assistants
import Columns
import CoreDataModels
import Demo
import Diagnostics
import Editors
import Features
import Foundation
import GRDB
import GRDBSQLite
import KeyedArchives
import MemoryStore
import Model
import Platform
import SQLGeneration
import Session
import Shell
import Storage
import Syntax

@testable import ColumnImages
@testable import Formats
@testable import JSONRPC
@testable import SQLiteStore

/// The reader that gets the inputs, which `MARTLET_FUZZER` names.
private let subject: @Sendable ([UInt8]) throws -> Void = {
  switch ProcessInfo.processInfo.environment["MARTLET_FUZZER"] {
  case "lexer": readTokens
  case "parser": readStatements
  case "csv": readCSV
  case "json": readJSON
  case "archives": readArchive
  case "pages": readPages
  case "images": readImage
  case "messages": readMessages
  default: fatalError("MARTLET_FUZZER names no reader")
  }
}()

/// Called by libFuzzer (https://llvm.org/docs/LibFuzzer.html) with inputs that it derives from those
/// that reached new code. An error is a good end; a crash or ten seconds are not.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  try? subject(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// What readers share. Without it no input would be read.
private func ready<Shared>(_ make: () throws -> Shared) -> Shared {
  do { return try make() } catch { fatalError("\(error)") }
}

// MARK: - Language

@Sendable private func readTokens(_ bytes: [UInt8]) {
  var lexer = Lexer(SourceText(name: "", text: String(decoding: bytes, as: UTF8.self)))
  var end = 0
  while true {
    let token = lexer.next()
    if token.kind == .end { return }
    precondition(token.span.lowerBound >= end && token.span.upperBound > token.span.lowerBound)
    end = token.span.upperBound
  }
}

@Sendable private func readStatements(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  var parser = ScriptParser(SourceText(name: "", text: text))
  while let item = parser.next() {
    guard case .statement(let statement) = item else { continue }
    let printed = SyntaxPrinter().text(of: statement)
    var again = ScriptParser(SourceText(name: "", text: printed))
    guard case .statement(let same)? = again.next() else { fatalError("no statement: \(printed)") }
    precondition(SyntaxPrinter().text(of: same) == printed)
  }
  _ = completeness(of: text)
}

// MARK: - Files

/// The first bytes choose how the rest is read.
private func read(_ bytes: [UInt8], _ formats: [FileFormat]) throws {
  guard bytes.count > 2 else { return }
  let (first, second) = (Int(bytes[0]), Int(bytes[1]))
  var options = ReadingOptions(hasHeader: first & 1 == 0)
  options.skipsBad = first & 2 != 0
  options.stripeCount = 1 + first >> 2 & 1
  options.bytesPerWindow = 1 + second & 63
  options.fieldsPerBlock = 1 + second >> 4
  if formats.contains(.json), first & 8 != 0 { options.place = ["a"] }
  let file = try RecordFile(
    FileBytes(copying: Array(bytes[2...])),
    formats[first >> 4 & 1],
    name: "file",
    options,
    CancellationFlag()
  )
  for part in try [file.whole] + file.parts(of: 1 + second) { _ = try? file.read(part) }
}

@Sendable private func readCSV(_ bytes: [UInt8]) throws { try read(bytes, [.csv, .tsv]) }
@Sendable private func readJSON(_ bytes: [UInt8]) throws { try read(bytes, [.json, .jsonLines]) }

@Sendable private func readArchive(_ bytes: [UInt8]) throws {
  let data = Data(bytes)
  _ = try? Inflater.inflate(data, limit: 1 << 16)
  _ = try ManagedObjectModel(archive: data)
  _ = try KeyedArchive(data).root?.standardValue
}

// MARK: - Pages

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
    let store = try FileStore(path: path, declarations: SchemaDeclarations())
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

private let template = ready { try Template() }

@Sendable private func readPages(_ bytes: [UInt8]) throws {
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

// MARK: - Images

/// Takes numbers from the bytes of an input; zeros at its end.
private struct Numbers {
  var rest: ArraySlice<UInt8>

  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  /// A number that is small, or any.
  mutating func number() -> Int64 {
    let first = byte()
    if first < 250 { return Int64(first) - 20 }
    return (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[byte() % elements.count]
  }
}

/// The input describes an image with right checksums, in which a byte may be changed afterwards.
@Sendable private func readImage(_ bytes: [UInt8]) throws {
  var numbers = Numbers(rest: bytes[...])
  let rows = numbers.pick([Int(numbers.number()) & 0xFFF, 0, 1, 64, 65, 5000])
  let change = numbers.byte() & 1 == 1 ? Int(numbers.number() & 0xFFFF) : nil
  let kind = numbers.pick((1...9).compactMap { ImageHead.Kind(rawValue: $0) })
  let isSpecial = numbers.byte() & 1 == 1
  var (blocks, contents): ([ImageBlock], [[UInt8]]) = ([], [])
  for _ in 0..<numbers.byte() % 5 {
    let width = numbers.pick([0, 1, 2, 4, 8, 16])
    let count = numbers.pick([rows, (rows + 63) / 64, numbers.byte(), 1, 0])
    let start = Array(numbers.rest.prefix(width * min(count, 16)))
    let part = ImageEncoding.Part(
      role: numbers.pick([.values, .validity, .textLengths, .textBytes]),
      width: width,
      base: numbers.number(),
      unit: numbers.pick([1, numbers.number()]),
      count: count,
      pieces: [(0..<width * count).map { start.isEmpty ? 0 : start[$0 % start.count] }]
    )
    let checksums = part.checksums
    blocks.append(ImageBlock(part, checksums: checksums))
    let bytes = part.pieces[0]
    contents.append(
      bytes + Array(repeating: 0, count: -bytes.count & 7)
        + checksums.withUnsafeBytes { Array($0) }
    )
  }
  let described = ImageHead(
    kind: kind,
    isSpecial: isSpecial,
    rowCount: rows,
    identification: [],
    blocks: blocks
  )
  guard var image = described.bytes(1) else { return }
  for content in contents { image += content }
  if let change, change < image.count { image[change] = UInt8(numbers.byte()) }
  try readImageFile(image)
}

private func readImageFile(_ image: [UInt8]) throws {
  let head = try ImageHead(fileSize: image.count, 1) { offset, count in
    offset + count <= image.count ? Array(image[offset..<offset + count]) : nil
  }
  let decoding = ImageDecoding(head: head) { target, offset in
    guard offset + target.count <= image.count else { return false }
    target.copyBytes(from: image[offset..<offset + target.count])
    return true
  }
  _ = try? decoding.fields()
  _ = try? decoding.rowNumbers()
  let column = try decoding.column()
  guard let all = column.column(of: 0..<column.count) else { return }
  for row in 0..<min(all.count, 100) { _ = all.value(at: row) }
  if all.count > 0 { _ = all.value(at: all.count - 1) }
}

// MARK: - Messages

/// The servers, and a connection without messages.
private struct Servers: @unchecked Sendable {
  let console: Console
  let assistant: AssistantServer
  let connection: RPCConnection

  init() throws {
    let opening = StoreOpening(
      makeMemoryStore: { InMemoryStore() },
      openFile: { path, _ in throw CocoaError(.fileReadNoSuchFile) }
    )
    console = Console(stores: OpenStores(opening), settings: DisplaySettings())
    try console.session.loadDemo()
    assistant = AssistantServer(
      console.stores,
      hiding: try HiddenAttributes([], in: console.stores),
      allowsChanges: false,
      version: ""
    )
    connection = RPCConnection(
      input: try .open("/dev/null", .readOnly),
      output: try .open("/dev/null", .writeOnly),
      framing: .headers
    ) {}
  }
}

private let servers = ready { try Servers() }

/// The first byte chooses the protocol.
@Sendable private func readMessages(_ bytes: [UInt8]) throws {
  guard let first = bytes.first, bytes.count <= 1 << 15 else { return }
  let isEditor = first & 1 == 1
  let service: any RPCService = isEditor ? EditorServer(servers.console) : servers.assistant
  _ = try? service.answer("initialize", [:], on: servers.connection)
  let pipe = try FileDescriptor.pipe()
  defer { try? pipe.readEnd.close() }
  try bytes.dropFirst().withUnsafeBytes { try pipe.writeEnd.writeAll($0) }
  try pipe.writeEnd.close()
  var reader = MessageReader(pipe.readEnd, isEditor ? .headers : .lines, limit: 1 << 14) { false }
  while let item = reader.next(), item != .unreadable {
    guard case .message(let text) = item, let json = try? JSON(text) else { continue }
    precondition((try? JSON(Array(json.text.utf8))) != nil)
    for message in json.array ?? [json] {
      switch RPCMessage(message) {
      case .request(_, let method, let parameters):
        _ = try? service.answer(method, parameters, on: servers.connection)
      case .notification(let method, let parameters):
        if !service.receive(method, parameters, on: servers.connection) { return }
      case .response, .invalid: break
      }
    }
  }
}
