import Model

extension SQLTable {
  /// The value of the attribute at `path`.
  func operand(_ path: AttributePath) throws(Untranslatable) -> SQLOperand {
    guard let mapping = mapping.fields[path] else { throw Untranslatable() }
    let column = SQLFragment(mapping.reference(alias))
    if case .server(let type) = mapping.codec {
      var operand = try SQLOperand(column, type)
      operand.digits = mapping.digits
      return operand
    }
    if let computed = SQLOperand(column, computedBy: mapping.codec) { return computed }
    guard let form = SQLForm(mapping.codec) else { throw Untranslatable() }
    if mapping.isTrusted { return SQLOperand(form, column) }
    guard let guarded = GuardedColumn(column, mapping.codec) else { throw Untranslatable() }
    return SQLOperand(form, guarded)
  }
}

extension SQLForm {
  /// The form of a column; nil if SQL cannot compare its values as the language does.
  fileprivate init?(_ codec: ColumnCodec) {
    switch codec {
    case .integer: self = .integer
    case .real: self = .real
    case .text: self = .text
    case .blob: self = .blob
    case .bool: self = .bool
    case .date(.microseconds): self = .date(microsecondsPerUnit: 1)
    case .date(.milliseconds): self = .date(microsecondsPerUnit: 1000)
    case .uuidBytes: self = .uuidBytes
    case .uuidText: self = .uuidText
    case .date(.seconds), .date(.text), .date(.any), .looseText, .decimalText, .decimalNumber,
      .json, .labels, .externalBlob, .archive, .server:
      return nil
    }
  }
}

extension GuardedColumn {
  /// A column that other programs write; nil if SQL cannot determine which values are valid.
  fileprivate init?(_ column: SQLFragment, _ codec: ColumnCodec) {
    func isOfType(_ type: String) -> SQLFragment { "typeof(" + column + ") = '\(type)'" }
    switch codec {
    case .integer, .date(.microseconds):
      self.init(column, guardCondition: isOfType("integer"))
    case .date(.milliseconds):
      let most = Int64.max / 1000
      self.init(
        column,
        guardCondition: isOfType("integer") + " AND " + column + " BETWEEN -\(most) AND \(most)"
      )
    case .real:
      self.init(
        column,
        guardCondition: "typeof(" + column + ") IN ('real', 'integer') AND " + column + " = CAST("
          + column + " AS REAL)",
        fitting: "CAST(" + column + " AS REAL)"
      )
    case .text:
      self.init(column, guardCondition: isOfType("text"))
    case .blob:
      self.init(column, guardCondition: isOfType("blob"))
    case .bool:
      self.init(column, guardCondition: isOfType("integer") + " AND " + column + " IN (0, 1)")
    case .uuidBytes:
      self.init(column, guardCondition: isOfType("blob") + " AND length(" + column + ") = 16")
    case .date, .looseText, .uuidText, .decimalText, .decimalNumber, .json, .labels, .externalBlob,
      .archive, .server:
      return nil
    }
  }
}

extension SQLOperand {
  /// A column that SQL converts to another form; nil for codecs that need no conversion.
  fileprivate init?(_ column: SQLFragment, computedBy codec: ColumnCodec) {
    switch codec {
    case .labels(let labels):
      self.init(LabeledColumn(column: column, labels: labels))
    case .date(.seconds(let epoch)):
      guard let seconds = SecondsColumn(column, epoch: epoch) else { return nil }
      self.init(seconds)
    default: return nil
    }
  }
}

extension SQLOperand {
  /// A column of a server, which enforces types. Only special numbers and dates read as nil.
  fileprivate init(_ column: SQLFragment, _ type: ServerType) throws(Untranslatable) {
    if let condition = type.validity(of: column.text) {
      // `IS TRUE` would not reach partitions on other servers.
      let guarded = GuardedColumn(column, guardCondition: column + " IS NOT NULL AND " + condition)
      self.init(type == .real ? .real : .server(type), guarded)
      return
    }
    switch type {
    case .boolean: self.init(.bool, column)
    case .integer: self.init(.integer, column)
    case .text: self.init(.text, column)
    // The collation of the column may treat different strings as equal.
    case .asText, .network:
      self.init(.text, SQLFragment(type.selected(column.text) + " COLLATE \"C\""))
    case .uuid: self.init(.server(.uuid), column)
    case .bytes: self.init(.blob, column)
    case .array, .real, .numeric, .date, .timestamp, .timestampWithZone: throw Untranslatable()
    }
  }
}

extension ServerType {
  /// The condition that a column's value does not read as nil, unless it is NULL; nil if that is
  /// true for all values, or only readers know.
  package func validity(of column: String) -> String? {
    switch self {
    case .real, .numeric(isBounded: true): "\(column) <> 'NaN'"
    case .numeric(isBounded: false): Self.fitsDecimal(SQLFragment(column)).text
    // The last moment of a Date. Later ones and the infinite ones read as nil.
    case .date: "\(column) > '-infinity' AND \(column) <= '294247-01-10'"
    case .timestamp: "\(column) > '-infinity' AND \(column) <= '294247-01-10 04:00:54.775807'"
    case .timestampWithZone:
      "\(column) > '-infinity' AND \(column) <= '294247-01-10 04:00:54.775807+00'"
    case .boolean, .integer, .text, .asText, .network, .uuid, .bytes, .array: nil
    }
  }

  /// The condition that a `numeric` fits in a Decimal: at most 38 digits between the first and the
  /// last that is not 0. Most numbers pass the first test, which is cheap.
  static func fitsDecimal(_ column: SQLFragment) -> SQLFragment {
    let (size, scale) = ("abs(" + column + ")", "scale(" + column + ")")
    let digits = "ltrim(rtrim(replace(" + size + "::text, '.', ''), '0'), '0')"
    return "(" + size + " < 1e28 AND " + scale + " <= 10 OR " + size + " < 1e100 AND " + scale
      + " <= 100 AND length(" + digits + ") <= 38)"
  }
}
