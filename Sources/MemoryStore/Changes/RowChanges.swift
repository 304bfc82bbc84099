import Columns
import Model
import Storage

/// Makes changes of rows that go by their keys, on copies of the tables that are touched.
struct RowChanges {
  private var state: StoreState
  private let changes: ChangeSet

  init(_ changes: ChangeSet, of state: StoreState) {
    self.state = state
    self.changes = changes
  }

  /// The state after the changes.
  mutating func applied() throws(StoreError) -> StoreState {
    for selection in changes.deleted { try delete(selection) }
    for rows in changes.inserted { try insert(rows) }
    for rows in changes.inserted + changes.updated { try set(rows) }
    for entity in Set((changes.inserted + changes.updated).map(\.entity)) {
      state.tables[entity] = try state.table(entity).reindexed()
    }
    try link()
    return state
  }

  private func row(_ key: RecordKey, _ table: Table) -> Int? {
    guard case .number(let number) = key else { return nil }
    return table.numbers.row(of: number)
  }

  private mutating func delete(_ selection: RecordSelection) throws(StoreError) {
    let table = try state.table(selection.entity)
    var gone: Set<Int> = []
    for key in selection.keys.all {
      guard let row = row(key, table) else {
        throw .missingRecord(RecordID(entity: selection.entity, key: key))
      }
      gone.insert(row)
    }
    let kept = (0..<table.count).filter { !gone.contains($0) }
    try rearrange(selection.entity, table.picked(kept), kept.map(Int64.init), count: table.count)
  }

  private mutating func insert(_ rows: RecordRows) throws(StoreError) {
    let table = try state.table(rows.entity)
    var numbers: [Int64] = (0..<table.count).map { table.numbers.number(of: $0) }
    for key in rows.keys.all {
      guard case .number(let number) = key, row(key, table) == nil else {
        throw .recordExists(RecordID(entity: rows.entity, key: key))
      }
      numbers.append(number)
    }
    let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    let source = order.map { $0 < table.count ? Int64($0) : Column.nullReference }
    let sorted = table.picked(source, numbers: order.map { numbers[$0] })
    try rearrange(rows.entity, sorted, source, count: table.count)
  }

  /// Puts a table with other rows in the place of one, and turns what leads there.
  private mutating func rearrange(
    _ entity: String,
    _ table: Table,
    _ source: [Int64],
    count: Int
  ) throws(StoreError) {
    state.tables[entity] = table
    var places = Array(repeating: Column.nullReference, count: count)
    for (place, row) in source.enumerated() where row >= 0 { places[Int(row)] = Int64(place) }
    for (name, other) in state.tables {
      let turned = other.layout.references.contains { $0.relationship.destination == entity }
      if turned { state.tables[name] = other.turned(to: entity, places) }
    }
    for (end, links) in state.linkTables where end == links.first {
      let destination = state.storedSchema.entity(end.entity)?.relationship(end.name)?.destination
      let turned = links.turned(
        first: end.entity == entity ? places : nil,
        second: destination == entity ? places : nil
      )
      state.linkTables[links.first] = turned
      state.linkTables[links.second] = turned
    }
  }

  private mutating func set(_ rows: RecordRows) throws(StoreError) {
    let table = try state.table(rows.entity).copied()
    var places: [Int] = []
    for key in rows.keys.all {
      guard let row = row(key, table) else {
        throw .missingRecord(RecordID(entity: rows.entity, key: key))
      }
      places.append(row)
    }
    for (path, column) in rows.columns {
      guard let place = table.layout.place(of: path) else {
        throw .unknownProperty(entity: rows.entity, property: path.description)
      }
      for (index, row) in places.enumerated() {
        guard table.fields[place].set(row, to: column.value(at: index)) else {
          throw .typeMismatch(entity: rows.entity, property: path.description)
        }
      }
    }
    for (name, given) in rows.references {
      guard let place = table.layout.referencePlace(of: name) else {
        throw .unknownProperty(entity: rows.entity, property: name)
      }
      let destination = table.layout.references[place].relationship.destination
      let other = destination == rows.entity ? table : try state.table(destination)
      var edits: [Int: ReferenceEdit] = [:]
      for (index, row) in places.enumerated() {
        let target = given.targets[index].flatMap { self.row($0, other) }
        edits[row] = ReferenceEdit(
          reference: target.map { Int64($0) } ?? Column.nullReference,
          position: given.positions?[index] ?? 0
        )
      }
      table.setReferences(RelationshipEnd(entity: rows.entity, name: name), edits)
    }
    state.tables[rows.entity] = table
  }

  private mutating func link() throws(StoreError) {
    for pair in changes.unlinked { try edit(pair) { $0.unlink($1, $2, $3) } }
    for linkage in changes.linked {
      try edit(linkage.pair) {
        $0.unlink($1, $2, $3)
        $0.put($1, $2, $3, linkage.position, linkage.inversePosition)
      }
    }
  }

  private mutating func edit(
    _ pair: RecordPair,
    _ body: (LinkTable, RelationshipEnd, Int64, Int64) -> Void
  ) throws(StoreError) {
    let end = RelationshipEnd(entity: pair.entity, name: pair.relationship)
    guard let links = state.linkTables[end],
      let destination = state.storedSchema.entity(end.entity)?.relationship(end.name)?.destination
    else { throw .unknownProperty(entity: end.entity, property: end.name) }
    guard let owner = row(pair.owner, try state.table(end.entity)),
      let member = row(pair.member, try state.table(destination))
    else { return }
    let copy = LinkTable(renaming: links, first: links.first, second: links.second)
    body(copy, end, Int64(owner), Int64(member))
    state.linkTables[links.first] = copy
    state.linkTables[links.second] = copy
  }
}

extension Table {
  func copied() -> Table {
    Table(
      layout: layout,
      numbers: numbers,
      fields: fields.map { makeColumnBuilder(continuing: $0.column) },
      references: references.map {
        ReferenceColumn(
          builder: ReferenceColumnBuilder(FixedColumn(values: $0.builder.references)),
          positions: $0.positions
        )
      },
      uniqueIndexes: uniqueIndexes
    )
  }

  func picked(_ rows: [Int]) -> Table {
    picked(rows.map(Int64.init), numbers: rows.map { numbers.number(of: $0) })
  }

  func picked(_ rows: [Int64], numbers picked: [Int64]) -> Table {
    Table(
      layout: layout,
      numbers: RecordNumbers(picked, next: max(numbers.next, (picked.last ?? 0) + 1)),
      fields: fields.map { makeColumnBuilder(continuing: $0.column.gathered(at: rows)) },
      references: references.map { column in
        ReferenceColumn(
          builder: ReferenceColumnBuilder(
            FixedColumn(
              values: rows.map {
                $0 < 0 ? Column.nullReference : column.builder.references[Int($0)]
              }
            )
          ),
          positions: column.positions.map { positions in
            rows.map { $0 < 0 ? 0 : positions[Int($0)] }
          }
        )
      },
      uniqueIndexes: uniqueIndexes
    )
  }

  func turned(to entity: String, _ places: [Int64]) -> Table {
    let table = copied()
    for (place, reference) in layout.references.enumerated()
    where reference.relationship.destination == entity {
      let column = table.references[place].builder
      for row in 0..<column.count {
        let target = column.reference(at: row)
        if target >= 0 { column.set(row, to: places[Int(target)]) }
      }
    }
    return table
  }

  func reindexed() throws(StoreError) -> Table {
    let table = copied()
    var indexes: [RowIndex] = []
    for place in layout.uniqueFields {
      var index = RowIndex()
      let column = table.fields[place].column.withDistinctTexts
      if let collision = index.add(0..<column.count, of: column) {
        throw .uniqueConflict(
          entity: layout.entity,
          attribute: layout.fields[place].path.description,
          value: column.value(at: collision.later),
          existing: recordID(of: collision.earlier)
        )
      }
      indexes.append(index)
    }
    return Table(
      layout: layout,
      numbers: numbers,
      fields: zip(layout.fields.indices, table.fields).map { place, builder in
        layout.uniqueFields.contains(place)
          ? makeColumnBuilder(continuing: builder.column.withDistinctTexts) : builder
      },
      references: table.references,
      uniqueIndexes: indexes
    )
  }
}

extension LinkTable {
  func unlink(_ end: RelationshipEnd, _ owner: Int64, _ member: Int64) {
    let pair = end == first ? (owner, member) : (member, owner)
    remove { link in
      (link.pair.first == pair.0 && link.pair.second == pair.1)
        || (first == second && link.pair.first == pair.1 && link.pair.second == pair.0)
    }
  }

  func put(_ end: RelationshipEnd, _ owner: Int64, _ member: Int64, _ here: Int64, _ there: Int64) {
    if end == first {
      add(
        StoredLink(
          pair: RowPair(first: owner, second: member),
          positionInFirst: here,
          positionInSecond: there
        )
      )
    } else {
      add(
        StoredLink(
          pair: RowPair(first: member, second: owner),
          positionInFirst: there,
          positionInSecond: here
        )
      )
    }
    if first == second, owner != member {
      add(
        StoredLink(
          pair: RowPair(first: member, second: owner),
          positionInFirst: there,
          positionInSecond: here
        )
      )
    }
  }

  func turned(first firstPlaces: [Int64]?, second secondPlaces: [Int64]?) -> LinkTable {
    let table = LinkTable(first: first, second: second)
    for link in links {
      let one = firstPlaces.map { $0[Int(link.pair.first)] } ?? link.pair.first
      let two = secondPlaces.map { $0[Int(link.pair.second)] } ?? link.pair.second
      if one < 0 || two < 0 { continue }
      table.add(
        StoredLink(
          pair: RowPair(first: one, second: two),
          positionInFirst: link.positionInFirst,
          positionInSecond: link.positionInSecond
        )
      )
    }
    return table
  }
}
