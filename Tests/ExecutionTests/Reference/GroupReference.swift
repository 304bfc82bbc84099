import Expressions
import Model
import Storage

/// A plain reading of what grouping and `distinct` mean: one record after another, then one row
/// after another.
struct GroupReference {
  private struct Group {
    let keys: [Value]
    var reductions: [Reduction]
  }

  /// What conditions and expressions mean.
  private let plain: Reference

  init(_ plain: Reference) {
    self.plain = plain
  }

  func outcome(_ request: FetchRequest) -> Reference.Outcome {
    do {
      let rows = try request.grouping.map { try groups($0, request) } ?? distinct(request)
      return .rows(Array(shown(rows, request)))
    } catch let failure as Reference.Failure {
      return .failed(failure.error, failure.record)
    } catch {
      return .broken("\(error)")
    }
  }

  // MARK: Groups

  /// The groups, and those of each prefix of the keys for totals.
  private func groups(_ grouping: Grouping, _ request: FetchRequest) throws -> [[Value]] {
    let keys = grouping.keys.indices
    guard grouping.hasTotals else { return byKeys(try level(grouping, request), Array(keys)) }
    let rows = try (0...keys.count).reversed().flatMap { kept in
      try level(grouping.prefix(kept), request).map { row -> [Value] in
        Array(row.prefix(kept)) + Array(repeating: .null, count: keys.count - kept)
          + row.dropFirst(kept)
          + keys.map { .bool($0 >= kept) }
      }
    }
    let marks = keys.count + grouping.aggregates.count
    return byKeys(rows, keys.flatMap { [marks + $0, $0] })
  }

  private func level(_ grouping: Grouping, _ request: FetchRequest) throws -> [[Value]] {
    let fresh = grouping.aggregates.map {
      Reduction($0.function, options: $0.options, type: $0.type)
    }
    var groups: [Group] = grouping.keys.isEmpty ? [Group(keys: [], reductions: fresh)] : []
    for record in plain.world.records(of: request.entity).indices.map({ Int64($0) }) {
      guard try plain.matches(record, request) else { continue }
      let keys = try grouping.keys.map { try plain.value($0, record, request) }
      var index = groups.count
      for (place, group) in groups.enumerated() where areEqual(group.keys, keys) { index = place }
      if index == groups.count { groups.append(Group(keys: keys, reductions: fresh)) }
      try add(record, grouping, request, to: &groups[index].reductions)
    }
    return try groups.map { group in
      group.keys + (try group.reductions.map { try result(of: $0) })
    }
  }

  private func add(
    _ record: Int64,
    _ grouping: Grouping,
    _ request: FetchRequest,
    to reductions: inout [Reduction]
  ) throws {
    for (index, aggregate) in grouping.aggregates.enumerated() {
      if let filter = aggregate.filter, try plain.value(filter, record, request) != .bool(true) {
        continue
      }
      if let element = aggregate.element {
        reductions[index].add(try plain.value(element, record, request))
      } else {
        reductions[index].addRecord()
      }
    }
  }

  private func result(of reduction: Reduction) throws -> Value {
    do { return try reduction.result() } catch {
      throw Reference.Failure(error: error, record: nil)
    }
  }

  private func byKeys(_ rows: [[Value]], _ places: [Int]) -> [[Value]] {
    let rising = SortKey(
      expression: .literal(.null, .null),
      isDescending: false,
      nullsFirst: true,
      order: .standard
    )
    return rows.enumerated().sorted { left, right in
      for key in places {
        let order = plain.compare(left.element[key], right.element[key], rising)
        if order != 0 { return order < 0 }
      }
      return left.offset < right.offset
    }.map(\.element)
  }

  // MARK: Distinct rows

  private func distinct(_ request: FetchRequest) throws -> [[Value]] {
    let needed = request.sort.isEmpty ? request.limit.map { $0 + request.offset } : nil
    var rows: [[Value]] = []
    for record in plain.world.records(of: request.entity).indices.map({ Int64($0) }) {
      if let needed, rows.count >= needed { break }
      guard try plain.matches(record, request) else { continue }
      let row = try request.columns.map { try plain.value($0.expression, record, request) }
      if !rows.contains(where: { areEqual($0, row) }) { rows.append(row) }
    }
    return rows
  }

  // MARK: Operations on rows

  /// Rows hold one value for each column; keys and conditions read a column each.
  private func shown(_ rows: [[Value]], _ request: FetchRequest) -> ArraySlice<[Value]> {
    func cell(_ row: [Value], _ expression: TypedExpression) -> Value {
      let column = request.columns.firstIndex { $0.expression == expression }
      return column.map { row[$0] } ?? .null
    }
    func holds(_ row: [Value]) -> Bool {
      switch request.groupPredicate?.kind {
      case .isNull(let operand)?: cell(row, operand).isNull
      case .not(let isNull)?:
        if case .isNull(let operand) = isNull.kind { !cell(row, operand).isNull } else { false }
      default: true
      }
    }
    let sorted = rows.filter(holds).enumerated().sorted { left, right in
      for key in request.sort {
        let order = plain.compare(
          cell(left.element, key.expression),
          cell(right.element, key.expression),
          key
        )
        if order != 0 { return order < 0 }
      }
      return left.offset < right.offset
    }
    return sorted.map(\.element).dropFirst(request.offset).prefix(request.limit ?? .max)
  }

  private func areEqual(_ left: [Value], _ right: [Value]) -> Bool {
    zip(left, right).allSatisfy { ValueOrder.areEqual($0, $1) }
  }
}
