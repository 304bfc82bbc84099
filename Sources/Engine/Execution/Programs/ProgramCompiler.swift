import Columns
import Expressions
import Model
import Storage

/// Compiles expressions into column programs over batches of one scope level, the home scope.
///
/// Equal parts are compiled once. ``sources`` lists the stored columns that the programs read from
/// the records of the home scope; batches must have them in that order.
final class ProgramCompiler {
  /// The columns of a batch.
  private(set) var sources: [ColumnSource] = []
  /// The home scope.
  let level: Int
  /// Whether all records of the scanned entity are read, so that aggregates over related records
  /// are needed of all of them.
  var readsAllRows = false
  private var programs: [TypedExpression: Program] = [:]
  private var referenceNodes: [RecordExpression: ProgramNode<[Int64]>] = [:]

  init(level: Int = 0) {
    self.level = level
  }

  /// The program of `expression`.
  func compile(_ expression: TypedExpression) -> Program {
    if let program = programs[expression] { return program }
    let program = makeProgram(expression)
    programs[expression] = program
    return program
  }

  /// The program of a condition: 1 if it is true, 0 if it is false or nil.
  func compileCondition(_ expression: TypedExpression) -> ProgramNode<[UInt8]> {
    let program = asBool(compile(expression))
    return ProgramNode { try program.result($0).mask }
  }

  /// The index of a stored column in a batch.
  func index(of source: ColumnSource) -> Int {
    if let index = sources.firstIndex(of: source) { return index }
    sources.append(source)
    return sources.count - 1
  }

  /// The references of a record expression, one per row; ``Column/nullReference`` for none.
  func references(_ record: RecordExpression) -> ProgramNode<[Int64]> {
    if let node = referenceNodes[record] { return node }
    let node = makeReferences(record)
    referenceNodes[record] = node
    return node
  }

  private func makeProgram(_ expression: TypedExpression) -> Program {
    if expression.isConstant { return constant(expression) }
    switch expression.kind {
    case .attribute(let path, let record):
      return attribute(path, of: record, type: expression.type)
    case .record(let record):
      return .values(recordIDs(record))
    case .composite(let leaves, let record):
      return composite(leaves, of: record)
    case .negate, .arithmetic, .duration, .widen:
      return arithmetic(expression)
    case .comparison(let operation, let left, let right):
      return comparison(operation, left, right)
    case .match(let match, let text, let pattern):
      return self.match(match, text, pattern)
    case .membership(let operand, let elements):
      return membership(operand, elements)
    case .range(let operand, let lower, let upper, let isClosed):
      return range(operand, lower, upper, isClosed)
    case .isNull(let operand):
      return isNull(operand)
    case .not, .and, .or:
      return logic(expression)
    case .aggregate(let aggregate):
      return self.aggregate(aggregate, type: expression.type)
    case .shape(let shape):
      return self.shape(shape)
    case .membershipInQuery(let operand, let query):
      return membership(operand, in: query)
    case .element(let level):
      return element(at: level, expression.type)
    case .arrayMembership(let operand, let array):
      return arrayMembership(operand, array)
    case .arrayAggregate(let aggregate):
      return arrayAggregate(aggregate, type: expression.type)
    case .ordinal(let type, let operand):
      return ordinal(type, operand)
    case .call(let function, let arguments):
      return call(function, arguments, expression)
    case .coalesce(let first, let second):
      return coalesce(first, second) ?? general(expression)
    case .conditional(let condition, let then, let otherwise):
      return conditional(condition, then, otherwise) ?? general(expression)
    case .list, .caseAt, .literal:
      return general(expression)
    }
  }
}
