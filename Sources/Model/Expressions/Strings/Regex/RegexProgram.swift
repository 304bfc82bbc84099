/// A regular expression compiled by Thompson's construction.
struct RegexProgram: Sendable {
  enum Instruction: Sendable {
    /// Consumes a scalar of ``sets`` and continues.
    case take(set: Int)
    /// Continues if the assertion is true.
    case assert(RegexAssertion)
    /// Continues at both places.
    case split(Int, Int)
    case jump(Int)
    /// Notes the position in a slot: two for each group.
    case save(Int)
    /// The text matches.
    case match
  }

  private(set) var instructions: [Instruction] = []
  /// The distinct sets of the instructions.
  private(set) var sets: [ScalarSet] = []
  /// Whether matches can begin only at the start of the string.
  let isAnchoredAtStart: Bool
  /// Whether an instruction tests word boundaries.
  private(set) var usesWordBoundaries = false
  /// Whether an instruction tests line boundaries.
  private(set) var usesLineBoundaries = false
  private var indexes: [ScalarSet: Int] = [:]
  /// The number of groups, and 1 for the whole match; 0 if positions are not needed.
  private(set) var groupCount = 0

  /// Compiles `node`; the caller checks its size.
  init(_ node: RegexNode, capturing: Bool = false) {
    if capturing { groupCount = 1 }
    isAnchoredAtStart = node.isAnchoredAtStart
    append(node)
    instructions.append(.match)
  }

  private mutating func append(_ node: RegexNode) {
    switch node {
    case .empty:
      break
    case .set(let set):
      instructions.append(.take(set: index(of: set)))
    case .assertion(let assertion):
      note(assertion)
      instructions.append(.assert(assertion))
    case .sequence(let parts):
      for part in parts { append(part) }
    case .choice(let parts):
      append(choice: parts)
    case .group(_, let body) where groupCount == 0:
      append(body)
    case .group(let number, let body):
      groupCount = max(groupCount, number + 1)
      instructions.append(.save(2 * number))
      append(body)
      instructions.append(.save(2 * number + 1))
    case .repetition(let body, let least, let most, let isLazy):
      for _ in 0..<least { append(body) }
      if let most {
        appendOptional(body, count: most - least, isLazy: isLazy)
      } else {
        appendLoop(body, isLazy: isLazy)
      }
    }
  }

  private mutating func append(choice parts: [RegexNode]) {
    var jumps: [Int] = []
    for (index, part) in parts.enumerated() {
      let split = instructions.count
      if index < parts.count - 1 { instructions.append(.split(split + 1, split)) }
      append(part)
      guard index < parts.count - 1 else { continue }
      jumps.append(instructions.count)
      instructions.append(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    for jump in jumps { instructions[jump] = .jump(instructions.count) }
  }

  /// `body` any number of times.
  private mutating func appendLoop(_ body: RegexNode, isLazy: Bool) {
    let split = instructions.count
    instructions.append(.split(split + 1, split))
    append(body)
    instructions.append(.jump(split))
    instructions[split] = self.split(split + 1, or: instructions.count, isLazy: isLazy)
  }

  /// A split that prefers the first place, or the second one if it is lazy.
  private func split(_ first: Int, or second: Int, isLazy: Bool) -> Instruction {
    isLazy ? .split(second, first) : .split(first, second)
  }

  /// `body` up to `count` times.
  private mutating func appendOptional(_ body: RegexNode, count: Int, isLazy: Bool) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(instructions.count)
      instructions.append(.match)
      append(body)
    }
    for split in splits {
      instructions[split] = self.split(split + 1, or: instructions.count, isLazy: isLazy)
    }
  }

  private mutating func index(of set: ScalarSet) -> Int {
    if let index = indexes[set] { return index }
    indexes[set] = sets.count
    sets.append(set)
    return sets.count - 1
  }

  private mutating func note(_ assertion: RegexAssertion) {
    switch assertion {
    case .wordBoundary, .noWordBoundary: usesWordBoundaries = true
    case .lineStart, .lineEnd: usesLineBoundaries = true
    case .textStart, .textEnd: break
    }
  }
}
