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

  /// Compiles `node`; the caller checks its size.
  init(_ node: RegexNode) {
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
    case .repetition(let body, let least, let most):
      for _ in 0..<least { append(body) }
      if let most {
        appendOptional(body, count: most - least)
      } else {
        appendLoop(body)
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
  private mutating func appendLoop(_ body: RegexNode) {
    let split = instructions.count
    instructions.append(.split(split + 1, split))
    append(body)
    instructions.append(.jump(split))
    instructions[split] = .split(split + 1, instructions.count)
  }

  /// `body` up to `count` times.
  private mutating func appendOptional(_ body: RegexNode, count: Int) {
    var splits: [Int] = []
    for _ in 0..<count {
      splits.append(instructions.count)
      instructions.append(.match)
      append(body)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
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
