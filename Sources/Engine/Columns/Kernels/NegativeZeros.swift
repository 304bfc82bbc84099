extension Column {
  /// The column with 0.0 in place of -0.0, as SQLite stores it.
  public var withoutNegativeZeros: Column {
    guard case .double(var numbers) = self else { return self }
    let hasNegative = numbers.values.withUnsafeBufferPointer { values in
      values.contains { $0.bitPattern == Double.negativeZero }
    }
    guard hasNegative else { return self }
    for row in numbers.values.indices where numbers.values[row] == 0 { numbers.values[row] = 0 }
    return .double(numbers)
  }
}

extension Double {
  /// The bits of -0.0.
  fileprivate static let negativeZero = (-0.0).bitPattern
}
