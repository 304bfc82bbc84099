/// A set of Unicode scalars: a character of a regular expression.
struct ScalarSet: Hashable, Sendable {
  /// The scalars by value.
  var ranges: [ClosedRange<UInt32>] = []
  /// Classes such as `\d`; a negated one has all other scalars.
  var properties: [ScalarTest] = []
  /// Whether the set is complemented.
  var isNegated = false
  /// Whether case is ignored.
  private(set) var ignoresCase = false

  /// Whether the set contains `scalar`.
  func contains(_ scalar: UInt32) -> Bool {
    var isFound = holds(scalar)
    if !isFound, ignoresCase {
      isFound = CaseVariants.all(of: scalar).contains { $0 != scalar && holds($0) }
    }
    return isFound != isNegated
  }

  /// Ignores case from now on.
  mutating func ignoreCase() {
    guard !ignoresCase else { return }
    ignoresCase = true
    // Lookups are folded, so the set needs the folded scalars too.
    let single = ranges.filter { $0.count == 1 }.map { CaseVariants.folded($0.lowerBound) }
    ranges += single.filter { !holds($0) }.map { $0...$0 }
  }

  private func holds(_ scalar: UInt32) -> Bool {
    ranges.contains { $0.contains(scalar) } || properties.contains { $0.holds(for: scalar) }
  }

  /// The set of one scalar.
  static func scalar(_ value: UInt32) -> ScalarSet { ScalarSet(ranges: [value...value]) }

  /// Line ends, which `.` does not match by default.
  static let lineEnds = ScalarSet(ranges: [0xA...0xD, 0x85...0x85, 0x2028...0x2029])

  /// The line end of `(?m)`.
  static let newline = scalar(0xA)

  /// The word characters of `\b`.
  static let word = ScalarSet(properties: [ScalarTest(.word)])
}

/// A test whether a scalar has, or does not have, a property.
struct ScalarTest: Hashable, Sendable {
  let property: ScalarProperty
  var isNegated: Bool

  init(_ property: ScalarProperty, isNegated: Bool = false) {
    self.property = property
    self.isNegated = isNegated
  }

  func holds(for scalar: UInt32) -> Bool {
    property.holds(for: scalar) != isNegated
  }
}

/// Scalars that differ only in case; mappings to several scalars (`ß` to `ss`) do not count.
enum CaseVariants {
  /// The scalar and its lowercase, uppercase and folded forms.
  static func all(of scalar: UInt32) -> [UInt32] {
    guard scalar >= 0x80 else {
      let lower = CaseFolding.lowercasedASCII(scalar)
      return lower &- 0x61 < 26 ? [lower, lower & ~0x20] : [scalar]
    }
    guard hasCase(scalar), let value = Unicode.Scalar(scalar) else { return [scalar] }
    let mappings = [value.properties.lowercaseMapping, value.properties.uppercaseMapping]
    return [scalar, folded(scalar)] + mappings.compactMap(single)
  }

  /// Whether the scalar has other case forms.
  static func hasCase(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return CaseFolding.lowercasedASCII(scalar) &- 0x61 < 26 }
    return Unicode.Scalar(scalar)?.properties.changesWhenCaseMapped ?? false
  }

  /// The representative of all case forms.
  static func folded(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return CaseFolding.lowercasedASCII(scalar) }
    let folding = ScalarData.caseFolding(of: scalar)
    if folding.count == 1, let only = folding.first { return only }
    return Unicode.Scalar(scalar).flatMap { single($0.properties.lowercaseMapping) } ?? scalar
  }

  private static func single(_ mapping: String) -> UInt32? {
    let scalars = mapping.unicodeScalars
    return scalars.count == 1 ? scalars.first?.value : nil
  }
}
