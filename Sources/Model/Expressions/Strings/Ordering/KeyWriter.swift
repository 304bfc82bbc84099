/// Writes the sort key of any string; `ASCIIKey` writes the same weights faster.
struct KeyWriter {
  private var primary: [UInt8] = []
  private var secondary: [UInt8] = []
  private var ties: [UInt8] = []
  /// ASCII digits of the digit run being read.
  private var digits: [UInt8] = []

  /// Adds the weights of canonical scalars.
  mutating func write(_ scalars: [UInt32]) {
    primary.reserveCapacity(2 * scalars.count)
    secondary.reserveCapacity(2 * scalars.count)
    ties.reserveCapacity(scalars.count)
    for scalar in scalars { write(SortedScalar.simplified(scalar)) }
    endDigits()
  }

  /// Appends the key to `keys`, ending with the string itself.
  mutating func finish(text: UnsafeBufferPointer<UInt8>, to keys: inout [UInt8]) {
    Self.dropTrailing(AccentWeight.plain, of: &secondary)
    Self.dropTrailing(TieWeight.lower, of: &ties)
    keys += primary
    keys.append(0)
    keys += secondary
    keys.append(0)
    keys += ties
    keys.append(0)
    keys += text
  }

  private mutating func write(_ scalar: UInt32) {
    if scalar < 0x80, DigitRun.isDigit(UInt8(scalar)) {
      digits.append(UInt8(scalar))
      return
    }
    endDigits()
    if scalar < 0x80 {
      writeASCII(UInt8(scalar), capital: ScalarData.isUppercase(scalar))
    } else {
      writeOther(scalar)
    }
  }

  private mutating func endDigits() {
    guard !digits.isEmpty else { return }
    digits.withUnsafeBufferPointer { digits in
      let run = DigitRun(in: digits, from: 0)
      run.writePrimary { primary.append($0) }
      run.writeTie { ties.append($0) }
    }
    secondary.append(AccentWeight.plain)
    digits.removeAll(keepingCapacity: true)
  }

  private mutating func writeASCII(_ byte: UInt8, capital: Bool) {
    let weight = PrimaryWeight.ascii[Int(byte)]
    guard weight > 0 else { return }
    primary.append(weight)
    secondary.append(AccentWeight.plain)
    if weight >= PrimaryWeight.firstLetter { writeTie(capital: capital) }
  }

  private mutating func writeOther(_ scalar: UInt32) {
    if let parts = SortingExpansion.parts(of: scalar) { return writeParts(parts, of: scalar) }
    switch SortedScalar.kind(of: scalar) {
    case .ignored: break
    case .accent: writeAccent(scalar)
    case .grouped(let weight):
      Self.writeEscaped(scalar, after: weight, to: &primary)
      secondary.append(AccentWeight.plain)
    case .letter: writeLetter(scalar)
    }
  }

  private mutating func writeParts(_ parts: SortingExpansion.Parts, of scalar: UInt32) {
    let isCapital = ScalarData.isUppercase(scalar)
    for (index, letter) in parts.letters.enumerated() {
      writeASCII(letter, capital: isCapital)
      if index == 0 { secondary.append(parts.accent) }
    }
  }

  private mutating func writeAccent(_ mark: UInt32) {
    let weight = AccentWeight.weight(of: mark)
    if weight == AccentWeight.other {
      Self.writeEscaped(mark, after: weight, to: &secondary)
    } else {
      secondary.append(weight)
    }
  }

  private mutating func writeLetter(_ scalar: UInt32) {
    let isCapital = ScalarData.isUppercase(scalar)
    CaseFolding.forEach(of: scalar) { folded, _ in
      if folded < 0x80 { return writeASCII(UInt8(folded), capital: isCapital) }
      let first =
        SortingExpansion.predecessor(of: folded).map { PrimaryWeight.ascii[Int($0)] + 1 }
        ?? PrimaryWeight.firstScript + ScriptOrder.rank(of: folded)
      Self.writeEscaped(folded, after: first, to: &primary)
      secondary.append(AccentWeight.plain)
      writeTie(capital: isCapital)
    }
  }

  private mutating func writeTie(capital: Bool) {
    ties.append(capital ? TieWeight.upper : TieWeight.lower)
  }

  /// Appends a weight, then the scalar in three nonzero bytes.
  private static func writeEscaped(
    _ scalar: UInt32,
    after first: UInt8,
    to section: inout [UInt8]
  ) {
    section.append(first)
    section.append(UInt8(truncatingIfNeeded: scalar >> 14) | 0x80)
    section.append(UInt8(truncatingIfNeeded: scalar >> 7) | 0x80)
    section.append(UInt8(truncatingIfNeeded: scalar) | 0x80)
  }

  private static func dropTrailing(_ weight: UInt8, of section: inout [UInt8]) {
    while section.last == weight { section.removeLast() }
  }
}
