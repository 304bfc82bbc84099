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
    for batch in batches(compiler) { found += try numbers.numbers(of: try batch.get()) }
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

  private func makeSorter(_ sort: [SortKey]) throws -> RowSorter {
    let compiler = ProgramCompiler()
    let sorter = RowSorter(sort, keep: nil, compiler)
    for batch in batches(compiler) { try sorter.add(try batch.get()) }
    return sorter
  }

  /// The groups of a window in its order.
  func layout(of window: Window) throws -> WindowLayout {
    let key = LayoutKey(keys: window.keys, sort: window.sort)
    if let known = layouts[key] { return known }
    let layout = WindowLayout(
      try groups(of: window.keys),
      window.sort.isEmpty ? nil : try order(by: window.sort)
    )
    layouts[key] = layout
    return layout
  }

  /// The values of an expression.
  func column(of expression: TypedExpression) throws -> Column {
    if let known = columns[expression] { return known }
    let column = try KeyColumn(expression).column(of: references, entity: entity, environment)
    columns[expression] = column
    return column
  }

  /// The records in batches with the columns that the compiled programs read.
  private func batches(
    _ compiler: ProgramCompiler
  ) -> some Sequence<Result<SelectedBatch, any Error>> {
    stride(from: 0, to: references.count, by: RowGatherer.chunk).lazy.map {
      [references, entity, environment] start in
      Result {
        let end = min(start + RowGatherer.chunk, references.count)
        let context = try compiler.context(
          entity: entity,
          references: Array(references[start..<end]),
          outer: [],
          environment: environment
        )
        return SelectedBatch(context: context, mask: nil)
      }
    }
  }
}
