import Model

/// A foreign key whose table and columns exist.
struct ResolvedForeignKey: Equatable {
  /// The index of its table.
  var owner: Int
  var columns: [String]
  /// The index of the referenced table.
  var destination: Int
  /// The referenced columns.
  var targets: [String]
  /// Whether it references the row number.
  var referencesRowNumber: Bool
  /// The ``columns`` to whose values the type of the referenced column has to be applied.
  var convertedColumns: Set<String>
  var deleteAction: String
  /// Whether the database does not enforce it.
  var mayDangle: Bool
  /// Whether every row must have a value.
  var isRequired: Bool
  /// Whether the values are unique.
  var isOneToOne: Bool
}

/// Resolves the foreign keys of all tables, which SQLite only does when rows change.
struct ForeignKeyResolver {
  private let tables: [CatalogueTable]
  private let places: [String: Int]
  /// The foreign keys that could not be resolved.
  private(set) var notes: [String] = []

  init(_ tables: [CatalogueTable]) {
    self.tables = tables
    let exact = tables.enumerated().map { ($1.name, $0) }
    let folded = exact.map { ($0.foldedForSQL, $1) }
    places = Dictionary(exact + folded, uniquingKeysWith: { first, _ in first })
  }

  /// The resolved foreign keys of each table, in declared order.
  mutating func resolved() -> [[ResolvedForeignKey]] {
    tables.indices.map { owner in
      var found: [ResolvedForeignKey] = []
      for key in tables[owner].foreignKeys {
        switch resolve(key, of: owner, besides: found) {
        case .success(let resolved): found.append(resolved)
        case .failure(let obstacle):
          let columns = key.columns.map { "`\($0)`" }.joined(separator: ", ")
          notes.append(
            "the foreign key \(columns) of `\(tables[owner].name)` is ignored: \(obstacle.reason)"
          )
        }
      }
      return found
    }
  }

  /// Why a foreign key cannot be resolved.
  private struct Obstacle: Error {
    let reason: String
  }

  private func resolve(
    _ key: CatalogueForeignKey,
    of owner: Int,
    besides others: [ResolvedForeignKey]
  ) -> Result<ResolvedForeignKey, Obstacle> {
    let table = tables[owner]
    guard let destination = places[key.table] ?? places[key.table.foldedForSQL] else {
      return .failure(Obstacle(reason: "there is no table `\(key.table)`"))
    }
    let other = tables[destination]
    guard other.kind == .table else {
      return .failure(Obstacle(reason: "`\(key.table)` is not a table with keys"))
    }
    let columns = key.columns.compactMap(table.column)
    guard columns.count == key.columns.count, !columns.contains(where: \.isGenerated),
      Set(columns.map(\.name)).count == columns.count
    else { return .failure(Obstacle(reason: "its columns cannot be written")) }
    let targets = key.targets?.compactMap(other.column) ?? other.primaryKey
    guard targets.count == columns.count, key.targets.map({ $0.count == targets.count }) ?? true
    else { return .failure(Obstacle(reason: "`\(key.table)` has no such columns")) }
    guard other.areUnique(targets.map(\.name)) else {
      return .failure(Obstacle(reason: "the referenced columns of `\(key.table)` are not unique"))
    }
    let names = columns.map(\.name)
    guard !others.contains(where: { Set($0.columns) == Set(names) }) else {
      return .failure(Obstacle(reason: "another foreign key has the same columns"))
    }
    return .success(
      ResolvedForeignKey(
        owner: owner,
        columns: names,
        destination: destination,
        targets: targets.map(\.name),
        referencesRowNumber: targets.map(\.name) == other.rowNumberColumn.map { [$0.name] },
        convertedColumns: convertedColumns(columns, of: table, targets, of: other),
        deleteAction: key.deleteAction.uppercased(),
        // If different texts are equal, the key can be written differently.
        mayDangle: !table.enforcesForeignKeys
          || (columns + targets).contains(where: \.equatesTexts),
        isRequired: columns.allSatisfy { $0.isNotNull || $0.keyPlace > 0 },
        isOneToOne: table.areUnique(names)
      )
    )
  }

  /// The columns that have to be converted for comparing them: SQLite applies the numeric type of
  /// the two; if the key is numeric, that is the key's.
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
