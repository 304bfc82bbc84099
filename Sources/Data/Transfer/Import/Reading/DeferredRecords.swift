import ColumnImages
import Columns
import Diagnostics
import Formats
import MemoryStore
import Model
import Platform
import Session
import Storage
import Syntax

/// The records of a data file for a store in memory that reads columns when a statement needs them.
struct DeferredRecords {
  /// The fields, with the columns that were read already.
  let table: ReadTable
  let columns: DeferredColumns
  let store: InMemoryStore

  /// The records of a file whose fields are known from images; nil if they are not.
  init?(_ order: ImportOrder, _ images: DataFileImages?, _ session: QuerySession) {
    guard order.statements != nil, let images, let table = images.shape() else { return nil }
    self.init(table, images.stamp, order, images, session)
  }

  /// The records of a file that was just read, with the columns that `order` needs.
  init?(
    _ table: ReadTable,
    of file: RecordFile,
    _ order: ImportOrder,
    _ images: DataFileImages?,
    _ session: QuerySession
  ) {
    guard order.needed(of: file) != nil, let stamp = file.stamp else { return nil }
    self.init(table, stamp, order, images, session)
  }

  private init?(
    _ table: ReadTable,
    _ stamp: FileStamp,
    _ order: ImportOrder,
    _ images: DataFileImages?,
    _ session: QuerySession
  ) {
    guard let store = session.store as? InMemoryStore else { return nil }
    self.table = table
    self.store = store
    let attributes = Dictionary(
      table.attributes.map { (AttributePath([$0.name]), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let (path, format, options) = (order.paths[0], order.format, order.options)
    let (count, cancellation) = (table.count, session.cancellation)
    columns = DeferredColumns(count: count, known: table.columns) { paths in
      let wanted = paths.compactMap { attributes[$0] }
      if let columns = images?.columns(of: wanted, count: count) { return columns }
      let file = try RecordFile(
        path: path,
        format: format,
        options: options,
        cancellation: cancellation
      )
      let columns = try file.columns(of: wanted, count: count, unchangedSince: stamp)
      images?.note(columns, of: wanted, count: count)
      return columns
    }
  }
}

extension ImportOrder {
  /// Smaller files are read completely.
  private static let fewestBytes = 1 << 20

  /// The columns of a file that the statements need; nil to read all columns.
  func needed(of file: RecordFile) -> Set<String>? {
    guard let names = file.columnNames, file.stamp?.isRegular == true,
      file.byteCount >= Self.fewestBytes, paths.count == 1, mappings == nil, !skipsBad
    else { return nil }
    return needed(names)
  }

  /// Of these columns those that the statements need.
  func needed(_ names: [String]) -> Set<String>? {
    statements.map { statements in
      Set(names.filter { !$0.isPlainName || statements.contains($0.lowercased()) })
    }
  }

  /// The text of scripts, in lower case; nil if they may use columns that they do not name.
  ///
  /// Columns that it does not contain are still read if they are needed, only later.
  static func statements(of scripts: [String]) -> String? {
    for script in scripts {
      var parser = ScriptParser(SourceText(name: "", text: script))
      while let item = parser.next() {
        guard case .statement(let statement) = item, statement.kind.namesItsColumns else {
          return nil
        }
      }
    }
    return scripts.joined(separator: "\n").lowercased()
  }
}

extension Statement.Kind {
  /// Whether the statement names all columns that it mostly reads.
  fileprivate var namesItsColumns: Bool {
    switch self {
    case .evaluate: true
    case .count(let query): query.source == nil
    case .fetch(let query): query.source == nil && query.namesItsColumns
    case .explain(let statement, _): statement.kind.namesItsColumns
    default: false
    }
  }
}

extension QuerySyntax {
  fileprivate var namesItsColumns: Bool {
    guard let selection else { return !groupKeys.isEmpty }
    return selection.items.allSatisfy { item in
      if case .expression = item { true } else { false }
    }
  }
}

extension String {
  /// Whether statements can only spell the name as it is.
  fileprivate var isPlainName: Bool {
    utf8.allSatisfy {
      $0 == 0x5f || (0x30...0x39).contains($0) || (0x61...0x7a).contains($0 | 0x20)
    }
  }
}
