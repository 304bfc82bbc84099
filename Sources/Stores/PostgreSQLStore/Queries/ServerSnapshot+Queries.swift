import Columns
import Expressions
import Model
import SQLGeneration
import Storage

/// The parts of requests that the server executes.
extension ServerSnapshot {
  func supportedParts(
    of request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown {
    var supported = model.translator.supportedParts(
      of: request,
      conjuncts: conjuncts,
      moment: moment
    )
    if supported.conjuncts.allSatisfy({ $0 == .exact }), let grouping = request.grouping {
      let query = StoreQuery(
        entity: request.entity,
        conditions: conjuncts,
        grouping: grouping,
        moment: moment
      )
      supported.groups = (try? groupReader(query)) != nil
    }
    if supported.groups {
      supported.groupConditions = groupConditions(request, conjuncts, moment)
      supported.firstGroups = firstGroups(request, conjuncts, supported.groupConditions, moment)
    }
    supported.distinct = supportsDistinct(request, supported, moment)
    supported.limitPerGroup = supportsLimitPerGroup(request, conjuncts, supported, moment)
    // Rows without a key have a number only among all others.
    if !supported.groups, (try? model.table(request.entity).key.isEmpty) ?? true {
      return Pushdown(conjuncts: conjuncts.map { _ in .unsupported })
    }
    return connections.distributesTables
      ? planned(supported, request, conjuncts, moment) : supported
  }

  /// Calculations that fail for a record are errors of the server.
  var noticesFailures: Bool { true }

  /// The conditions of groups that the server can test.
  private func groupConditions(
    _ request: FetchRequest,
    _ conjuncts: [TypedExpression],
    _ moment: EvaluationContext
  ) -> [TypedExpression] {
    (request.groupPredicate?.conjuncts ?? []).filter { condition in
      var query = StoreQuery(
        entity: request.entity,
        conditions: conjuncts,
        grouping: request.grouping,
        moment: moment
      )
      query.groupConditions = [condition]
      return !condition.canFail(at: moment) && (try? groupReader(query)) != nil
    }
  }

  /// The groups that the request needs, if the server can drop others: it must not drop groups that
  /// the engine might find to fail.
  private func firstGroups(
    _ request: FetchRequest,
    _ conjuncts: [TypedExpression],
    _ groupConditions: [TypedExpression],
    _ moment: EvaluationContext
  ) -> FirstGroups? {
    guard let limit = request.limit, request.limitKeys.isEmpty, request.windows.isEmpty,
      !request.isDistinct, request.grouping?.keys.isEmpty == false,
      (request.groupPredicate?.conjuncts ?? []).allSatisfy(groupConditions.contains),
      !request.sort.contains(where: { $0.expression.canFail(at: moment) })
    else { return nil }
    let (count, isTooLarge) = request.offset.addingReportingOverflow(limit)
    let first = FirstGroups(sort: request.sort, count: count)
    var query = StoreQuery(
      entity: request.entity,
      conditions: conjuncts,
      grouping: request.grouping,
      moment: moment
    )
    query.groupConditions = groupConditions
    query.firstGroups = first
    return !isTooLarge && count > 0 && (try? groupReader(query)) != nil ? first : nil
  }

  private func supportsDistinct(
    _ request: FetchRequest,
    _ supported: Pushdown,
    _ moment: EvaluationContext
  ) -> Bool {
    // Servers that distribute tables cannot run all subqueries.
    guard request.isDistinct, request.grouping == nil, !connections.distributesTables,
      supported.conjuncts.allSatisfy({ $0 == .exact })
    else { return false }
    var query = StoreQuery(entity: request.entity, moment: moment)
    query.distinct = request.columns.map(\.expression)
    return model.translator.select(query, columns: { _ in [SQLFragment("1")] }) != nil
  }

  /// Whether the server can number the rows of groups exactly.
  private func supportsLimitPerGroup(
    _ request: FetchRequest,
    _ conjuncts: [TypedExpression],
    _ supported: Pushdown,
    _ moment: EvaluationContext
  ) -> Bool {
    guard !request.limitKeys.isEmpty, supported.limit, request.grouping == nil,
      !request.isDistinct, request.windows.isEmpty, !connections.distributesTables
    else { return false }
    var query = StoreQuery(
      entity: request.entity,
      conditions: conjuncts,
      sort: request.sort,
      limit: request.limit,
      offset: request.offset,
      moment: moment
    )
    query.limitKeys = request.limitKeys
    return !request.limitKeys.contains { $0.canFail(at: moment) }
      && model.translator.select(query, columns: { _ in [SQLFragment("1")] }) != nil
  }

  /// The statement that counts records.
  private func countStatement(_ query: StoreQuery) throws -> SQLFragment? {
    guard query.isPlain else { return model.translator.count(query) }
    return SQLFragment("SELECT count(*) FROM \(try model.table(query.entity).mapping.ownRows)")
  }

  func count(of query: StoreQuery) throws -> Int {
    if query.isPlain { return try count(of: query.entity) }
    guard let sql = model.translator.count(query) else { throw UnsupportedPushdown() }
    return try run(sql).references(0).first.map { Int($0) } ?? 0
  }

  func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader {
    if query.isPlain { return try scan(query.entity, sources) }
    let (sql, selection) = try select(query, sources)
    if try findsFew(query) {
      return CursorReader(sql, selection, of: query.entity, self, areFew: true)
    }
    return try reader(sql, selection, of: query.entity)
  }

  /// Whether a query finds one record by a unique attribute, or has a low limit.
  private func findsFew(_ query: StoreQuery) throws -> Bool {
    if let limit = query.limit, query.limitKeys.isEmpty, limit <= CursorReader.few { return true }
    let uniqueKeys = try model.table(query.entity).layout.uniqueKeys
    return query.conditions.contains { condition in
      guard case .comparison(.equal, let left, let right) = condition.kind else { return false }
      return [left, right].contains { side in
        guard case .attribute(let path, .scope) = side.kind else { return false }
        return uniqueKeys.contains { $0.paths == [path] }
      } && (left.isConstant || right.isConstant)
    }
  }

  private func select(
    _ query: StoreQuery,
    _ sources: [ColumnSource]
  ) throws -> (SQLFragment, ServerSelection) {
    let selection = try ServerSelection(
      sources,
      of: query.entity,
      as: SQLTranslator.outermostAlias,
      in: model
    )
    guard let sql = model.translator.select(query, columns: { _ in [SQLFragment(selection.list)] })
    else { throw UnsupportedPushdown() }
    return (sql, selection)
  }

  // MARK: - Distributed tables

  /// The parts that the server can plan: engines that distribute tables refuse some joins and
  /// subqueries.
  private func planned(
    _ offered: Pushdown,
    _ request: FetchRequest,
    _ conjuncts: [TypedExpression],
    _ moment: EvaluationContext
  ) -> Pushdown {
    func query(_ parts: Pushdown) -> StoreQuery {
      var query = StoreQuery(
        entity: request.entity,
        conditions: zip(conjuncts, parts.conjuncts).filter { $1 != .unsupported }.map(\.0),
        sort: parts.sort ? request.sort : [],
        grouping: parts.groups ? request.grouping : nil,
        moment: moment
      )
      query.groupConditions = parts.groupConditions
      query.firstGroups = parts.firstGroups
      return query
    }
    if canPlan(query(offered)) { return offered }
    if offered.groups {
      var allGroups = offered
      (allGroups.groupConditions, allGroups.firstGroups) = ([], nil)
      if canPlan(query(allGroups)) { return allGroups }
    }
    var rest = Pushdown(conjuncts: conjuncts.map { _ in .unsupported }, sort: offered.sort)
    if !canPlan(query(rest)) { rest.sort = false }
    for place in conjuncts.indices {
      rest.conjuncts[place] = offered.conjuncts[place]
      if !canPlan(query(rest)) { rest.conjuncts[place] = .unsupported }
    }
    rest.limit = rest.sort && rest.conjuncts.allSatisfy { $0 == .exact }
    return rest
  }

  /// Whether the server can plan a query. Asks on another connection, as a refusal ends the
  /// transaction.
  private func canPlan(_ query: StoreQuery) -> Bool {
    let sql =
      query.grouping == nil
      ? model.translator.select(query) { _ in [SQLFragment("1")] }
      : model.translator.groups(query)?.sql
    guard let sql, ["JOIN ", "(SELECT ", "(\nSELECT "].contains(where: sql.text.contains),
      let connection = try? connections.take()
    else { return true }
    do throws(ServerFailure) {
      try connection.run("EXPLAIN " + sql)
      connections.put(connection)
      return true
    } catch {
      // A late request to cancel could hit the next statement of a cancelled connection.
      if !error.isLost, error.code != "57014" { connections.put(connection) }
      return !error.isUnsupported
    }
  }

  // MARK: - Groups

  private func groupReader(_ query: StoreQuery, isQuick: Bool = false) throws -> SQLGroups {
    guard let groups = model.translator.groups(query, isQuick: isQuick),
      groups.columns.allSatisfy({ column in
        if case .value(codec: .some, let type) = column {
          Column.empty(of: type) != nil
        } else {
          true
        }
      })
    else { throw UnsupportedPushdown() }
    return groups
  }

  func groups(of query: StoreQuery) throws -> [Column] {
    let quick = try quickGroupReader(query)
    do { return try columns(of: quick) } catch let refusal as UnsupportedPushdown {
      guard quick.hasQuickTotals else { throw refusal }
      connections.noteFailedTotals(quick.sql.text)
      return try columns(of: try groupReader(query))
    }
  }

  /// The SQL to try first: with quick totals, unless these are known to fail.
  private func quickGroupReader(_ query: StoreQuery) throws -> SQLGroups {
    let quick = try groupReader(query, isQuick: true)
    return quick.hasQuickTotals && connections.failsWithQuickTotals(quick.sql.text)
      ? try groupReader(query) : quick
  }

  private func columns(of groups: SQLGroups) throws -> [Column] {
    let result = try run(groups.sql)
    var place = 0
    let columns = try groups.columns.enumerated().map { number, column -> Column in
      defer { place += column.partCount }
      switch column {
      case .value(codec: nil, _):
        return .reference(FixedColumn(values: result.references(place)))
      case .value(_, let type):
        var invalid = 0
        guard let values = result.column(place, type, &invalid) else { throw UnsupportedPushdown() }
        // In the language, the negative zero has a sign.
        if groups.calculated.contains(number), values.hasZero { throw UnsupportedPushdown() }
        return values
      case .total(let total, let type):
        return try ServerTotal(total, type).column(result, place)
      case .record(let entity, let keyCount):
        let references = try references(result, place..<place + keyCount, to: entity)
        return .reference(FixedColumn(values: references))
      }
    }
    try noteInvalidValues(groups, result)
    return columns
  }

  private func noteInvalidValues(_ groups: SQLGroups, _ result: ServerResult) throws {
    let first = groups.columns.reduce(0) { $0 + $1.partCount }
    for (place, field) in groups.checked.enumerated() {
      let isFound = (0..<result.rowCount).contains { row in
        result.isTrue(row, first + place)
      }
      let layout = try model.table(field.entity).layout
      guard isFound, let index = layout.place(of: field.path) else { continue }
      let type = layout.fields[index].type
      invalidValues.add(InvalidValueField(entity: field.entity, path: field.path, type: type), 1)
    }
  }

  // MARK: - Explanations

  func explanation(of query: StoreQuery, _ sources: [ColumnSource]) throws -> StoreExplanation? {
    let sql: SQLFragment
    if query.grouping != nil {
      sql = try quickGroupReader(query).sql
    } else if query.isCounted, let count = try countStatement(query) {
      sql = count
    } else {
      if try model.table(query.entity).key.isEmpty { return nil }
      sql = try select(query, sources).0
    }
    let plan = try run("EXPLAIN " + sql)
    let steps = (0..<plan.rowCount).compactMap { plan.text($0, 0) }.map { line in
      let depth = line.prefix { $0 == " " }.count
      return StoreExplanation.Step(
        String(line.drop { $0 == " " || $0 == "-" || $0 == ">" }),
        depth: (depth + 4) / 6
      )
    }
    return StoreExplanation(
      language: "SQL",
      statement: sql.numberedText.split(separator: "\n").map(String.init),
      bindings: sql.bindings.map(\.description),
      steps: steps,
      isRemote: true
    )
  }
}

extension Column {
  /// Whether a value is a Double that is zero.
  fileprivate var hasZero: Bool {
    (0..<count).contains { row in
      if case .double(let number) = value(at: row) { number == 0 } else { false }
    }
  }
}
