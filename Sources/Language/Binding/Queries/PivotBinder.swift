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
  }

  /// The key.
  let syntax: ExpressionSyntax
  /// The values.
  let columns: [Column]
  /// The selected aggregates of whole groups, for `sort`.
  var wholes: [OutputColumn] = []
}

/// Binds `pivot city`: the aggregates of `select` once for each value of the key, over the records
/// with that value.
struct PivotBinder {
  let binder: ExpressionBinder

  /// The maximum number of columns.
  private static let columnLimit = 200

  func pivot(_ syntax: ExpressionSyntax) -> Pivot? {
    if case .membership(let key, .values(let list), false, _) = syntax.kind,
      case .list(let values) = list.kind
    {
      guard binder.groupKey(key) != nil else { return nil }
      return Pivot(syntax: key, columns: columns(key, values))
    }
    guard let key = binder.groupKey(syntax) else { return nil }
    if binder.options.answers == nil, !binder.options.declares {
      binder.findings.report(PivotError.unknownColumns(syntax.span, key: text(syntax)))
      return nil
    }
    return columns(key, syntax).map { Pivot(syntax: syntax, columns: $0) }
  }

  // MARK: Values

  /// The columns of values that are written.
  private func columns(_ key: ExpressionSyntax, _ values: [ExpressionSyntax]) -> [Pivot.Column] {
    var known: Set<TypedExpression> = []
    return values.compactMap { value in
      let equals = BinaryOperatorUse(.equal, span: value.span)
      let condition = ExpressionSyntax(.binary(equals, key, value), span: value.span)
      guard let bound = binder.condition(condition) else { return nil }
      let isConstant = binder.findings.quietly { binder.bind(value)?.isConstant ?? true }
      guard isConstant else { return binder.fail(PivotError.notConstant(value.span)) }
      guard known.insert(bound).inserted else { return nil }
      return Pivot.Column(heading: heading(value), condition: bound)
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
    default: FetchTextPrinter(timeZone: binder.options.timeZone).text(of: value)
    }
  }

  private func text(_ syntax: ExpressionSyntax) -> String { SyntaxPrinter().text(of: syntax) }

  /// The columns of all values that the rows of the query have, in ascending order; none if they
  /// are unknown.
  private func columns(_ key: TypedExpression, _ syntax: ExpressionSyntax) -> [Pivot.Column]? {
    let read = Grouping.key(0, key.type)
    let shown = display(read, syntax) ?? read
    guard
      let rows = binder.rows?.groups(Grouping(keys: [key], aggregates: []), [read, shown], binder)
    else { return [] }
    guard rows.rowCount <= Self.columnLimit else {
      return tooMany(rows.rowCount, syntax, key.type)
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

  private func tooMany<Result>(
    _ count: Int,
    _ syntax: ExpressionSyntax,
    _ type: ValueType?
  ) -> Result? {
    binder.fail(
      PivotError.tooManyColumns(
        syntax.span,
        count: count,
        limit: Self.columnLimit,
        key: text(syntax),
        type
      )
    )
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
    let count = pivoted.count * pivot.columns.count
    guard count <= Self.columnLimit else { return tooMany(count, pivot.syntax, nil) ?? [] }
    if columns.isEmpty { columns = groups.keyColumns() }
    return columns + self.columns(pivoted, pivot, scope)
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
