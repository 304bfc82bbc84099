import Columns
import Model
import SQLGeneration
import Storage
import Synchronization

/// Rows without a key, whose columns are read for all rows: those of views.
extension ServerSnapshot {
  /// The most values of a view that are read before they are needed, and their bytes.
  private static let (mostViewCells, mostViewBytes) = (200_000, 1 << 24)

  /// The columns of all rows, in identity order, for rows without a key.
  func wholeColumns(_ sources: [ColumnSource], of entity: String) throws -> [Column] {
    var known = state.withLock { $0.wholeColumns[entity] ?? [:] }
    var missing = sources.filter { known[$0] == nil }
    if let all = try columnsReadEarly(missing, of: entity) {
      known.merge(all) { $1 }
      missing = missing.filter { known[$0] == nil }
    }
    if !missing.isEmpty {
      let result = try runInView(try statement(missing, of: entity))
      known.merge(try columns(result, missing, of: entity)) { $1 }
    }
    state.withLock { $0.wholeColumns[entity, default: [:]].merge(known) { $1 } }
    return sources.compactMap { known[$0] }
  }

  /// The number of rows whose columns are known.
  func knownCount(of entity: String) -> Int? {
    state.withLock { $0.wholeColumns[entity]?.values.first?.count }
  }

  private func statement(
    _ sources: [ColumnSource],
    of entity: String,
    limit: Int? = nil
  ) throws -> SQLFragment {
    let table = try model.table(entity)
    let list = try ServerSelection(sources, of: entity, as: "t", in: model).list
    return SQLFragment(
      "SELECT \(list) FROM \(table.mapping.ownRows) AS t ORDER BY \(table.order(as: "t"))"
        + (limit.map { " LIMIT \($0)" } ?? "")
    )
  }

  private func columns(
    _ result: ServerResult,
    _ sources: [ColumnSource],
    of entity: String
  ) throws -> [ColumnSource: Column] {
    let selection = try ServerSelection(sources, of: entity, as: "t", in: model)
    return Dictionary(
      zip(sources, try selection.columns(result, self)),
      uniquingKeysWith: { first, _ in first }
    )
  }

  /// Reads the other columns of a small view with the first ones: running it again, for these, can
  /// take long. Values without a limit of their size are left out, unless they are wanted.
  private func columnsReadEarly(
    _ wanted: [ColumnSource],
    of entity: String
  ) throws -> [ColumnSource: Column]? {
    let table = try model.table(entity)
    guard table.mapping.isView, state.withLock({ $0.triedWhole.insert(entity).inserted }) else {
      return nil
    }
    let others = table.layout.fields.filter { $0.type.hasLimitedSize }
      .map { ColumnSource.attribute($0.path) }.filter { !wanted.contains($0) }
    let most = Self.mostViewCells / max(1, wanted.count + others.count)
    guard !others.isEmpty,
      let plan = try planIfPossible("SELECT * FROM \(table.mapping.ownRows)"),
      let match = plan.firstMatch(of: #/rows=(\d+) width=(\d+)/#),
      let rows = Double(match.1), let width = Double(match.2), rows <= Double(most),
      rows * width <= Double(Self.mostViewBytes)
    else { return nil }
    // The estimate can be wrong, and a view can have columns that cannot be computed.
    let sources = wanted.isEmpty ? others : wanted + others
    guard let result = try runIfPossible(try statement(sources, of: entity, limit: most + 1)),
      result.rowCount <= most
    else { return nil }
    return try columns(result, sources, of: entity)
  }
}

extension ValueType {
  /// Whether all values take little memory.
  fileprivate var hasLimitedSize: Bool {
    switch self {
    case .bool, .int, .double, .decimal, .date, .uuid, .enumeration, .record: true
    default: false
    }
  }
}
