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
    let column = elements.column
    let (rows, places) = RowGroups(numbers: groups, count: groupCount).rows(in: try order())
    switch aggregate.function {
    case .list, .text:
      let chosen = chosen(of: column, rows, places)
      if aggregate.function == .text {
        return try JoinedTexts(column, chosen, aggregate.options.argument).column
      }
      var starts = [0]
      for rows in chosen { starts.append(starts[starts.count - 1] + rows.count) }
      let members = column.gathered(at: chosen.flatMap { $0.map(Int64.init) })
      return .list(ListColumn(starts: starts, elements: members))
    case .mode:
      return column.gathered(at: modes(of: column, rows, places))
    case .first, .last:
      let isFirst = aggregate.function == .first
      return column.gathered(
        at: places.map { places in
          let isFound = { (place: Int) in column.isValid(Int(rows[place])) }
          let place = isFirst ? places.first(where: isFound) : places.last(where: isFound)
          return place.map { Int64(rows[$0]) } ?? Column.nullReference
        }
      )
    default:
      return column.gathered(at: places.map { extreme(of: column, rows[$0]) })
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

  /// The rows of each group with a value, without duplicates and limited as the options require.
  private func chosen(
    of column: Column,
    _ rows: [UInt32],
    _ places: [Range<Int>]
  ) -> [[UInt32]] {
    let words = aggregate.options.isDistinct ? column.equalityWords : []
    let limit = aggregate.options.limit ?? .max
    var pairs = PairTable()
    return places.enumerated().map { group, places in
      var chosen: [UInt32] = []
      for row in rows[places] where chosen.count < limit && column.isValid(Int(row)) {
        if !words.isEmpty {
          let known = pairs.count
          let number = pairs.number(
            of: UInt32(truncatingIfNeeded: group),
            words[Int(row)]
          )
          if Int(number) < known { continue }
        }
        chosen.append(row)
      }
      return chosen
    }
  }

  /// The row of the least of the most frequent values of each group.
  private func modes(
    of column: Column,
    _ rows: [UInt32],
    _ places: [Range<Int>]
  ) -> [Int64] {
    let words = column.equalityWords
    var pairs = PairTable()
    var (counts, first): ([Int], [UInt32]) = ([], [])
    return places.enumerated().map { group, places in
      let start = pairs.count
      for row in rows[places] where column.isValid(Int(row)) {
        let number = pairs.number(of: UInt32(truncatingIfNeeded: group), words[Int(row)])
        if Int(number) == counts.count {
          counts.append(0)
          first.append(row)
        }
        counts[Int(number)] += 1
      }
      guard let most = counts[start...].max() else { return Column.nullReference }
      let candidates = (start..<counts.count).lazy.filter { counts[$0] == most }.map { first[$0] }
      return extreme(of: column, Array(candidates)[...], isLeast: true)
    }
  }

  /// The row of the least or greatest value, the first of equal ones.
  private func extreme(of column: Column, _ rows: ArraySlice<UInt32>) -> Int64 {
    extreme(of: column, rows, isLeast: aggregate.function == .min)
  }

  private func extreme(
    of column: Column,
    _ rows: ArraySlice<UInt32>,
    isLeast: Bool
  ) -> Int64 {
    var best: Int?
    for row in rows.lazy.map({ Int($0) }) where column.isValid(row) {
      guard let other = best else {
        best = row
        continue
      }
      if column.compare(row, other) == (isLeast ? -1 : 1) { best = row }
    }
    return best.map(Int64.init) ?? Column.nullReference
  }
}

/// The strings of groups, joined by a separator.
private struct JoinedTexts {
  let column: Column

  init(_ elements: Column, _ groups: [[UInt32]], _ separator: Value) throws {
    guard case .string(let separator) = separator else { throw MismatchedColumn() }
    var (codes, dictionary) = (FixedColumn<UInt32>(values: []), StringDictionary())
    var bytes: [UInt8] = []
    for (group, rows) in groups.enumerated() {
      bytes.removeAll(keepingCapacity: true)
      for (index, row) in rows.enumerated() {
        if index > 0 { bytes.append(contentsOf: separator.utf8) }
        elements.appendText(of: Int(row), to: &bytes)
        if bytes.count > TextFunctions.maxBytes {
          throw GroupFailure(error: .textTooLong, group: group)
        }
      }
      let code = bytes.withUnsafeBufferPointer { dictionary.code(for: $0) }
      codes.append(rows.isEmpty ? nil : code, filler: 0)
    }
    column = .string(StringColumn(codes: codes, dictionary: dictionary))
  }
}

extension Column {
  /// A word for each row; equal values, and only those, have the same. Nils have any.
  fileprivate var equalityWords: [UInt64] {
    switch self {
    case .bool(let column): return column.values.map { UInt64($0) }
    case .int(let column), .date(let column), .reference(let column):
      return column.values.map { UInt64(bitPattern: $0) }
    // Adding 0 turns −0 into 0.
    case .double(let column): return column.values.map { ($0 + 0).bitPattern }
    case .string(let column) where column.dictionary.isDistinct:
      return column.codes.values.map { UInt64($0) }
    default:
      var words: [Value: UInt64] = [:]
      return (0..<count).map { row in
        let value = value(at: row)
        if let known = words[value] { return known }
        words[value] = UInt64(words.count)
        return UInt64(words.count - 1)
      }
    }
  }

  /// −1, 0 or 1 if the value of a row is less than, equal to or greater than that of another.
  fileprivate func compare(_ left: Int, _ right: Int) -> Int {
    guard case .string(let column) = self else {
      return ValueOrder.compare(value(at: left), value(at: right)) ?? 0
    }
    let (left, right) = (column.codes.values[left], column.codes.values[right])
    if left == right { return 0 }
    return column.dictionary.withUTF8(of: left) { left in
      column.dictionary.withUTF8(of: right) { LexicalOrder.compare(left, $0) }
    }
  }

  /// Appends a value as a string.
  fileprivate func appendText(of row: Int, to bytes: inout [UInt8]) {
    if case .string(let column) = self {
      column.dictionary.withUTF8(of: column.codes.values[row]) { bytes.append(contentsOf: $0) }
    } else if let text = TextFunctions.text(of: value(at: row)) {
      bytes.append(contentsOf: text.utf8)
    }
  }
}
