import Columns
import Expressions
import Model
import Storage

/// Records for which windows are computed. Windows share what they have in common: columns, groups,
/// orders and layouts.
final class WindowRows {
  let references: [Int64]
  let environment: ExecutionEnvironment
  private let entity: String
  private var columns: [TypedExpression: Column] = [:]
  private var groups: [[TypedExpression]: RowGroups] = [:]
  private var orders: [[SortKey]: RowOrder] = [:]
  private var layouts: [LayoutKey: WindowLayout] = [:]

  private struct LayoutKey: Hashable {
    let keys: [TypedExpression]
    let sort: [SortKey]
    var hasPeers: Bool
  }

  init(references: [Int64], entity: String, environment: ExecutionEnvironment) {
    self.references = references
    self.entity = entity
    self.environment = environment
  }

  /// The groups of equal keys, numbered in order of appearance.
  func groups(of keys: [TypedExpression]) throws -> RowGroups {
    if let known = groups[keys] { return known }
    let found = try makeGroups(keys)
    groups[keys] = found
    return found
  }

  private func makeGroups(_ keys: [TypedExpression]) throws -> RowGroups {
    if keys.isEmpty {
      return RowGroups(
        numbers: Array(repeating: 0, count: references.count),
        count: references.isEmpty ? 0 : 1
      )
    }
    let compiler = ProgramCompiler()
    let numbers = GroupNumbers(keys, compiler)
    var found: [UInt32] = []
    found.reserveCapacity(references.count)
    try RowGatherer(entity: entity, environment).forEachBatch(of: references, compiler) {
      found += try numbers.numbers(of: $0)
    }
    return RowGroups(numbers: found, count: numbers.count)
  }

  /// The rows in the order of the keys; equal ones stay in the order of the rows.
  func order(by sort: [SortKey]) throws -> RowOrder {
    if let known = orders[sort] { return known }
    let found = try makeSorter(sort).order(environment.cancellation, entity: entity)
    orders[sort] = found
    return found
  }

  /// One word a row in the order of a key, and the rows that have a value.
  func words(of key: SortKey) throws -> (words: [UInt64], validity: [UInt8]?) {
    try makeSorter([key]).firstWords(environment.cancellation)
  }

  /// The rows in the order of the keys, without ranks.
  func sortedRows(by sort: [SortKey]) throws -> [UInt32] {
    if let known = orders[sort] { return known.rows }
    return try makeSorter(sort).sortedRows(environment.cancellation, entity: entity)
  }

  private func makeSorter(_ sort: [SortKey]) throws -> RowSorter {
    let entity = entity
    let sorters = try inParts(reading: sort.map(\.expression)) { references, environment in
      let compiler = ProgramCompiler()
      let sorter = RowSorter(sort, keep: nil, compiler)
      let gatherer = RowGatherer(entity: entity, environment)
      try gatherer.forEachBatch(of: references, compiler, sorter.add)
      return sorter
    }
    for sorter in sorters.dropFirst() { try sorters[0].append(sorter, environment) }
    return sorters[0]
  }

  /// The groups of a window in its order.
  func layout(of window: Window) throws -> WindowLayout {
    var key = LayoutKey(keys: window.keys, sort: window.sort, hasPeers: true)
    if let known = layouts[key] { return known }
    key.hasPeers = window.needsPeers
    if let known = layouts[key] { return known }
    let groups = try groups(of: window.keys)
    let layout =
      key.hasPeers
      ? WindowLayout(groups, peersIn: window.sort.isEmpty ? nil : try order(by: window.sort))
      : WindowLayout(groups, window.sort.isEmpty ? nil : try sortedRows(by: window.sort))
    layouts[key] = layout
    return layout
  }

  /// The values of an expression.
  func column(of expression: TypedExpression) throws -> Column {
    if let known = columns[expression] { return known }
    let entity = entity
    let parts = try inParts(reading: [expression]) { references, environment in
      try KeyColumn(expression).column(of: references, entity: entity, environment)
    }
    let builder = makeColumnBuilder(continuing: parts[0])
    for part in parts.dropFirst() where !builder.append(contentsOf: part) {
      throw MismatchedColumn()
    }
    columns[expression] = builder.column
    return builder.column
  }

  /// The results of parts of the records, by several threads if there are many.
  private func inParts<Part>(
    reading expressions: [TypedExpression],
    _ body: (_ references: [Int64], _ environment: ExecutionEnvironment) throws -> Part
  ) throws -> [Part] {
    // Profiling needs one thread, and a nested query runs once.
    guard environment.profile == nil, references.count >= 2 * environment.division.minPlaces,
      !expressions.contains(where: \.containsQuery),
      environment.snapshot.capability((any DivisibleSnapshot).self, of: entity)?
        .gathersInParallel == true
    else { return [try body(references, environment)] }
    let parts = environment.division.parts(of: references.indices, perCore: 1)
    // All threads are done when this returns, and each has its own environment.
    nonisolated(unsafe) let environment = environment
    let references = references
    return try withoutActuallyEscaping(body) { body in
      nonisolated(unsafe) let body = body
      return try inParallel(parts.count) { part in
        Transferred(
          Result { try body(Array(references[parts[part]]), environment.forAnotherThread()) }
        )
      }
      .map { try $0.value.get() }
    }
  }
}
