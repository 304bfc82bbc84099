import Columns
import Expressions
import Model
import Storage

/// `correlation` and `regression` of pairs of Ints and Doubles. Pairs with a nil are skipped.
final class PairCollector: AppendableAccumulator {
  private let first: ProgramNode<Vector<Double>>
  private let second: ProgramNode<Vector<Double>>
  private let function: AggregateFunction
  private var pairs: [(x: [Double], y: [Double])] = []

  /// Nil for other aggregates and for Decimals.
  init?(_ aggregate: GroupAggregate, _ element: TypedExpression, _ compiler: ProgramCompiler) {
    guard aggregate.function == .correlation || aggregate.function == .regression,
      case .list(let parts) = element.kind, parts.count == 2,
      parts.allSatisfy({ $0.type == .int || $0.type == .double })
    else { return nil }
    first = compiler.asDouble(compiler.compile(parts[0]))
    second = compiler.asDouble(compiler.compile(parts[1]))
    function = aggregate.function
  }

  func grow(to groupCount: Int) { pairs.grow(to: groupCount, filler: ([], [])) }

  func add(_ rows: GroupedRows) throws {
    let (x, y) = (try first.result(rows.context), try second.result(rows.context))
    for (row, group) in rows.pairs where x.isValid(row) && y.isValid(row) {
      pairs[Int(group)].x.append(x[row])
      pairs[Int(group)].y.append(y[row])
    }
  }

  func add(_ value: Value, to group: Int) {
    guard case .list(let parts) = value, parts.count == 2 else { return }
    let numbers = parts.compactMap { part -> Double? in
      switch part {
      case .int(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    }
    guard numbers.count == 2 else { return }
    pairs[group].x.append(numbers[0])
    pairs[group].y.append(numbers[1])
  }

  func append(_ next: PairCollector, _ groups: [UInt32]) {
    for (pairs, group) in zip(next.pairs, groups) {
      self.pairs[Int(group)].x += pairs.x
      self.pairs[Int(group)].y += pairs.y
    }
  }

  func column() -> Column {
    let lines = pairs.map { Statistics.Line($0.x, $0.y) }
    if function == .regression {
      let values = lines.map { line -> Value in
        line.coefficients.map { .list($0.map(Value.double)) } ?? .null
      }
      return Column(of: .list(.double), values)
    }
    var column = FixedColumn<Double>(values: [])
    for line in lines { column.append(line.correlation, filler: 0) }
    return .double(column)
  }
}
