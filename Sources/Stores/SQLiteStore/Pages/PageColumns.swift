import GRDB
import SQLGeneration

/// A table whose rows are read from the pages of the file.
struct PagedTable {
  let file: PageFile
  let shape: RecordFormat
  let tree: TableTree
}

extension PagedTable {
  init?(_ mapping: EntityMapping, _ file: PageFile, _ db: Database) throws {
    guard let shape = try RecordFormat(mapping, db), let tree = TableTree(root: shape.root, file)
    else { return nil }
    self.init(file: file, shape: shape, tree: tree)
  }
}

/// Decodes columns of the rows on some leaf pages.
final class PageColumns {
  private let table: PagedTable
  private let list: SelectList
  private let decoders: [any ColumnDecoder]
  private var rows: PageRows
  /// The slot of each column.
  private var places: [Int] = []

  /// Nil if one of the columns is not stored on pages.
  init?(_ table: PagedTable, _ list: SelectList, _ filter: RowFilter?) {
    guard list.isReadFromPages else { return nil }
    var slots: [RecordFormat.Slot] = []
    func place(of column: String) -> Int? {
      guard let slot = table.shape.slot(of: column) else { return nil }
      if let place = slots.firstIndex(where: { $0.field == slot.field }) { return place }
      slots.append(slot)
      return slots.count - 1
    }
    for case let column? in list.columns {
      guard let place = place(of: column) else { return nil }
      places.append(place)
    }
    var values: (slot: Int, values: Set<Int64>)?
    if let filter {
      guard let place = place(of: filter.column) else { return nil }
      values = (place, Set(filter.values))
    }
    (self.table, self.list) = (table, list)
    rows = PageRows(table.file, slots, filter: values)
    decoders = list.makeDecoders()
  }

  /// The rows on some leaf pages; nil if SQLite has to read them.
  func read(_ leaves: Range<Int>, noting invalidValueLog: InvalidValueLog) -> (
    numbers: [Int64], [Column]
  )? {
    guard rows.read(table.tree.leaves[leaves]) else { return nil }
    decode()
    return (rows.numbers, list.takeColumns(of: decoders, noting: invalidValueLog))
  }

  /// The number of bytes of the last rows on overflow pages.
  var longByteCount: Int { rows.longByteCount }

  /// The maximum number of pages to read at once.
  static let maxPages = 256

  /// The existing rows with the ascending numbers `wanted`; nil if SQLite has to read them.
  ///
  /// - Parameter check: Throws if the statement is to stop.
  func read(
    _ wanted: [Int64],
    noting invalidValueLog: InvalidValueLog,
    _ check: () throws -> Void
  ) throws -> (numbers: [Int64], [Column])? {
    var numbers: [Int64] = []
    var (start, leaf) = (0, 0)
    while start < wanted.count {
      let (leaves, end) = leaves(of: wanted, from: start, after: &leaf)
      do {
        try check()
      } catch {
        dropDecoded()
        throw error
      }
      guard rows.read(leaves[...], only: wanted[start..<end]) else {
        dropDecoded()
        return nil
      }
      decode()
      numbers += rows.numbers
      start = end
    }
    return (numbers, list.takeColumns(of: decoders, noting: invalidValueLog))
  }

  /// Discards the decoded values.
  private func dropDecoded() {
    for decoder in decoders { _ = decoder.takeColumn() }
  }

  /// The pages of the wanted rows from index `start`, up to the limit, and the index of the first
  /// row beyond them.
  private func leaves(
    of wanted: [Int64],
    from start: Int,
    after leaf: inout Int
  ) -> (leaves: [UInt32], end: Int) {
    var leaves: [UInt32] = []
    var last = Int64.min
    for place in start..<wanted.count where leaves.isEmpty || wanted[place] > last {
      if leaves.count == Self.maxPages { return (leaves, place) }
      leaf = table.tree.place(of: wanted[place], from: leaf)
      leaves.append(table.tree.leaves[leaf])
      last = table.tree.lastRows[leaf]
    }
    return (leaves, wanted.count)
  }

  private func decode() {
    for (place, decoder) in zip(places, decoders) { decoder.append(rows.cells(of: place)) }
  }
}
