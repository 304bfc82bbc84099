import Columns
import Expressions
import Model
import Planning
import Storage

/// Windows, and limits of groups.
extension Executor {
  /// The records of a plan with the values of windows.
  func windows(_ windows: [Window], of input: Plan) throws -> DerivedRows {
    let references = try references(of: input, first: nil)
    let rows = WindowRows(references: references, entity: input.entity, environment: environment)
    var columns: [ColumnSource: Column] = [
      .toOne(Windows.recordName): .reference(FixedColumn(values: references))
    ]
    for (index, window) in windows.enumerated() {
      columns[.attribute(AttributePath([Windows.name(index)]))] = try rows.column(of: window)
    }
    return DerivedRows(
      over: environment.snapshot,
      entity: Windows.entity,
      count: references.count,
      columns: columns
    )
  }

  /// The first records of each group, in the order of the input.
  func firstOfGroups(
    _ keys: [TypedExpression],
    offset: Int,
    limit: Int?,
    of input: Plan
  ) throws -> [Int64] {
    let references = try references(of: input, first: nil)
    let rows = WindowRows(references: references, entity: input.entity, environment: environment)
    let groups = try rows.numbers(of: keys)
    let end = limit.map { offset.addingReportingOverflow($0) }
    let last = end.map { $0.overflow ? .max : $0.partialValue } ?? .max
    var counts: [Int] = []
    return zip(references, groups).compactMap { reference, group in
      if Int(group) >= counts.count { counts.grow(to: Int(group) + 1, filler: 0) }
      counts[Int(group)] += 1
      let place = counts[Int(group)]
      return place > offset && place <= last ? reference : nil
    }
  }
}

/// Records for which windows are computed.
struct WindowRows {
  let references: [Int64]
  let entity: String
  let environment: ExecutionEnvironment

  /// The groups of equal keys, numbered from 0 in order of appearance.
  func numbers(of keys: [TypedExpression]) throws -> [UInt32] {
    if keys.isEmpty { return Array(repeating: 0, count: references.count) }
    let compiler = ProgramCompiler()
    let numbers = GroupNumbers(keys, compiler)
    var found: [UInt32] = []
    found.reserveCapacity(references.count)
    for batch in batches(compiler) { found += try numbers.numbers(of: try batch.get()) }
    return found
  }

  /// The rows by groups, each in the order of the keys; equal ones in the order of the rows.
  func order(by sort: [SortKey]) throws -> [Int] {
    if sort.isEmpty { return Array(references.indices) }
    let compiler = ProgramCompiler()
    let sorter = RowSorter(sort, keep: nil, compiler)
    for batch in batches(compiler) { try sorter.add(try batch.get()) }
    let sorted = try sorter.sortedReferences(environment, entity: entity)
    let places = Dictionary(
      zip(references, references.indices),
      uniquingKeysWith: { first, _ in first }
    )
    return sorted.compactMap { places[$0] }
  }

  /// The values of an expression.
  func column(of expression: TypedExpression) throws -> Column {
    try KeyColumn(expression).column(of: references, entity: entity, environment)
  }

  /// The records in batches with the columns that the compiled programs read.
  private func batches(
    _ compiler: ProgramCompiler
  ) -> some Sequence<Result<SelectedBatch, any Error>> {
    stride(from: 0, to: references.count, by: RowGatherer.chunk).lazy.map { start in
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
