import Foundation

/// The definition of equality and order of values in queries.
///
/// Nil equals nil and nothing else. All ordering comparisons with nil are false.
public enum ValueOrder {
  /// Whether both values are equal; nil equals nil.
  public static func areEqual(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.null, _), (_, .null): false
    case (.record, _), (.list, _), (.object, _): left == right
    default: compare(left, right) == 0
    }
  }

  /// Whether the comparison `operation` is true.
  public static func holds(
    _ operation: ComparisonOperator,
    _ left: Value,
    _ right: Value
  ) -> Bool {
    switch operation {
    case .equal: return areEqual(left, right)
    case .notEqual: return !areEqual(left, right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let order = compare(left, right) else { return false }
      return operation.holds(forOrder: order)
    }
  }

  /// −1, 0 or 1 if `left` is less than, equal to or greater than `right`.
  ///
  /// Returns nil if either side is nil or the types cannot be ordered. Strings compare by Unicode
  /// scalars. An Int and a Double compare exactly.
  public static func compare(_ left: Value, _ right: Value) -> Int? {
    switch (left, right) {
    case (.bool(let a), .bool(let b)): order(a ? 1 : 0, b ? 1 : 0)
    case (.int(let a), .int(let b)): order(a, b)
    case (.double(let a), .double(let b)): order(a, b)
    case (.int(let a), .double(let b)): compare(a, b)
    case (.double(let a), .int(let b)): -compare(b, a)
    case (.decimal(let a), .decimal(let b)): order(a, b)
    case (.int(let a), .decimal(let b)): order(Decimal(a), b)
    case (.decimal(let a), .int(let b)): order(a, Decimal(b))
    case (.string(let a), .string(let b)): compareScalars(a, b)
    case (.date(let a), .date(let b)): order(a, b)
    case (.duration(let a), .duration(let b)):
      a.months == b.months ? order(a.microseconds, b.microseconds) : order(a.months, b.months)
    case (.uuid(let a), .uuid(let b)): compareBytes(a, b)
    case (.data(let a), .data(let b)): compareSequences(a, b)
    case (.record(let a), .record(let b)): compare(a, b)
    default: nil
    }
  }

  /// Compares the keys of two records of one root entity; nil if they cannot be ordered.
  private static func compare(_ left: RecordID, _ right: RecordID) -> Int? {
    guard left.entity == right.entity else { return nil }
    switch (left.key, right.key) {
    case (.number(let a), .number(let b)): return order(a, b)
    case (.values(let a), .values(let b)) where a.count == b.count:
      for (x, y) in zip(a, b) {
        guard let order = compare(x, y) else { return nil }
        if order != 0 { return order }
      }
      return 0
    default: return nil
    }
  }

  /// Compares an Int with a Double exactly, also beyond 2^53.
  public static func compare(_ left: Int64, _ right: Double) -> Int {
    if right >= 9_223_372_036_854_775_808 { return -1 }
    if right < -9_223_372_036_854_775_808 { return 1 }
    let whole = right.rounded(.towardZero)
    // Only NaN is left, which can occur as the filler of nil rows.
    guard let number = Int64(exactly: whole) else { return 0 }
    let byWhole = order(left, number)
    return byWhole != 0 ? byWhole : order(0, right - whole)
  }

  /// Compares by Unicode scalars, which is the order of the UTF-8 bytes.
  public static func compareScalars(_ left: String, _ right: String) -> Int {
    compareSequences(left.utf8, right.utf8)
  }

  private static func compareBytes(_ left: UUID, _ right: UUID) -> Int {
    withUnsafeBytes(of: left.uuid) { a in
      withUnsafeBytes(of: right.uuid) { b in compareSequences(a, b) }
    }
  }

  private static func compareSequences<Bytes: Sequence<UInt8>>(_ left: Bytes, _ right: Bytes)
    -> Int
  {
    var others = right.makeIterator()
    for byte in left {
      guard let other = others.next() else { return 1 }
      if byte != other { return byte < other ? -1 : 1 }
    }
    return others.next() == nil ? 0 : -1
  }

  private static func order<Ordered: Comparable>(_ left: Ordered, _ right: Ordered) -> Int {
    left < right ? -1 : (left == right ? 0 : 1)
  }
}

extension ComparisonOperator {
  /// Whether the comparison is true if its left side is less (−1), equal (0) or greater (1).
  public func holds(forOrder order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .notEqual: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }

  /// The equivalent operator for exchanged sides.
  public var mirrored: ComparisonOperator {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
