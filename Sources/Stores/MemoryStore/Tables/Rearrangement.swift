import Columns
import Model
import Storage

/// A new order of a table's rows: without dead rows, or with additional ones for records to be
/// restored.
struct Rearrangement {
  /// The old row of each new one; null for new dead rows.
  let sources: [Int64]
  /// The new row of each old one; null if it is removed.
  let newRows: [Int64]
  /// The number of each new row.
  let numbers: RecordNumbers

  /// Removes the dead rows of `table`.
  init(compacting table: Table) {
    let kept = table.live.references
    sources = kept
    newRows = Self.newRows(kept, count: table.rowCount)
    numbers = RecordNumbers(
      kept.lazy.map { table.numbers.number(of: Int($0)) },
      next: table.numbers.next
    )
  }

  /// Inserts dead rows with the `added` numbers, which are in ascending order and not in use.
  init(adding added: [Int64], to table: Table) {
    var sources: [Int64] = []
    var numbers: [Int64] = []
    sources.reserveCapacity(table.rowCount + added.count)
    numbers.reserveCapacity(table.rowCount + added.count)
    var rest = added[...]
    for row in 0..<table.rowCount {
      let number = table.numbers.number(of: row)
      while let next = rest.first, next < number {
        sources.append(Column.nullReference)
        numbers.append(next)
        rest = rest.dropFirst()
      }
      sources.append(Int64(row))
      numbers.append(number)
    }
    for number in rest {
      sources.append(Column.nullReference)
      numbers.append(number)
    }
    self.sources = sources
    newRows = Self.newRows(sources, count: table.rowCount)
    self.numbers = RecordNumbers(numbers, next: table.numbers.next)
  }

  /// The new row of a reference, which is null or a remaining row.
  func newRow(_ reference: Int64) -> Int64 {
    reference == Column.nullReference ? reference : newRows[Int(reference)]
  }

  private static func newRows(_ sources: [Int64], count: Int) -> [Int64] {
    var newRows = Array(repeating: Column.nullReference, count: count)
    for (row, source) in sources.enumerated() where source != Column.nullReference {
      newRows[Int(source)] = Int64(row)
    }
    return newRows
  }
}

extension Table {
  /// A copy of the table with rearranged rows.
  func rearranged(_ order: Rearrangement) -> Table {
    // The values of dead rows do not matter, but nil would slow down readers of the column.
    let sources = order.sources.map { $0 == Column.nullReference ? 0 : $0 }
    var indexes = uniqueIndexes
    for place in indexes.indices {
      indexes[place].rebuild { row in
        let new = order.newRows[row]
        return new == Column.nullReference ? nil : Int(new)
      }
    }
    return Table(
      layout: layout,
      numbers: order.numbers,
      live: live.rearranged(order),
      fields: fields.map {
        makeColumnBuilder(continuing: $0.column.gathered(at: sources).withoutUnusedTexts)
      },
      references: references.map { $0.rearranged(order) },
      uniqueIndexes: indexes
    )
  }

  /// A copy of the table whose references follow the rearranged rows of `entity`.
  func renumbered(_ entity: String, _ order: Rearrangement) -> Table {
    Table(
      layout: layout,
      numbers: numbers,
      live: live,
      fields: fields,
      references: zip(layout.references, references).map { layout, column in
        layout.relationship.destination == entity ? column.renumbered(order) : column
      },
      uniqueIndexes: uniqueIndexes
    )
  }
}

extension LiveRows {
  /// The rearranged rows; additional ones are dead.
  fileprivate func rearranged(_ order: Rearrangement) -> LiveRows {
    var result = LiveRows(count: order.sources.count)
    result.remove(
      order.sources.indices
        .filter { row in
          let source = order.sources[row]
          return source == Column.nullReference || !contains(Int(source))
        }
        .map { Int64($0) }
    )
    return result
  }
}

extension ReferenceColumn {
  /// The rearranged rows.
  fileprivate func rearranged(_ order: Rearrangement) -> ReferenceColumn {
    let column = builder.column.gathered(at: order.sources)
    guard case .reference(let rows) = column else { return self }
    var result = ReferenceColumn(
      ReferenceColumnBuilder(rows),
      positions: positions.map { positions in
        order.sources.map { $0 == Column.nullReference ? 0 : positions[Int($0)] }
      }
    )
    result.dangling = dangling.renumbered { order.newRow($0) }
    return result
  }

  /// The same rows with references to rearranged ones.
  fileprivate func renumbered(_ order: Rearrangement) -> ReferenceColumn {
    var result = ReferenceColumn(
      ReferenceColumnBuilder(FixedColumn(values: builder.references.map { order.newRow($0) })),
      positions: positions
    )
    result.dangling = dangling
    return result
  }
}
