import Columns
import Expressions
import Model
import Storage

/// Computes the values of an expression for given records as a column.
struct KeyColumn {
  private let key: TypedExpression
  private let compiler = ProgramCompiler()
  private let program: Program

  init(_ key: TypedExpression) {
    self.key = key
    if key.isRecord {
      program = .int64(compiler.recordVector(key))
    } else {
      program = compiler.compile(key)
    }
  }

  /// The initial number of records per part.
  private static let firstPart = 256
  /// The target time per part, so that Ctrl-C works promptly.
  private static let partTime = Duration.milliseconds(20)

  /// - Parameter failed: Called for a record that fails, whose value is then nil; if nil, errors
  ///   are thrown.
  func column(
    of references: [Int64],
    entity: String,
    _ environment: ExecutionEnvironment,
    failed: ((Int, EvaluationError) -> Void)? = nil
  ) throws -> Column {
    guard references.count > Self.firstPart else {
      return try columnAtOnce(of: references, entity: entity, environment, failed: failed)
    }
    let progress = environment.cancellation.progress
    progress.begin(.computing, total: references.count)
    let clock = ContinuousClock()
    var done = 0
    var size = Self.firstPart
    var builder: (any ColumnBuilder)?
    while true {
      let (first, start) = (done, clock.now)
      let part = Array(references[first..<min(first + size, references.count)])
      let column = try columnAtOnce(
        of: part,
        entity: entity,
        environment,
        failed: failed.map { failed in { row, error in failed(first + row, error) } }
      )
      if let builder { _ = builder.append(contentsOf: column) }
      let all = builder ?? makeColumnBuilder(continuing: column)
      builder = all
      done += part.count
      if done == references.count { return all.column }
      progress.advance(.computing, by: part.count)
      size = clock.now - start < Self.partTime ? size * 2 : max(1, size / 2)
    }
  }

  private func columnAtOnce(
    of references: [Int64],
    entity: String,
    _ environment: ExecutionEnvironment,
    failed: ((Int, EvaluationError) -> Void)?
  ) throws -> Column {
    let context = try compiler.context(
      entity: entity,
      references: references,
      outer: [],
      environment: environment
    )
    do {
      return try column(context)
    } catch is BatchFailure {
      let rows = RowEvaluation(context)
      let values = try references.indices.map { row in
        do {
          return try rows.value(key, row: row)
        } catch ExecutionError.evaluation(let error, _, _) where failed != nil {
          failed?(row, error)
          return .null
        }
      }
      return key.isRecord
        ? try Column(ofRecords: values, environment) : Column(of: key.type, values)
    }
  }

  private func column(_ context: BatchContext) throws -> Column {
    if key.isRecord, case .int64(let node) = program {
      // Literals of missing records have negative numbers.
      let references = try node.result(context).map { $0 < 0 ? Column.nullReference : $0 }
      return .reference(FixedColumn(values: references))
    }
    if let column = try program.column(key.type, context) { return column }
    guard case .values(let node) = program else { throw MismatchedColumn() }
    return Column(of: key.type, try node.result(context))
  }
}

extension Program {
  /// The results as a column of `type`; nil for a program of values.
  func column(_ type: ValueType, _ context: BatchContext) throws -> Column? {
    switch self {
    case .bool(let node): return .bool(FixedColumn(try node.result(context)))
    case .double(let node): return .double(FixedColumn(try node.result(context)))
    case .int64(let node):
      let column = FixedColumn(try node.result(context))
      return type == .date ? .date(column) : .int(column)
    case .string(let node):
      let vector = try node.result(context)
      return .string(
        StringColumn(codes: FixedColumn(vector.codes), dictionary: vector.dictionary)
      )
    case .values: return nil
    }
  }
}

extension Column {
  /// Creates a column of values that are nil or of `type`, which must be storable.
  init(of type: ValueType, _ values: [Value]) {
    guard let empty = Column.empty(of: type) else {
      preconditionFailure("the binder lets no \(type) into a row of a group")
    }
    let builder = makeColumnBuilder(continuing: empty)
    for value in values where !builder.append(value) { builder.append(nulls: 1) }
    self = builder.column
  }

  /// Creates a column of references from record identities.
  fileprivate init(ofRecords values: [Value], _ environment: ExecutionEnvironment) throws {
    let references = try values.map { value -> Int64 in
      guard case .record(let id) = value else { return Column.nullReference }
      return try environment.snapshot.reference(to: id) ?? Column.nullReference
    }
    self = .reference(FixedColumn(values: references))
  }
}
