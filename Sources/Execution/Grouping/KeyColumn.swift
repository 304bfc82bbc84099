import Columns
import Expressions
import Model
import Storage

/// The values of an expression for some records as a column: of a key for the first of each group.
struct KeyColumn {
  private let key: TypedExpression
  private let compiler = ProgramCompiler()
  private let program: Program
  private let isRecord: Bool

  init(_ key: TypedExpression) {
    self.key = key
    if case .record = key.type {
      isRecord = true
      program = .int64(compiler.referenceVector(key) ?? compiler.references(of: key))
    } else {
      isRecord = false
      program = compiler.compile(key)
    }
  }

  func column(
    of references: [Int64],
    entity: String,
    _ environment: ExecutionEnvironment
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
      return Column(of: key.type, try references.indices.map { try rows.value(key, row: $0) })
    }
  }

  private func column(_ context: BatchContext) throws -> Column {
    switch program {
    case .bool(let node): return .bool(Self.fixed(try node.result(context)))
    case .double(let node): return .double(Self.fixed(try node.result(context)))
    case .int64(let node):
      let vector = try node.result(context)
      if isRecord {
        // A literal may name a record that is not there, which has a negative number.
        return .reference(FixedColumn(values: vector.map { $0 < 0 ? Column.nullReference : $0 }))
      }
      return key.type == .date ? .date(Self.fixed(vector)) : .int(Self.fixed(vector))
    case .string(let node):
      let vector = try node.result(context)
      return .string(
        StringColumn(codes: Self.fixed(vector.codes), dictionary: vector.dictionary)
      )
    case .values(let node):
      return Column(of: key.type, try node.result(context))
    }
  }

  private static func fixed<Element>(_ vector: Vector<Element>) -> FixedColumn<Element> {
    FixedColumn(values: vector.map { $0 }, validity: vector.validity.map(MaskKernels.validity))
  }
}

extension Column {
  /// A column of `values`, all of which are nil or of `type`, which a column can hold.
  init(of type: ValueType, _ values: [Value]) {
    guard let empty = Column.empty(of: type) else {
      preconditionFailure("the binder lets no \(type) into a row of a group")
    }
    let builder = makeColumnBuilder(continuing: empty)
    for value in values where !builder.append(value) { builder.append(nulls: 1) }
    self = builder.column
  }
}
