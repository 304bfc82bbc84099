import Columns
import Expressions
import Model
import Storage

/// Attributes, to-one paths and references.
extension ProgramCompiler {
  func makeReferences(_ record: RecordExpression) -> ProgramNode<[Int64]> {
    switch record {
    case .scope(let scope, _):
      let isHome = scope == level
      return ProgramNode { isHome ? $0.references : $0.outer[scope] }
    case .toOne(let relationship, .scope(level, _)):
      let index = index(of: .toOne(relationship.name))
      return ProgramNode { Self.references(in: $0.batch.columns[index], of: $0.batch) }
    case .toOne(let relationship, let base):
      let owners = references(base)
      return ProgramNode { context in
        let columns = try context.environment.snapshot.gather(
          [.toOne(relationship.name)],
          of: base.entity,
          at: owners.result(context)
        )
        guard case .reference(let column)? = columns.first else { return [] }
        return column.values
      }
    }
  }

  func attribute(
    _ path: AttributePath,
    of record: RecordExpression,
    type: ValueType
  ) -> Program {
    program(of: columnNode(path, of: record), type: type)
  }

  /// The program of a stored column.
  func program(of column: ProgramNode<ColumnRows>, type: ValueType) -> Program {
    switch type {
    case .bool:
      return .bool(ProgramNode { try column.result($0).vector(Self.bools) })
    case .int, .date:
      return .int64(ProgramNode { try column.result($0).int64Vector() })
    case .double:
      return .double(ProgramNode { try column.result($0).vector(Self.doubles) })
    case .string, .enumeration:
      return .string(ProgramNode { try column.result($0).stringVector() })
    default:
      return .values(ProgramNode { try column.result($0).values() })
    }
  }

  /// The identities of records.
  func recordIDs(_ record: RecordExpression) -> ProgramNode<[Value]> {
    let references = references(record)
    return ProgramNode { context in
      let references = try references.result(context)
      let present = references.filter { $0 != Column.nullReference }
      var ids = try context.environment.snapshot
        .recordIDs(of: record.entity, at: present).makeIterator()
      return references.map {
        $0 == Column.nullReference ? .null : ids.next().map(Value.record) ?? .null
      }
    }
  }

  func composite(_ leaves: [CompositeLeaf], of record: RecordExpression) -> Program {
    let nodes = leaves.map { leaf in
      (leaf.names, asValues(attribute(leaf.path, of: record, type: leaf.type), leaf.type))
    }
    return .values(
      ProgramNode { context in
        let columns = try nodes.map { (names: $0, values: try $1.result(context)) }
        return (0..<context.count).map { row in
          Composites.object(columns.map { (names: $0.names, value: $0.values[row]) })
        }
      }
    )
  }

  /// A stored column for the rows of the batch, from the batch or gathered by reference.
  func columnNode(
    _ path: AttributePath,
    of record: RecordExpression
  ) -> ProgramNode<ColumnRows> {
    if case .scope(level, _) = record {
      let index = index(of: .attribute(path))
      return ProgramNode { context in
        ColumnRows(context.batch.columns[index], start: context.batch.start, count: context.count)
      }
    }
    let references = references(record)
    return ProgramNode { context in
      let columns = try context.environment.snapshot.gather(
        [.attribute(path)],
        of: record.entity,
        at: references.result(context)
      )
      guard let column = columns.first else { throw StoreError.unknownEntity(record.entity) }
      return ColumnRows(column, start: 0, count: context.count)
    }
  }

  /// The references of record values that are not paths, such as `??` and `if`.
  func references(of operand: TypedExpression) -> ProgramNode<Vector<Int64>> {
    let values = asValues(compile(operand), operand.type)
    return ProgramNode { context in
      let snapshot = context.environment.snapshot
      return Vector(
        try values.result(context).map { value in
          guard case .record(let id) = value else { return Column.nullReference }
          return try snapshot.reference(to: id) ?? Column.nullReference
        }
      )
    }
  }

  /// The references of a record expression of any form.
  func recordVector(_ expression: TypedExpression) -> ProgramNode<Vector<Int64>> {
    if let vector = referenceVector(expression) { return vector }
    let references = references(of: expression)
    return ProgramNode { context in
      let vector = try references.result(context)
      return vector.with(validity: vector.map { ($0 != Column.nullReference).bit })
    }
  }

  private static func references(in column: Column, of batch: Batch) -> [Int64] {
    guard case .reference(let column) = column else { return [] }
    return Array(column.values[batch.start..<batch.start + batch.count])
  }

  private static func bools(_ column: Column) -> FixedColumn<UInt8>? {
    if case .bool(let column) = column { column } else { nil }
  }

  static func int64s(_ column: Column) -> FixedColumn<Int64>? {
    switch column {
    case .int(let column), .date(let column): column
    default: nil
    }
  }

  static func doubles(_ column: Column) -> FixedColumn<Double>? {
    if case .double(let column) = column { column } else { nil }
  }
}

extension TypedExpression {
  /// Whether the value is a record.
  var isRecord: Bool { type.isRecord }
}

extension ValueType {
  /// Whether this is the type of a record.
  var isRecord: Bool {
    if case .record = self { true } else { false }
  }
}

/// The rows of a batch in a column.
struct ColumnRows {
  let column: Column
  let start: Int
  let count: Int

  init(_ column: Column, start: Int, count: Int) {
    self.column = column
    self.start = start
    self.count = count
  }

  /// The rows as a vector; `unwrap` returns nil for columns of another type.
  func vector<Element>(_ unwrap: (Column) -> FixedColumn<Element>?) throws -> Vector<Element> {
    guard let fixed = unwrap(column) else { throw MismatchedColumn() }
    return Vector(
      fixed.values,
      start: start,
      count: count,
      validity: fixed.validity.map { MaskKernels.expand($0, start: start, count: count) }
    )
  }

  func int64Vector() throws -> Vector<Int64> {
    guard let fixed = ProgramCompiler.int64s(column) else { throw MismatchedColumn() }
    return Vector(fixed, start: start, count: count)
  }

  func stringVector() throws -> StringVector {
    guard case .string(let strings) = column else { throw MismatchedColumn() }
    let codes = Vector(strings.codes, start: start, count: count)
    return StringVector(codes: codes, dictionary: strings.dictionary)
  }

  func values() -> [Value] {
    (start..<start + count).map { column.value(at: $0) }
  }
}

/// A store returned a column of another type than its schema declares.
struct MismatchedColumn: Error {}
