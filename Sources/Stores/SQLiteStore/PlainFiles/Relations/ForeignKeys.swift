/// A foreign key whose table and columns are there.
struct ResolvedForeignKey: Equatable {
  /// The place of the table that has it.
  var owner: Int
  /// Its columns.
  var columns: [String]
  /// The place of the table that it refers to.
  var destination: Int
  /// The columns of that table that ``columns`` equal.
  var targets: [String]
  /// Whether the one target is the number of the row.
  var leadsByRowNumber: Bool
  /// Those of ``columns`` to whose values the type of what they equal has to be applied.
  var convertedColumns: Set<String>
  var deleteAction: String
  /// Whether every row has to refer to one.
  var isRequired: Bool
  /// Whether no two rows refer to the same one.
  var isOneToOne: Bool
}

/// Finds out where the foreign keys of all tables lead; SQLite looks at that only when rows change.
struct ForeignKeyResolver {
  private let tables: [CatalogueTable]
  private let places: [String: Int]
  /// What refers to nothing, and why.
  private(set) var notes: [String] = []

  init(_ tables: [CatalogueTable]) {
    self.tables = tables
    places = Dictionary(
      tables.enumerated().map { ($1.name.foldedForSQL, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// The foreign keys of each table that lead somewhere, in declared order.
  mutating func resolved() -> [[ResolvedForeignKey]] {
    tables.indices.map { owner in
      var found: [ResolvedForeignKey] = []
      for key in tables[owner].foreignKeys {
        switch resolve(key, of: owner, besides: found) {
        case .success(let resolved): found.append(resolved)
        case .failure(let obstacle):
          let columns = key.columns.map { "`\($0)`" }.joined(separator: ", ")
          notes.append(
            "the foreign key \(columns) of `\(tables[owner].name)` is no relationship: \(obstacle.reason)"
          )
        }
      }
      return found
    }
  }

  /// Why a foreign key leads nowhere.
  private struct Obstacle: Error {
    let reason: String
  }

  private func resolve(
    _ key: CatalogueForeignKey,
    of owner: Int,
    besides others: [ResolvedForeignKey]
  ) -> Result<ResolvedForeignKey, Obstacle> {
    let table = tables[owner]
    guard let destination = places[key.table.foldedForSQL] else {
      return .failure(Obstacle(reason: "there is no table `\(key.table)`"))
    }
    let other = tables[destination]
    guard other.kind == .table else {
      return .failure(Obstacle(reason: "`\(key.table)` is no table with keys"))
    }
    let columns = key.columns.compactMap(table.column)
    guard columns.count == key.columns.count, !columns.contains(where: \.isGenerated),
      Set(columns.map(\.name)).count == columns.count
    else { return .failure(Obstacle(reason: "its columns cannot be set")) }
    let targets = key.targets?.compactMap(other.column) ?? other.primaryKey
    guard targets.count == columns.count, key.targets.map({ $0.count == targets.count }) ?? true
    else { return .failure(Obstacle(reason: "`\(key.table)` has no such columns")) }
    guard other.areUnique(targets.map(\.name)) else {
      return .failure(Obstacle(reason: "what it refers to in `\(key.table)` is not unique"))
    }
    let names = columns.map(\.name)
    guard !others.contains(where: { Set($0.columns) == Set(names) }) else {
      return .failure(Obstacle(reason: "another one has the same columns"))
    }
    return .success(
      ResolvedForeignKey(
        owner: owner,
        columns: names,
        destination: destination,
        targets: targets.map(\.name),
        leadsByRowNumber: targets.map(\.name) == other.rowNumberColumn.map { [$0.name] },
        convertedColumns: convertedColumns(columns, of: table, targets, of: other),
        deleteAction: key.deleteAction.uppercased(),
        isRequired: columns.allSatisfy { $0.isNotNull || $0.keyPlace > 0 },
        isOneToOne: table.areUnique(names)
      )
    )
  }

  /// Two columns that are compared have the wider of their types applied: where the key is one of
  /// numbers, that is the key's.
  private func convertedColumns(
    _ columns: [CatalogueColumn],
    of table: CatalogueTable,
    _ targets: [CatalogueColumn],
    of other: CatalogueTable
  ) -> Set<String> {
    let converted = zip(columns, targets).filter { column, target in
      let wanted = ColumnAffinity(target.declaredType, isStrict: other.isStrict)
      return wanted != .number
        && wanted != ColumnAffinity(column.declaredType, isStrict: table.isStrict)
    }
    return Set(converted.map(\.0.name))
  }
}
