import GRDB
import SQLGeneration

/// A table whose rows are read from the pages of the file.
struct PagedTable {
  let file: PageFile
  let shape: TableShape
  let tree: TableTree

  init?(_ mapping: EntityMapping, _ file: PageFile, _ db: Database) throws {
    guard let shape = try TableShape(mapping, db), let tree = TableTree(root: shape.root, file)
    else { return nil }
    (self.file, self.shape, self.tree) = (file, shape, tree)
  }
}

/// Decodes columns of the rows on some leaf pages of a table.
final class PageColumns {
  private let table: PagedTable
  private let list: SelectList
  private let decoders: [any ColumnDecoder]
  private let rows: PageRows
  /// For each column the slot of the rows where it stands.
  private var places: [Int] = []

  /// Nil where one of the columns stands on no page.
  init?(_ table: PagedTable, _ list: SelectList, _ filter: RowFilter?) {
    guard list.isReadFromPages else { return nil }
    var slots: [TableShape.Slot] = []
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

  /// The rows on the leaf pages in these places; nil where SQLite has to read them.
  func read(_ leaves: Range<Int>, noting misfits: MisfitLog) -> (numbers: [Int64], [Column])? {
    decoded(rows.read(table.tree.leaves[leaves]), noting: misfits)
  }

  /// The rows that are there of those with the numbers `wanted`, which rise; nil where SQLite has to
  /// read them.
  func read(_ wanted: [Int64], noting misfits: MisfitLog) -> (numbers: [Int64], [Column])? {
    var leaves: [UInt32] = []
    var (last, place) = (Int64.min, 0)
    for number in wanted where leaves.isEmpty || number > last {
      place = table.tree.place(of: number, from: place)
      leaves.append(table.tree.leaves[place])
      last = table.tree.lastRows[place]
    }
    return decoded(rows.read(leaves[...], only: wanted), noting: misfits)
  }

  private func decoded(
    _ isRead: Bool,
    noting misfits: MisfitLog
  ) -> (numbers: [Int64], [Column])? {
    guard isRead else { return nil }
    for (place, decoder) in zip(places, decoders) { decoder.append(rows.cells(of: place)) }
    return (rows.numbers, list.takeColumns(of: decoders, noting: misfits))
  }
}
