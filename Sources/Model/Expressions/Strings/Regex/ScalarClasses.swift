/// Divides scalars into classes that a program cannot distinguish.
///
/// A class is determined by the sets that contain its members. ASCII is classified in advance,
/// other scalars on demand.
struct ScalarClasses {
  /// One class.
  struct Member {
    /// A bit for each set of the program.
    let sets: [UInt64]
    let isWord: Bool
    let isNewline: Bool

    func isIn(_ set: Int) -> Bool { sets[set >> 6] >> UInt64(set & 63) & 1 == 1 }
  }

  /// The class of the end of the string.
  static let end = 0

  /// The classes by number.
  private(set) var all: [Member]
  /// The class of each ASCII byte.
  private(set) var ascii: [UInt16] = []
  private var numbers: [[UInt64]: Int] = [:]
  private var others: [UInt32: Int] = [:]
  private let program: RegexProgram

  init(_ program: RegexProgram) {
    self.program = program
    let words = max(1, (program.sets.count + 63) / 64)
    all = [
      Member(sets: Array(repeating: 0, count: words), isWord: false, isNewline: false)
    ]
    for byte: UInt32 in 0..<128 { ascii.append(UInt16(truncatingIfNeeded: find(byte))) }
  }

  /// The class of a scalar that is not ASCII.
  mutating func number(of scalar: UInt32) -> Int {
    if let known = others[scalar] { return known }
    if others.count >= Self.remembered { others.removeAll(keepingCapacity: true) }
    let number = find(scalar)
    others[scalar] = number
    return number
  }

  private static let remembered = 1 << 14

  private mutating func find(_ scalar: UInt32) -> Int {
    var bits = Array(repeating: UInt64(0), count: all[Self.end].sets.count)
    for (index, set) in program.sets.enumerated() where set.contains(scalar) {
      bits[index >> 6] |= 1 << UInt64(index & 63)
    }
    let member = Member(
      sets: bits,
      isWord: program.usesWordBoundaries && ScalarSet.word.contains(scalar),
      isNewline: program.usesLineBoundaries && ScalarSet.newline.contains(scalar)
    )
    // The word and newline properties are part of the key.
    let key = bits + [member.isWord ? 1 : 0, member.isNewline ? 1 : 0]
    if let number = numbers[key] { return number }
    numbers[key] = all.count
    all.append(member)
    return all.count - 1
  }
}
