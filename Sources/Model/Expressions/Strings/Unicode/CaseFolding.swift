/// Full case folding: `É` to `é`, `ß` and `ẞ` to `ss`, `ς` to `σ`; independent of any locale.
enum CaseFolding {
  /// Calls `body` with each scalar that `scalar` folds to, and whether it is the first.
  @inline(__always)
  static func forEach(of scalar: UInt32, _ body: (_ folded: UInt32, _ isFirst: Bool) -> Void) {
    if scalar < 0x80 { return body(lowercasedASCII(scalar), true) }
    let folded = ScalarData.caseFolding(of: scalar)
    if folded.isEmpty { return body(scalar, true) }
    var isFirst = true
    for value in folded {
      body(value, isFirst)
      isFirst = false
    }
  }

  /// The case folding of a scalar; empty if it folds to itself.
  ///
  /// The standard library has no case folding. lower(upper(lower(x))) is the same, except for the
  /// dotless ı, which folds to itself.
  static func computed(_ value: UInt32) -> [UInt32] {
    guard let scalar = Unicode.Scalar(value), scalar.properties.changesWhenCaseMapped,
      value != dotlessI
    else { return [] }
    var folded: [UInt32] = []
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      for upper in lower.properties.uppercaseMapping.unicodeScalars {
        folded += upper.properties.lowercaseMapping.unicodeScalars.map(\.value)
      }
    }
    return folded == [value] ? [] : folded
  }

  /// Lowercases ASCII letters; other scalars unchanged.
  @inline(__always)
  static func lowercasedASCII(_ value: UInt32) -> UInt32 {
    value &- 0x41 < 26 ? value | 0x20 : value
  }

  private static let dotlessI: UInt32 = 0x131
}
