import Columns
import Expressions
import Model
import Storage

/// `first`, `last` and `list` of records, stored as references.
final class RecordAccumulator: GroupAccumulator {
  private let function: AggregateFunction
  private let options: AggregateOptions
  private let records: ProgramNode<Vector<Int64>>
  private var environment: ExecutionEnvironment?
  private var ends: [Int64] = []
  private var lists: [[Int64]] = []

  init(
    _ aggregate: GroupAggregate,
    of element: TypedExpression,
    _ compiler: ProgramCompiler
  ) {
    function = aggregate.function
    options = aggregate.options
    records = compiler.recordVector(element)
  }

  func grow(to groupCount: Int) {
    if function == .list {
      lists.grow(to: groupCount, filler: [])
    } else {
      let none = Column.nullReference
      ends.grow(to: groupCount, filler: none)
    }
  }

  func add(_ rows: GroupedRows) throws {
    environment = rows.context.environment
    rows.forEachValue(in: try records.result(rows.context), add)
  }

  func add(_ value: Value, to group: Int) throws {
    guard case .record(let id) = value, let environment else { return }
    if let reference = try environment.snapshot.reference(to: id) { add(reference, group) }
  }

  private func add(_ reference: Int64, _ group: Int) {
    // Literals of missing records have negative numbers.
    guard reference >= 0 else { return }
    switch function {
    case .list: lists[group].append(reference)
    case .first where ends[group] != Column.nullReference: break
    default: ends[group] = reference
    }
  }

  func column() -> Column {
    guard function == .list else { return .reference(FixedColumn(values: ends)) }
    let lists = lists.map(cut)
    var starts = [0]
    for list in lists { starts.append(starts[starts.count - 1] + list.count) }
    let members = FixedColumn(values: Array(lists.joined()))
    return .list(ListColumn(starts: starts, elements: .reference(members)))
  }

  /// The records without duplicates and limited, as the options require.
  private func cut(_ list: [Int64]) -> [Int64] {
    var list = list
    if options.isDistinct {
      var seen: Set<Int64> = []
      list = list.filter { seen.insert($0).inserted }
    }
    return Array(list.prefix(options.limit ?? .max))
  }
}
