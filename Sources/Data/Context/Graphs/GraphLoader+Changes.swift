public import Model
import Storage

extension GraphLoader {
  /// The number of records of each model, in declared order.
  var counts: [ChangeSummary.ModelCount] {
    var counts = Array(repeating: 0, count: kinds.count)
    for table in tables.values {
      for model in table.models { counts[Int(model)] += 1 }
    }
    return zip(kinds, counts).filter { $1 > 0 }.map {
      ChangeSummary.ModelCount(kind: $0.name, count: $1)
    }
  }

  /// The names of the root entities.
  var tableNames: Set<String> { Set(schema.entities.map(\.name)) }

  /// All records with checked and completed links, and the deleted records that they reference.
  func changes(
    for store: any Store,
    nextNumbers: [String: Int64]
  ) throws -> (ChangeSet, gone: [(entity: String, keys: RecordKeys)]) {
    try sortTables()
    let positions = try store.writable().reservePositions(GraphLinks.positionCount(of: self))
    var links = GraphLinks(
      self,
      nextNumbers: nextNumbers,
      firstPosition: positions.lowerBound
    )
    try links.resolve()
    guard links.total == 0 else {
      throw GraphProblems(problems: links.problems.inOrder, total: links.total)
    }
    var changes = ChangeSet()
    for entity in schema.entities {
      guard let table = tables[entity.name], table.count > 0 else { continue }
      changes.inserted.append(table.rows())
    }
    changes.linked = links.linkages
    changes.nextNumbers = nextNumbers
    let gone = links.gone.sorted { $0.key < $1.key }.map {
      ($0.key, RecordKeys.list($0.value.sorted().map(RecordKey.number)))
    }
    return (changes, gone)
  }

  /// Sorts all records by identity; throws if there are duplicates.
  private func sortTables() throws(GraphProblems) {
    let repeated = schema.entities.compactMap { tables[$0.name] }.flatMap { table in
      table.sort().map { (table: table, row: $0) }
    }
    if repeated.isEmpty { return }
    let reported = repeated.sorted { $0.table.places[$0.row] < $1.table.places[$1.row] }
      .prefix(GraphProblems.maxReported)
      .map { table, row in
        GraphProblem(
          place: table.places[row],
          record: table.id(row),
          property: nil,
          fact: .repeatedIdentity
        )
      }
    throw GraphProblems(problems: reported, total: repeated.count)
  }

  /// The index of a record in the graph; nil if it is not in the graph.
  public func place(of id: RecordID) -> Int? {
    guard case .number(let number) = id.key, let table = tables[id.entity],
      let row = table.row(of: number)
    else { return nil }
    return table.places[row]
  }
}

extension [GraphProblem] {
  /// The problems in the order of their records.
  fileprivate var inOrder: [GraphProblem] { sorted { $0.place < $1.place } }
}
