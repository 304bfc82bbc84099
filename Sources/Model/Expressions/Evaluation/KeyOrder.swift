public import Model

/// The definition of `sort`: compares rows by their sort keys.
public enum KeyOrder {
  /// −1, 0 or 1 if a row with the key values `left` comes before, ties with, or comes after
  /// `right`.
  public static func compare(_ left: [Value], _ right: [Value], by keys: [SortKey]) -> Int {
    for (index, key) in keys.enumerated() {
      let order = compare(left[index], right[index], by: key)
      if order != 0 { return order }
    }
    return 0
  }

  /// Compares the values of one key.
  public static func compare(_ left: Value, _ right: Value, by key: SortKey) -> Int {
    let order = AggregateOptions.Order(
      isDescending: key.isDescending,
      nullsFirst: key.nullsFirst,
      order: key.order
    )
    return compare(left, right, by: order)
  }

  static func compare(_ left: Value, _ right: Value, by key: AggregateOptions.Order) -> Int {
    switch (left.isNull, right.isNull) {
    case (true, true): return 0
    case (true, false): return key.nullsFirst ? -1 : 1
    case (false, true): return key.nullsFirst ? 1 : -1
    case (false, false):
      let order = ascending(left, right, key.order)
      return key.isDescending ? -order : order
    }
  }

  private static func ascending(_ left: Value, _ right: Value, _ order: StringOrder) -> Int {
    if order == .standard, case .string(let a) = left, case .string(let b) = right {
      return StandardOrder.compare(a, b)
    }
    return ValueOrder.compare(left, right) ?? 0
  }
}
