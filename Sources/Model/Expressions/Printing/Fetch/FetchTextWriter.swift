import Model

/// Prints the expressions of one scope level.
struct FetchTextWriter {
  let printer: FetchTextPrinter
  /// The innermost scope level.
  let level: Int
  /// The prefix of names of that level: the path in `sum(expenses.total)`.
  var own = ""

  /// The text, in parentheses if its precedence is too low.
  func text(_ expression: TypedExpression, _ needed: FetchStrength) -> String {
    let form = name(of: expression) ?? form(of: expression)
    return form.strength < needed ? "(\(form.text))" : form.text
  }

  /// The name of the computed attribute, if it is one.
  private func name(of expression: TypedExpression) -> FetchForm? {
    printer.names[expression].map {
      FetchForm(member($0.attribute.name, of: $0.record))
    }
  }

  func form(of expression: TypedExpression) -> FetchForm {
    if let test = printer.names.kindTest(expression) {
      return FetchForm(kind(test, false), .comparison)
    }
    switch expression.kind {
    // A cast, which is nil for records of other kinds.
    case .conditional(let test, let then, let otherwise)
    where printer.names.kindTest(test) != nil && otherwise.kind == .literal(.null):
      return name(of: then) ?? form(of: then)
    default: return plainForm(of: expression)
    }
  }

  private func plainForm(of expression: TypedExpression) -> FetchForm {
    switch expression.kind {
    case .literal(let value): literal(value, expression.type)
    case .attribute(let path, let record):
      FetchForm(path.components.reduce(text(record)) { joinStored($0, $1) })
    case .record(let record): FetchForm(text(record).isEmpty ? "self" : text(record))
    case .composite(let leaves, let record): FetchForm(composite(leaves, record))
    case .element: FetchForm("self")
    case .widen(let operand), .ordinal(_, let operand), .caseAt(_, let operand):
      name(of: operand) ?? form(of: operand)
    case .negate(let operand): FetchForm("-" + text(operand, .sign), .sign)
    case .duration(let amount, let unit):
      FetchForm(
        "\(text(amount, .primary)) \(unit.name(isOne: amount.kind == .literal(.int(1))))",
        .unit
      )
    case .arithmetic(let operation, let left, let right): arithmetic(operation, left, right)
    case .coalesce(let first, let second):
      FetchForm("\(text(first, .coalesce)) ?? \(text(second, .sum))", .coalesce)
    case .conditional(let condition, let then, let otherwise):
      FetchForm(
        "if \(text(condition, .or)) then \(text(then, .or)) else \(text(otherwise, .conditional))",
        .conditional
      )
    case .call(let function, let arguments): call(function, arguments)
    case .list(let parts): FetchForm("[\(list(parts))]")
    case .shape(let shape): FetchForm(self.shape(shape))
    case .aggregate(let aggregate): FetchForm(self.aggregate(aggregate))
    case .arrayAggregate(let aggregate): FetchForm(self.aggregate(aggregate))
    case .not(let operand): negation(of: operand)
    default: condition(expression)
    }
  }

  private func condition(_ expression: TypedExpression) -> FetchForm {
    switch expression.kind {
    case .and(let left, let right):
      FetchForm("\(text(left, .and)) and \(text(right, .not))", .and)
    case .or(let left, let right):
      FetchForm("\(text(left, .or)) or \(text(right, .and))", .or)
    default:
      // All other conditions are comparisons.
      FetchForm(comparison(expression, isNegated: false) ?? "?", .comparison)
    }
  }

  /// `not p`, or a negated operator if there is one.
  private func negation(of operand: TypedExpression) -> FetchForm {
    if printer.names[operand] == nil {
      if let text = comparison(operand, isNegated: true) { return FetchForm(text, .comparison) }
      if let text = quantifier(none: operand) { return FetchForm(text) }
    }
    return FetchForm("not " + text(operand, .not), .not)
  }

  private func arithmetic(
    _ operation: ArithmeticOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) -> FetchForm {
    let strength: FetchStrength = [.add, .subtract].contains(operation) ? .sum : .product
    return FetchForm(
      "\(text(left, strength)) \(operation.rawValue) \(text(right, strength.next))",
      strength
    )
  }

  private func call(_ function: ScalarFunction, _ arguments: [TypedExpression]) -> FetchForm {
    if function == .now || function == .today { return FetchForm(function.name) }
    // The range of bins is not written.
    var parts = function == .bins ? Array(arguments.prefix(2)) : arguments
    if function == .random {
      // The place of the call and the record are not written.
      let range = parts.dropFirst(2).map { text($0, .sum) }
      return FetchForm("random(\(range.joined(separator: "...")))")
    }
    var zone: TypedExpression?
    if let declaration = FunctionDeclaration.of(function), declaration.takesZone,
      parts.count > 1, parts.last?.type == FunctionDeclaration.zone
    {
      zone = parts.removeLast()
    }
    // An empty pattern before the zone is the default.
    if zone != nil, parts.last?.kind == .literal(.string("")) { parts.removeLast() }
    let written = parts.map { text($0, zone == nil ? .weakest : .coalesce) }
      .joined(separator: ", ")
    let place = zone.map { " in " + text($0, .coalesce) } ?? ""
    return FetchForm("\(function.name)(\(written)\(place))")
  }

  private func literal(_ value: Value, _ type: ValueType) -> FetchForm {
    if case .string(let text) = value, FunctionDeclaration.words.contains(type) {
      let isPattern = type == FunctionDeclaration.pattern
      return FetchForm(isPattern ? "/\(text.replacing(scalar: "/", with: "\\/"))/" : text)
    }
    if case .enumeration = type, case .string(let name) = value {
      return FetchForm(".\(FetchName.quotedCase(name))")
    }
    let text = printer.text(of: value)
    return FetchForm(text, text.hasPrefix("-") ? .sign : .primary)
  }

  func list(_ expressions: [TypedExpression]) -> String {
    expressions.map { text($0, .weakest) }.joined(separator: ", ")
  }
}

// MARK: - Records and paths

extension FetchTextWriter {
  /// A record as the start of a path; the level's own record is omitted.
  func text(_ record: RecordExpression) -> String {
    switch record {
    case .scope(let level, let entity): level == self.level ? own : FetchName.quoted(entity)
    case .toOne(let relationship, let base): step(relationship, after: text(base))
    }
  }

  /// `budget.expenses`
  func path(_ steps: [RelationshipReference], from base: RecordExpression) -> String {
    steps.reduce(text(base)) { step($1, after: $0) }
  }

  func member(_ name: String, of record: RecordExpression) -> String {
    join(text(record), FetchName.quoted(name))
  }

  /// The path extended by a relationship; unnamed inverses are `@inverse(…)`.
  private func step(_ relationship: RelationshipReference, after path: String) -> String {
    joinStored(path, relationship.name) { UnnamedInverse.written($0) ?? FetchName.quoted($0) }
  }

  func kind(_ test: KindTest, _ isNegated: Bool) -> String {
    let record = text(test.record)
    let words = "is \(isNegated ? "not " : "")\(test.isExact ? "only " : "")"
    return "\(record.isEmpty ? "self" : record) \(words)\(FetchName.quoted(test.entity))"
  }

  /// A stored name after its owner; a name of a descendant follows a cast.
  private func joinStored(
    _ path: String,
    _ name: String,
    _ write: (String) -> String = FetchName.quoted
  ) -> String {
    if let alias = printer.aliases[name] { return join(path, alias) }
    guard let specialized = printer.names.specialized(name) else { return join(path, write(name)) }
    let cast = "(\(path.isEmpty ? "self" : path) as \(FetchName.quoted(specialized.entity)))"
    return join(cast, write(specialized.name))
  }

  private func join(_ path: String, _ name: String) -> String {
    path.isEmpty ? name : "\(path).\(name)"
  }

  private func composite(_ leaves: [CompositeLeaf], _ record: RecordExpression) -> String {
    guard let leaf = leaves.first else { return "self" }
    let names = leaf.path.components.dropLast(leaf.names.count)
    return names.reduce(text(record)) { joinStored($0, $1) }
  }
}
