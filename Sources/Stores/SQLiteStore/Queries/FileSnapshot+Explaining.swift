import ColumnImages
import Expressions
import GRDB
import Model
import SQLGeneration
import Storage

/// Explains how SQLite executes a scan.
extension FileSnapshot {
  func explanation(of query: StoreQuery, _ sources: [ColumnSource]) throws -> StoreExplanation? {
    if query.isPlain, let plain = try plainExplanation(query.entity, sources) { return plain }
    let statement =
      query.grouping == nil
      ? try select(query, sources)?.sql : try translator(for: query).groups(query)?.sql
    guard let sql = statement else { return nil }
    let steps = try queryPlan(sql)
    let looksAtAll = steps.contains { $0.text.hasPrefix("SCAN \(SQLTranslator.outermostAlias)") }
    return StoreExplanation(
      language: "SQL",
      statement: sql.text.split(separator: "\n").map(String.init),
      bindings: sql.bindings.map(\.description),
      steps: steps,
      wantedIndex: looksAtAll ? try wantedIndex(query) : []
    )
  }

  /// The explanation for rows that are read from memory or pages, without a statement; nil for
  /// others.
  private func plainExplanation(
    _ entity: String,
    _ sources: [ColumnSource]
  ) throws -> StoreExplanation? {
    let isImaged =
      cachedRows(of: entity, sources) == nil && imageReader(of: entity, sources) != nil
    let kept = cachedRows(of: entity, sources)
    if let count = kept?.numbers.count ?? (isImaged ? knownCount(of: entity) : nil) {
      let rows = "\(count) rows of \(entity)"
      return StoreExplanation(
        language: "memory",
        statement: [
          "\(isImaged || kept?.areFromImages == true ? "column images" : "cached columns"): \(rows)"
        ],
        bindings: [],
        steps: []
      )
    }
    let list = try SelectList(sources, of: entity, as: "t", in: model)
    guard list.isReadFromPages, let table = try pagedTable(of: entity) else { return nil }
    let name = try model.table(entity).mapping.table
    return StoreExplanation(
      language: "pages",
      statement: ["the \(table.tree.leaves.count) pages of \(name.quotedForSQL) in order"],
      bindings: [],
      steps: []
    )
  }

  /// The steps of `EXPLAIN QUERY PLAN`.
  func queryPlan(_ sql: SQLFragment) throws -> [StoreExplanation.Step] {
    try connection.perform { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql.text)
      try statement.setArguments(sql.arguments)
      var depths: [(id: Int64, depth: Int)] = []
      var steps: [StoreExplanation.Step] = []
      while try statement.step(db) {
        let parent = statement.number(1)
        let depth = depths.last { $0.id == parent }.map { $0.depth + 1 } ?? 0
        depths.append((statement.number(0), depth))
        steps.append(StoreExplanation.Step(statement.text(3), depth: depth))
      }
      return steps
    }
  }

  /// The attribute whose index would speed up a query: one that is compared with a constant,
  /// preferably by `==`, and is not indexed.
  private func wantedIndex(_ query: StoreQuery) throws -> [String] {
    let table = try model.table(query.entity)
    let compared = query.conditions.compactMap(\.comparedAttribute)
    let best = compared.first(where: \.isEquality) ?? compared.first
    guard let best, best.path.components.count == 1, let name = best.path.components.first,
      table.mapping.fields[best.path]?.isTrusted == true
    else { return [] }
    let entity = model.stored.entity(query.entity)
    let isIndexed =
      entity?.attribute(name)?.isUnique == true
      || (entity?.constraints).map { ($0.indexes + $0.uniqueKeys).contains { $0.first == name } }
        ?? false
    return isIndexed ? [] : [name]
  }
}

extension TypedExpression {
  /// The attribute of the fetched record whose index SQLite would use. It does not use one for a
  /// single bound: it reads all rows in identity order, since sorting might take longer.
  fileprivate var comparedAttribute: (path: AttributePath, isEquality: Bool)? {
    switch kind {
    case .comparison(let operation, let left, let right) where operation == .equal:
      let sides = right.isConstant ? left : left.isConstant ? right : nil
      return sides?.ownPath.map { ($0, true) }
    case .range(let operand, let lower, let upper, _) where lower.isConstant && upper.isConstant:
      return operand.ownPath.map { ($0, false) }
    case .membership(let operand, let elements) where elements.allSatisfy(\.isConstant):
      return operand.ownPath.map { ($0, true) }
    case .match(let match, let text, let prefix)
    where match == StringMatch(.startsWith) && prefix.isConstant:
      return text.ownPath.map { ($0, false) }
    default:
      return nil
    }
  }

  private var ownPath: AttributePath? {
    if case .attribute(let path, of: .scope(0, _)) = kind { path } else { nil }
  }
}
