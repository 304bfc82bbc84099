/// Follows instructions that consume no scalar.
struct RegexClosure {
  /// One side of a position in a string.
  enum Side: Hashable {
    case textStart
    case textEnd
    /// The properties are set only if the program needs them.
    case scalar(isWord: Bool, isNewline: Bool)

    var isWord: Bool { if case .scalar(true, _) = self { true } else { false } }

    var isNewline: Bool { if case .scalar(_, true) = self { true } else { false } }
  }

  private let program: RegexProgram
  /// The last search that reached each instruction.
  private var visited: [Int]
  private var search = 0
  private var pending: [Int32] = []

  init(_ program: RegexProgram) {
    self.program = program
    visited = Array(repeating: 0, count: program.instructions.count)
  }

  /// The consuming instructions that are reachable from `instructions`, and whether the end of the
  /// program is.
  mutating func find(
    _ instructions: [Int32],
    _ before: Side,
    _ after: Side
  ) -> (taking: [Int32], isMatch: Bool) {
    search += 1
    var taking: [Int32] = []
    pending = instructions
    while let instruction = pending.popLast() {
      guard visited[Int(instruction)] != search else { continue }
      visited[Int(instruction)] = search
      switch program.instructions[Int(instruction)] {
      case .match: return ([], true)
      case .take: taking.append(instruction)
      case .save: pending.append(instruction + 1)
      case .jump(let target): pending.append(Int32(truncatingIfNeeded: target))
      case .split(let first, let second):
        pending.append(Int32(truncatingIfNeeded: second))
        pending.append(Int32(truncatingIfNeeded: first))
      case .assert(let assertion):
        if assertion.holds(before, after) { pending.append(instruction + 1) }
      }
    }
    return (taking, false)
  }
}

extension RegexAssertion {
  func holds(_ before: RegexClosure.Side, _ after: RegexClosure.Side) -> Bool {
    switch self {
    case .textStart: before == .textStart
    case .textEnd: after == .textEnd
    case .lineStart: before == .textStart || before.isNewline
    case .lineEnd: after == .textEnd || after.isNewline
    case .wordBoundary: before.isWord != after.isWord
    case .noWordBoundary: before.isWord == after.isWord
    }
  }
}
