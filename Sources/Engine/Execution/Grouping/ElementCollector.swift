import Columns
import Expressions
import Model
import Storage

/// `first`, `last`, `list`, `text` and `mode`, and `min` and `max` of other values than numbers:
/// aggregates that return values of some rows. The values of all groups are in one column.
final class ElementCollector: AppendableAccumulator {
  private let aggregate: GroupAggregate
  private let type: ValueType
  private let program: Program
  private let elements: any ColumnBuilder
  /// The group of each element.
  private var groups: [UInt32] = []
  private var groupCount = 0
  private var keys: [SortKeyValues]
  private var cancellation = CancellationFlag()

  private static let functions: [AggregateFunction] = [
    .first, .last, .list, .text, .mode, .min, .max,
  ]

  /// Nil for other aggregates, and for records.
  init?(_ aggregate: GroupAggregate, _ element: TypedExpression, _ compiler: ProgramCompiler) {
    var parts = [element]
    if !aggregate.options.sort.isEmpty {
      guard case .list(let all) = element.kind else { return nil }
      parts = all
    }
    guard Self.functions.contains(aggregate.function), !parts[0].isRecord,
      let empty = Column.empty(of: parts[0].type)
    else { return nil }
    self.aggregate = aggregate
    type = parts[0].type
    program = compiler.compile(parts[0])
    elements = makeColumnBuilder(continuing: empty)
    keys = zip(parts.dropFirst(), aggregate.options.sort).map { part, order in
      SortKeyValues(
        SortKey(
          expression: part,
          isDescending: order.isDescending,
          nullsFirst: order.nullsFirst,
          order: order.order
        ),
        compiler
      )
    }
  }

  func grow(to groupCount: Int) { self.groupCount = max(self.groupCount, groupCount) }

  func add(_ rows: GroupedRows) throws {
    cancellation = rows.context.environment.cancellation
    var column = try program.column(type, rows.context) ?? values(rows.context)
    if let rows = rows.rows { column = column.gathered(at: rows.map(Int64.init)) }
    let batch = SelectedBatch(context: rows.context, mask: nil)
    for index in keys.indices { try keys[index].add(batch, rows.rows) }
    if !elements.append(contentsOf: column) { throw MismatchedColumn() }
    groups += rows.groups
  }

  private func values(_ context: BatchContext) throws -> Column {
    guard case .values(let node) = program else { throw MismatchedColumn() }
    return Column(of: type, try node.result(context))
  }

  func add(_ value: Value, to group: Int) {
    var parts = [value]
    if !keys.isEmpty, case .list(let all) = value { parts = all }
    if !elements.append(parts[0]) { elements.append(nulls: 1) }
    for (index, key) in parts.dropFirst().enumerated() { keys[index].add(key) }
    groups.append(UInt32(truncatingIfNeeded: group))
  }

  func append(_ next: ElementCollector, _ groups: [UInt32]) {
    let isAdded = elements.append(contentsOf: next.elements.column)
    precondition(isAdded, "the parts of an aggregate have one type")
    for index in keys.indices { keys[index].append(next.keys[index]) }
    self.groups += next.groups.map { groups[Int($0)] }
  }

  func column() throws -> Column {
    let chosen = ChosenElements(elements.column, RowGroups(numbers: groups, count: groupCount))
    switch aggregate.function {
    case .list, .text:
      let rows = try chosen.lists(aggregate.options, in: order())
      if aggregate.function == .text {
        return try TextJoiner(chosen.column, aggregate.options.argument).column(of: rows)
      }
      return .list(ListColumn(of: chosen.column, rows))
    case .mode: return chosen.modes()
    case .first: return try chosen.firsts(in: order())
    case .last: return try chosen.firsts(in: (order() ?? chosen.allRows).reversed())
    default: return chosen.extremes(isLeast: aggregate.function == .min)
    }
  }

  /// The rows in the order of the keys; nil without keys.
  private func order() throws -> [UInt32]? {
    if keys.isEmpty { return nil }
    var packed = PackedKeys()
    for (key, order) in zip(keys, aggregate.options.sort) {
      let (words, validity) = try key.normalized(cancellation)
      packed.add(words, validity, nullsFirst: order.nullsFirst)
    }
    return try packed.sortedRows(groups.count, cancellation)
  }
}

extension ListColumn {
  /// Lists of rows of a column.
  init(of column: Column, _ rows: [[UInt32]]) {
    var starts = [0]
    for rows in rows { starts.append(starts[starts.count - 1] + rows.count) }
    self.init(
      starts: starts,
      elements: column.gathered(at: rows.flatMap { $0.map(Int64.init) })
    )
  }
}

/// Joins values of rows to strings with a separator.
final class TextJoiner {
  /// The strings so far.
  private(set) var dictionary = StringDictionary()
  private let elements: Column
  private let separator: [UInt8]
  private let limit: Int
  private var bytes: [UInt8] = []
  private var total = 0

  /// - Parameter limit: The maximum number of bytes of all strings.
  init(_ elements: Column, _ separator: Value, limit: Int = .max) throws {
    guard case .string(let separator) = separator else { throw MismatchedColumn() }
    (self.elements, self.separator, self.limit) = (elements, Array(separator.utf8), limit)
  }

  /// The code of the string of rows; nil without rows.
  func code(of rows: [UInt32]) throws(EvaluationError) -> UInt32? {
    if rows.isEmpty { return nil }
    // Local variables avoid exclusivity checks for each row.
    let (elements, separator) = (elements, separator)
    var bytes = bytes
    self.bytes = []
    bytes.removeAll(keepingCapacity: true)
    for (index, row) in rows.enumerated() {
      if index > 0 { bytes += separator }
      elements.appendText(of: Int(row), to: &bytes)
      if bytes.count > TextFunctions.maxBytes { throw .textTooLong }
    }
    total += bytes.count
    if total > limit { throw .windowTextsTooLong }
    let code = bytes.withUnsafeBufferPointer { dictionary.code(for: $0) }
    self.bytes = bytes
    return code
  }

  /// The strings of groups of rows.
  func column(of groups: [[UInt32]]) throws(GroupFailure) -> Column {
    var codes = FixedColumn<UInt32>(values: [])
    for (group, rows) in groups.enumerated() {
      let code: UInt32?
      do throws(EvaluationError) {
        code = try self.code(of: rows)
      } catch {
        throw GroupFailure(error: error, group: group)
      }
      codes.append(code, filler: 0)
    }
    return .string(StringColumn(codes: codes, dictionary: dictionary))
  }
}

extension Column {
  /// Appends a value as a string.
  fileprivate func appendText(of row: Int, to bytes: inout [UInt8]) {
    if case .string(let column) = self {
      column.dictionary.withUTF8(of: column.codes.values[row]) { bytes.append(contentsOf: $0) }
    } else if let text = TextFunctions.text(of: value(at: row)) {
      bytes.append(contentsOf: text.utf8)
    }
  }
}
