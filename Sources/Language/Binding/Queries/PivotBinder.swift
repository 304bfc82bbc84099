import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// The values of a key whose records have their own columns.
struct Pivot {
  struct Column {
    /// The value, as the heading shows it.
    let heading: String
    /// Whether a record has the value.
    let condition: TypedExpression

    /// Whether the value is nil.
    var isOfNil: Bool { if case .isNull = condition.kind { true } else { false } }
  }

  /// The key.
  let syntax: ExpressionSyntax
  let type: ValueType
  /// Whether the values are written or given as a list.
  let isListed: Bool
  /// The values.
  let columns: [Column]
  /// The selected aggregates of whole groups, for `sort`.
  var wholes: [OutputColumn] = []
  /// The number of result columns before those of the values.
  var keyCount = 0
}

/// Binds `pivot city`: the aggregates of `select` once for each value of the key, over the records
/// with that value.
struct PivotBinder {
  let binder: ExpressionBinder

  /// The maximum number of columns.
  private static let columnLimit = 200

  func pivot(_ syntax: ExpressionSyntax) -> Pivot? {
    if case .membership(let written, let set, false, _) = syntax.kind {
      let key = binder.key(written)
      guard let bound = binder.groupKey(key), let columns = columns(key, bound, in: set, syntax)
      else { return nil }
      return Pivot(syntax: key, type: bound.type, isListed: true, columns: quotingNil(columns))
    }
    guard let key = binder.groupKey(syntax) else { return nil }
    if key.isRandom { return binder.fail(PivotError.random(syntax.span)) }
    if binder.options.answers == nil, !binder.options.declares {
      binder.findings.report(PivotError.unknownColumns(syntax.span, key: text(syntax), key.type))
      return nil
    }
    return columns(key, syntax).map {
      Pivot(syntax: syntax, type: key.type, isListed: false, columns: quotingNil($0))
    }
  }

  // MARK: Values

  /// The columns of the values in brackets, or in a parameter.
  private func columns(
    _ key: ExpressionSyntax,
    _ bound: TypedExpression,
    in set: MembershipSet,
    _ syntax: ExpressionSyntax
  ) -> [Pivot.Column]? {
    guard case .values(let list) = set else {
      return binder.fail(PivotError.noList(syntax.span))
    }
    switch list.withoutParentheses.kind {
    case .list(let values): return columns(key, values, bound.type)
    case .parameter:
      guard let given = binder.bind(list, wanting: .list(bound.type)) else { return nil }
      switch given.kind {
      case .list(let values): return columns(key, bound, values, list)
      case .literal(.list(let values)):
        return columns(key, bound, values.map { .literal($0, bound.type) }, list)
      default: return binder.options.declares ? [] : binder.fail(PivotError.noList(syntax.span))
      }
    default: return binder.fail(PivotError.noList(syntax.span))
    }
  }

  /// The columns of the values of a parameter.
  private func columns(
    _ key: ExpressionSyntax,
    _ bound: TypedExpression,
    _ values: [TypedExpression],
    _ list: ExpressionSyntax
  ) -> [Pivot.Column] {
    let equals = BinaryOperatorUse(.equal, span: list.span)
    let equality = ExpressionSyntax(
      .binary(equals, key, list),
      span: key.span.joined(with: list.span)
    )
    let outer = binder.placeholder
    defer { binder.placeholder = outer }
    var known: Set<Value> = []
    return values.compactMap { element in
      guard case .literal(let value) = element.kind, known.insert(value).inserted else {
        return nil
      }
      if value.isNull {
        return Pivot.Column(
          heading: heading(value),
          condition: TypedExpression(.isNull(bound), .bool)
        )
      }
      binder.placeholder = (list.span, element)
      return binder.condition(equality).map {
        Pivot.Column(heading: heading(value), condition: $0)
      }
    }
  }

  /// The columns with "nil" in quotes if nil has a column, too.
  private func quotingNil(_ columns: [Pivot.Column]) -> [Pivot.Column] {
    guard columns.contains(where: \.isOfNil) else { return columns }
    return columns.map { column in
      guard column.heading == "nil", !column.isOfNil else { return column }
      return Pivot.Column(heading: "\"nil\"", condition: column.condition)
    }
  }

  /// The columns of values that are written.
  private func columns(
    _ key: ExpressionSyntax,
    _ values: [ExpressionSyntax],
    _ type: ValueType
  ) -> [Pivot.Column] {
    var known: Set<TypedExpression> = []
    var results: Set<Value> = []
    return values.compactMap { value in
      let equals = BinaryOperatorUse(.equal, span: value.span)
      let condition = ExpressionSyntax(.binary(equals, key, value), span: value.span)
      guard let bound = binder.condition(condition) else { return nil }
      let isConstant = binder.findings.quietly { binder.bind(value)?.isConstant ?? true }
      guard isConstant else { return binder.fail(PivotError.notConstant(value.span)) }
      guard known.insert(bound).inserted else { return nil }
      let result = bound.readsClock ? nil : computed(value, type)
      if let result, !results.insert(result).inserted { return nil }
      return Pivot.Column(heading: result.map { heading($0) } ?? heading(value), condition: bound)
    }
  }

  /// The value of a string, a sum, and other expressions whose text is not their heading.
  private func computed(_ syntax: ExpressionSyntax, _ type: ValueType) -> Value? {
    switch syntax.withoutParentheses.kind {
    case .literal(.string), .binary, .unary, .call:
      guard type == .string || type == .int || type == .double || type == .decimal else {
        return nil
      }
      return binder.findings.quietly { binder.constant(syntax, wanting: type) }
    default: return nil
    }
  }

  private func heading(_ value: ExpressionSyntax) -> String {
    switch value.withoutParentheses.kind {
    case .enumCase(let name): name.text
    case .literal(.string(let text)): heading(Value.string(text))
    case .parameter(let name):
      binder.options.parameters[name.text]?.text ?? binder.options.arguments[name.text].map {
        if case .literal(let literal) = $0.kind { heading(literal) } else { text(value) }
      } ?? text(value)
    default: text(value)
    }
  }

  private func heading(_ value: Value) -> String {
    switch value {
    case .null: "nil"
    case .string(let text) where !text.isEmpty: text
    case .decimal, .uuid:
      // Without the word and the quotes of `decimal "1.1"`.
      printed(value).split(separator: "\"").dropFirst().first.map(String.init) ?? printed(value)
    default: printed(value)
    }
  }

  private func printed(_ value: Value) -> String {
    FetchTextPrinter(timeZone: binder.options.timeZone).text(of: value)
  }

  private func text(_ syntax: ExpressionSyntax) -> String { SyntaxPrinter().text(of: syntax) }

  /// The columns of all values that the rows of the query have, in ascending order; none if they
  /// are unknown.
  private func columns(_ key: TypedExpression, _ syntax: ExpressionSyntax) -> [Pivot.Column]? {
    let read = Grouping.key(0, key.type)
    let shown = display(read, syntax) ?? read
    guard
      let rows = binder.rows?.groups(
        Grouping(keys: [key], aggregates: []),
        [read, shown],
        binder,
        at: syntax.span
      )
    else { return [] }
    guard rows.rowCount <= Self.columnLimit else {
      return binder.fail(
        PivotError.tooManyValues(
          syntax.span,
          count: rows.rowCount,
          limit: Self.columnLimit,
          key: text(syntax),
          key.type
        )
      )
    }
    guard let batch = try? rows.rows(0..<rows.rowCount) else { return [] }
    let values = (0..<batch.count).map { row in
      (value: batch.value(row: row, column: 0), shown: batch.value(row: row, column: 1))
    }
    let headings = values.map { heading($0.value.isNull ? .null : $0.shown) }
    let areUnique = Set(headings).count == headings.count
    return zip(values, headings).map { value, shown in
      Pivot.Column(
        heading: areUnique ? shown : heading(value.value),
        condition: value.value.isNull
          ? TypedExpression(.isNull(key), .bool)
          : TypedExpression(.comparison(.equal, key, .literal(value.value, key.type)), .bool)
      )
    }
  }

  /// The displayed value of a record.
  private func display(_ key: TypedExpression, _ syntax: ExpressionSyntax) -> TypedExpression? {
    guard case .record(let record) = key.kind else { return nil }
    return DefaultColumns(schema: binder.schema, inlining: binder.inlining, span: syntax.span)
      .display(record, innermost: 0)
  }

  // MARK: Columns

  /// The keys, or the selected columns without aggregates, then the aggregates for each value.
  func columns(
    _ selected: [SelectItem]?,
    _ pivot: Pivot,
    _ groups: GroupBinder
  ) -> [OutputColumn] {
    guard let scope = binder.groups else { return [] }
    let selection = SelectionBinder(binder: binder)
    let items = selected ?? [Self.count(pivot.syntax)]
    guard !selection.areTooMany(items) else { return [] }
    var columns: [OutputColumn] = []
    var pivoted: [SelectItem] = []
    for item in items {
      let (uses, count) = (scope.aggregateUses, scope.aggregates.count)
      let bound = selection.columns(item)
      if scope.aggregateUses == uses {
        columns += bound
        continue
      }
      pivoted.append(item)
      if groups.query.sort.isEmpty, binder.windows?.windows.isEmpty ?? true {
        scope.forgetAggregates(after: count)
      } else {
        scope.pivot?.wholes += bound
      }
    }
    if pivoted.isEmpty, !items.isEmpty, scope.ungrouped.isEmpty, binder.findings.all.isEmpty {
      binder.findings.report(PivotError.noAggregate(pivot.syntax.span, keys: scope.keyTexts))
    }
    guard pivoted.count * pivot.columns.count <= Self.columnLimit else {
      binder.findings.report(tooManyColumns(pivot, aggregates: pivoted.count))
      return []
    }
    if columns.isEmpty { columns = groups.keyColumns() }
    scope.pivot?.keyCount = columns.count
    let values = self.columns(pivoted, pivot, scope)
    let names = ColumnNames.completed((columns + values).map(\.name)).dropFirst(columns.count)
    return columns + zip(names, values).map { OutputColumn(name: $0, expression: $1.expression) }
  }

  private func tooManyColumns(_ pivot: Pivot, aggregates: Int) -> PivotError {
    PivotError.tooManyColumns(
      pivot.syntax.span,
      values: pivot.columns.count,
      aggregates: aggregates,
      limit: Self.columnLimit,
      key: pivot.isListed ? nil : text(pivot.syntax),
      pivot.type
    )
  }

  private func columns(
    _ items: [SelectItem],
    _ pivot: Pivot,
    _ scope: GroupScope
  ) -> [OutputColumn] {
    defer { scope.condition = nil }
    return pivot.columns.flatMap { value in
      scope.condition = value.condition
      let columns = binder.findings.quietly {
        items.flatMap(SelectionBinder(binder: binder).columns)
      }
      return columns.map {
        OutputColumn(
          name: items.count == 1 ? value.heading : "\(value.heading) \($0.name)",
          expression: $0.expression
        )
      }
    }
  }

  /// `count()`, without a `select`
  private static func count(_ key: ExpressionSyntax) -> SelectItem {
    let name = NameSyntax(AggregateFunction.count.rawValue, span: key.span)
    return .expression(ExpressionSyntax(.call(name, []), span: key.span), alias: name)
  }
}

extension TypedExpression {
  /// Whether the value depends on the time.
  fileprivate var readsClock: Bool {
    switch kind {
    case .call(.now, _), .call(.today, _): true
    default: children.contains(where: \.readsClock)
    }
  }
}
