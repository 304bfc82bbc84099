/// A set of Unicode scalars: what one character of a regular expression may be.
struct ScalarSet: Hashable, Sendable {
  /// The scalars by value.
  var ranges: [ClosedRange<UInt32>] = []
  /// Classes such as `\d`; a negated one stands for all other scalars.
  var properties: [ScalarTest] = []
  /// Whether the set is that of all other scalars.
  var isNegated = false
  /// Whether a scalar is in it if one of other case is.
  private(set) var ignoresCase = false

  /// Whether the scalar with the value `scalar` is in the set.
  func contains(_ scalar: UInt32) -> Bool {
    var isFound = holds(scalar)
    if !isFound, ignoresCase {
      isFound = CaseVariants.all(of: scalar).contains { $0 != scalar && holds($0) }
    }
    return isFound != isNegated
  }

  /// Makes the set one in which case does not matter.
  mutating func ignoreCase() {
    guard !ignoresCase else { return }
    ignoresCase = true
    // What is asked for is folded, so what is looked for has to be there folded too.
    let single = ranges.filter { $0.count == 1 }.map { CaseVariants.folded($0.lowerBound) }
    ranges += single.filter { !holds($0) }.map { $0...$0 }
  }

  private func holds(_ scalar: UInt32) -> Bool {
    ranges.contains { $0.contains(scalar) } || properties.contains { $0.holds(for: scalar) }
  }

  /// The set of one scalar.
  static func scalar(_ value: UInt32) -> ScalarSet { ScalarSet(ranges: [value...value]) }

  /// What `.` does not match unless told so: the ends of lines.
  static let lineEnds = ScalarSet(ranges: [0xA...0xD, 0x85...0x85, 0x2028...0x2029])

  /// What `(?m)` parts lines at.
  static let newline = scalar(0xA)

  /// What `\b` looks at.
  static let word = ScalarSet(properties: [ScalarTest(.word)])
}

/// Whether a scalar has a property, or has it not.
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

/// The scalars that differ from one only in case, one for one: `ß` has no `ss` here.
enum CaseVariants {
  /// The scalar, its small, its capital and its folded form.
  static func all(of scalar: UInt32) -> [UInt32] {
    guard scalar >= 0x80 else {
      let lower = CaseFolding.lowercasedASCII(scalar)
      return lower &- 0x61 < 26 ? [lower, lower & ~0x20] : [scalar]
    }
    guard hasCase(scalar), let value = Unicode.Scalar(scalar) else { return [scalar] }
    let mappings = [value.properties.lowercaseMapping, value.properties.uppercaseMapping]
    return [scalar, folded(scalar)] + mappings.compactMap(single)
  }

  /// Whether there are scalars that differ from this one only in case.
  static func hasCase(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return CaseFolding.lowercasedASCII(scalar) &- 0x61 < 26 }
    return Unicode.Scalar(scalar)?.properties.changesWhenCaseMapped ?? false
  }

  /// The one scalar that stands for all forms.
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
