import Model

/// Aggregates, shapes and queries.
extension FetchTextWriter {
  func aggregate(_ aggregate: ToManyAggregate) -> String {
    let inner = FetchTextWriter(printer: printer, level: aggregate.level)
    let path = path(aggregate.path, from: aggregate.base)
    if aggregate.function == .any {
      return inner.quantifier("any", over: path, [aggregate.filter, aggregate.element])
    }
    let elements = FetchTextWriter(printer: printer, level: aggregate.level, own: path)
    let reduced = aggregate.element.map { elements.values($0, aggregate.options) } ?? [path]
    return inner.reduction(aggregate.function, reduced, aggregate.filter, aggregate.options)
  }

  func aggregate(_ aggregate: ArrayAggregate) -> String {
    let inner = FetchTextWriter(printer: printer, level: aggregate.level)
    let array = text(aggregate.array, .primary)
    if aggregate.function == .any {
      return inner.quantifier("any", over: array, [aggregate.filter, aggregate.element])
    }
    return inner.reduction(aggregate.function, [array], aggregate.filter, aggregate.options)
  }

  /// `all(…)` for `not any(not …)`, `none(…)` for any other `not any(…)`; nil for other operands.
  func quantifier(none operand: TypedExpression) -> String? {
    let (path, filter, element, level): (String, TypedExpression?, TypedExpression?, Int)
    switch operand.kind {
    case .aggregate(let any) where any.function == .any:
      (path, filter, element, level) = (
        self.path(any.path, from: any.base), any.filter, any.element, any.level
      )
    case .arrayAggregate(let any) where any.function == .any:
      (path, filter, element, level) = (
        text(any.array, .primary), any.filter, any.element, any.level
      )
    default:
      return nil
    }
    let inner = FetchTextWriter(printer: printer, level: level)
    if filter == nil, case .not(let condition)? = element?.kind {
      return inner.quantifier("all", over: path, [condition])
    }
    return inner.quantifier("none", over: path, [filter, element])
  }

  /// Called on the writer of the elements' level.
  private func quantifier(
    _ word: String,
    over path: String,
    _ conditions: [TypedExpression?]
  ) -> String {
    let conditions = conditions.compactMap { $0 }
    let strength: FetchStrength = conditions.count > 1 ? .not : .weakest
    let text = conditions.map { self.text($0, strength) }.joined(separator: " and ")
    return "\(word)(\(path) where \(text))"
  }

  /// The reduced value, and the sort keys or the second number after it.
  func values(_ element: TypedExpression, _ options: AggregateOptions) -> [String] {
    guard case .list(let parts) = element.kind, element.type == .list(.null) else {
      return [text(element, .weakest)]
    }
    return parts.enumerated().map { place, part in
      if place > 0, place <= options.sort.count { return key(part, options.sort[place - 1]) }
      return text(part, .weakest)
    }
  }

  private func key(_ expression: TypedExpression, _ order: AggregateOptions.Order) -> String {
    printer.text(
      of: SortKey(
        expression: expression,
        isDescending: order.isDescending,
        nullsFirst: order.nullsFirst,
        order: order.order
      ),
      level: level
    )
  }

  /// `list(distinct name where … sort … limit …)` of the parts that ``values(_:_:)`` returns.
  func reduction(
    _ function: AggregateFunction,
    _ parts: [String],
    _ filter: TypedExpression?,
    _ options: AggregateOptions = AggregateOptions()
  ) -> String {
    let isDistinct = function == .countDistinct || options.isDistinct
    let keys = options.sort.isEmpty ? [] : parts.dropFirst()
    var text = isDistinct ? "distinct " : ""
    text += keys.isEmpty ? parts.joined(separator: ", ") : parts.first ?? ""
    if !options.argument.isNull { text += ", " + printer.text(of: options.argument) }
    if let filter { text += " where " + self.text(filter, .weakest) }
    if !keys.isEmpty { text += " sort " + keys.joined(separator: ", ") }
    if let limit = options.limit { text += " limit \(limit)" }
    return "\(function.name)(\(text))"
  }

  func shape(_ shape: RecordShape) -> String {
    let inner = FetchTextWriter(printer: printer, level: shape.level)
    let fields = shape.fields.map { inner.field($0) }.joined(separator: ", ")
    let clauses = inner.clauses(shape.filter, shape.sort, shape.limit, shape.offset)
    let path = path(shape.path, from: shape.base)
    return "\(path.isEmpty ? "self" : path) { \(fields)\(clauses) }"
  }

  private func field(_ field: ShapeField) -> String {
    let text = text(field.expression, .weakest)
    return text == field.name ? text : "\(text) as \(FetchName.quoted(field.name))"
  }

  /// `(Budget where limit > 100)`
  func query(_ query: RecordQuery) -> String {
    let inner = FetchTextWriter(printer: printer, level: 0)
    return "(\(FetchName.quoted(query.entity))"
      + inner.clauses(query.predicate, query.sort, query.limit, query.offset, per: query.limitKeys)
      + ")"
  }

  private func clauses(
    _ filter: TypedExpression?,
    _ sort: [SortKey],
    _ limit: Int?,
    _ offset: Int,
    per limitKeys: [TypedExpression] = []
  ) -> String {
    var text = filter.map { " where " + self.text($0, .weakest) } ?? ""
    if !sort.isEmpty {
      let keys = sort.map { printer.text(of: $0, level: level) }
      text += " sort " + keys.joined(separator: ", ")
    }
    if let limit { text += " limit \(limit)" }
    if !limitKeys.isEmpty {
      text += " per " + limitKeys.map { self.text($0, .weakest) }.joined(separator: ", ")
    }
    return offset > 0 ? text + " offset \(offset)" : text
  }
}
