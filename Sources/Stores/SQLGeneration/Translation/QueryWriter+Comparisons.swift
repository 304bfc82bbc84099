import Model

/// `==`, `<`, ranges and membership in lists.
extension QueryWriter {
  /// `left operation right`
  mutating func comparison(
    _ operation: ComparisonOperator,
    _ left: TypedExpression,
    _ right: TypedExpression
  ) throws(Untranslatable) -> SQLCondition {
    if let test = try countTest(operation, left, right) { return test }
    if let test = try asciiTest(operation, left, right) { return test }
    if let test = try asciiTest(operation.mirrored, right, left) { return test }
    switch (try side(left), try side(right)) {
    case (.constant(let a), .constant(let b)):
      return .constant(ValueOrder.holds(operation, a, b))
    case (.operand(let operand), .constant(let value)):
      return try comparison(operation, operand, with: value)
    case (.constant(let value), .operand(let operand)):
      return try comparison(operation.mirrored, operand, with: value)
    case (.operand(let a), .operand(let b)):
      return try comparison(operation, a, b)
    }
  }

  private func comparison(
    _ operation: ComparisonOperator,
    _ left: SQLOperand,
    _ right: SQLOperand
  ) throws(Untranslatable) -> SQLCondition {
    guard left.form.isComparable(with: right.form, in: dialect) else { throw Untranslatable() }
    try requireOrder(operation, left.form)
    for side in [left, right] {
      if case .record(let entity) = side.form { try requireNumber(entity) }
    }
    let sign =
      switch operation {
      case .equal: dialect.same
      case .notEqual: dialect.different
      default: collation(operation, left.form) + " \(operation.rawValue) "
      }
    return SQLCondition(left.value + sign + right.value)
  }

  /// `operand operation value`
  func comparison(
    _ operation: ComparisonOperator,
    _ operand: SQLOperand,
    with value: Value
  ) throws(Untranslatable) -> SQLCondition {
    if value.isNull {
      switch operation {
      case .equal: return nilTest(operand, isNil: true)
      case .notEqual: return nilTest(operand, isNil: false)
      default: return .constant(false)
      }
    }
    try requireOrder(operation, operand.form)
    if case .date(let unit) = operand.form, case .date(let date) = value, unit != 1 {
      return comparison(operation, operand, date, unit: unit)
    }
    if let column = operand.seconds, case .date(let date) = value,
      let condition = column.comparison(operation, date)
    {
      return condition
    }
    if dialect == .postgreSQL, operand.form == .integer, case .double(let number) = value {
      let floor = number.rounded(.down)
      guard let whole = Int64(exactly: floor) else { throw Untranslatable() }
      return comparison(operation, operand, withFloor: whole, isExact: floor == number)
    }
    guard let binding = try binding(value, for: operand.form) else { throw Untranslatable() }
    return comparison(operation, operand, with: binding)
  }

  private func comparison(
    _ operation: ComparisonOperator,
    _ operand: SQLOperand,
    with binding: SQLValue
  ) -> SQLCondition {
    if operation == .equal, let labeled = operand.labeled { return labeled.isOneOf([binding]) }
    let constant = SQLFragment.binding(binding)
    if operation == .notEqual {
      return SQLCondition(operand.value + dialect.different + constant)
    }
    let sign =
      operation == .equal
      ? " = " : collation(operation, operand.form) + " \(operation.rawValue) "
    guard let guarded = operand.guarded, guarded.compares(operation, binding) else {
      return SQLCondition(operand.value + sign + constant)
    }
    let compared = guarded.column + sign + constant + guarded.collation(binding)
    return .all([SQLCondition(compared), SQLCondition(guarded.guardCondition, .and)])
  }

  /// A comparison with a date column of lower precision: rounds the constant to the unit on the
  /// relevant side.
  private func comparison(
    _ operation: ComparisonOperator,
    _ operand: SQLOperand,
    _ date: Timestamp,
    unit: Int64
  ) -> SQLCondition {
    let (quotient, remainder) = date.microseconds.quotientAndRemainder(dividingBy: unit)
    let floor = remainder < 0 ? quotient - 1 : quotient
    return comparison(operation, operand, withFloor: floor, isExact: remainder == 0)
  }

  /// A comparison of integers with a number; `floor` is the number, or the next integer below it.
  private func comparison(
    _ operation: ComparisonOperator,
    _ operand: SQLOperand,
    withFloor floor: Int64,
    isExact: Bool
  ) -> SQLCondition {
    if isExact { return comparison(operation, operand, with: .integer(floor)) }
    return switch operation {
    case .equal: .constant(false)
    case .notEqual: .constant(true)
    case .less, .lessOrEqual: comparison(.lessOrEqual, operand, with: .integer(floor))
    case .greater, .greaterOrEqual: comparison(.greater, operand, with: .integer(floor))
    }
  }

  /// The binding for `value`; nil if the form has no equal value.
  func binding(_ value: Value, for form: SQLForm) throws(Untranslatable) -> SQLValue? {
    if case .record(let id) = value, case .record(let entity) = form {
      guard id.entity == entity, case .number(let number) = id.key,
        case .number? = translator.mapping.entities[entity]?.key
      else { return nil }
      return .integer(number)
    }
    guard let binding = form.binding(value, dialect) else { return nil }
    guard binding.isWhole else { throw Untranslatable() }
    return binding
  }

  /// Makes an order comparison of strings one by their bytes.
  private func collation(_ operation: ComparisonOperator, _ form: SQLForm) -> String {
    form == .text && operation != .equal && operation != .notEqual ? dialect.byBytes : ""
  }

  /// Rejects records that a server does not identify by a single number.
  func requireNumber(_ entity: String) throws(Untranslatable) {
    guard dialect == .sqlite || translator.mapping.entities[entity]?.hasNumberColumn == true else {
      throw Untranslatable()
    }
  }

  /// Strings are ordered by their bytes, which matches the order of scalars in UTF-8 only.
  private func requireOrder(
    _ operation: ComparisonOperator,
    _ form: SQLForm
  ) throws(Untranslatable) {
    if operation == .equal || operation == .notEqual { return }
    if form == .text, !translator.ordersTextByScalars { throw Untranslatable() }
  }

  /// `x in 1...5`
  mutating func range(
    _ operand: TypedExpression,
    _ lower: TypedExpression,
    _ upper: TypedExpression,
    isClosed: Bool
  ) throws(Untranslatable) -> SQLCondition {
    .all([
      try comparison(.greaterOrEqual, operand, lower),
      try comparison(isClosed ? .lessOrEqual : .less, operand, upper),
    ])
  }

  // MARK: - Lists

  /// `x in [1, 2, nil]`
  mutating func membership(
    _ operand: TypedExpression,
    _ elements: [TypedExpression]
  ) throws(Untranslatable) -> SQLCondition {
    guard elements.count <= SQLTranslator.maxElements else { throw Untranslatable() }
    guard case .operand(let value) = try side(operand),
      let constants = try constants(elements)
    else {
      var tests: [SQLCondition] = []
      for element in elements { tests.append(try comparison(.equal, operand, element)) }
      return .any(tests)
    }
    var bindings: [SQLValue] = []
    for constant in constants where !constant.isNull {
      guard let binding = try binding(constant, for: value.form) else { throw Untranslatable() }
      bindings.append(binding)
    }
    let isOne = isOneOf(bindings, value)
    return constants.contains(where: \.isNull) ? .any([isOne, nilTest(value, isNil: true)]) : isOne
  }

  private mutating func constants(
    _ elements: [TypedExpression]
  ) throws(Untranslatable) -> [Value]? {
    var values: [Value] = []
    for element in elements {
      guard case .constant(let value) = try side(element) else { return nil }
      values.append(value)
    }
    return values
  }

  private func isOneOf(_ bindings: [SQLValue], _ operand: SQLOperand) -> SQLCondition {
    if bindings.isEmpty { return .constant(false) }
    if let labeled = operand.labeled { return labeled.isOneOf(bindings) }
    let list = " IN (" + bindings.map(SQLFragment.binding).joined(", ") + ")"
    guard let guarded = operand.guarded,
      bindings.allSatisfy({ guarded.compares(.equal, $0) })
    else { return SQLCondition(operand.value + list) }
    let isListed = SQLCondition(guarded.collatedForList(bindings) + list)
    return .all([isListed, SQLCondition(guarded.guardCondition, .and)])
  }
}

extension EntityMapping {
  /// Whether a column contains the number that identifies a record.
  fileprivate var hasNumberColumn: Bool {
    if case .number(column: .some) = key { true } else { false }
  }
}

extension GuardedColumn {
  /// Whether comparing the bare column with a constant compares only values that fit.
  ///
  /// Columns with numeric affinity convert text that looks like a number. That affects order
  /// comparisons only, since text stored in such a column does not look like a number.
  func compares(_ operation: ComparisonOperator, _ binding: SQLValue) -> Bool {
    guard case .text(let text) = binding else { return true }
    return operation == .equal || operation == .notEqual || !text.mayBeNumber
  }

  /// Makes a comparison with `binding` one by bytes, whatever the column's collation.
  func collation(_ binding: SQLValue) -> String {
    if case .text = binding { " COLLATE BINARY" } else { "" }
  }

  /// The column before `IN`: the left operand's collation applies.
  func collatedForList(_ bindings: [SQLValue]) -> SQLFragment {
    if case .text? = bindings.first { column + " COLLATE BINARY" } else { column }
  }
}

extension String {
  /// Whether SQLite may read it as a number.
  fileprivate var mayBeNumber: Bool {
    guard let first = utf8.first(where: { $0 != 0x20 && !(0x09...0x0D).contains($0) }) else {
      return false
    }
    return (0x30...0x39).contains(first) || [0x2B, 0x2D, 0x2E].contains(first)
  }
}
