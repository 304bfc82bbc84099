/// A parsed regular expression.
indirect enum RegexNode {
  /// Matches everywhere.
  case empty
  /// One scalar of a set.
  case set(ScalarSet)
  /// A condition on the position between two scalars.
  case assertion(RegexAssertion)
  /// A sequence.
  case sequence([RegexNode])
  /// `a|b`
  case choice([RegexNode])
  /// `a*`, `a{2,5}`; no upper bound if `most` is nil. A lazy one prefers fewer.
  case repetition(RegexNode, least: Int, most: Int?, isLazy: Bool)
  /// `(a)`, with its number from 1
  case group(Int, RegexNode)
}

/// A condition on the position between two scalars.
enum RegexAssertion: Hashable, Sendable {
  /// `^`, `\A`
  case textStart
  /// `$`, `\z`
  case textEnd
  /// `^` with the flag `m`
  case lineStart
  /// `$` with the flag `m`
  case lineEnd
  /// `\b`
  case wordBoundary
  /// `\B`
  case noWordBoundary
}

extension RegexNode {
  /// The number of instructions, capped above the limit.
  var size: Int {
    switch self {
    case .empty: return 0
    case .set, .assertion: return 1
    case .sequence(let parts): return Self.bounded(parts.reduce(0) { $0 + $1.size })
    case .choice(let parts): return Self.bounded(parts.reduce(0) { $0 + $1.size + 2 })
    case .group(_, let body): return Self.bounded(body.size + 2)
    case .repetition(let body, let least, let most, _):
      let copies = most ?? (least + 1)
      return Self.bounded((body.size + 2) * max(copies, 1))
    }
  }

  /// Whether all matches begin at the start of the string.
  var isAnchoredAtStart: Bool {
    switch self {
    case .assertion(let assertion): assertion == .textStart
    case .sequence(let parts): parts.first?.isAnchoredAtStart ?? false
    case .choice(let parts): parts.allSatisfy(\.isAnchoredAtStart)
    case .group(_, let body): body.isAnchoredAtStart
    case .repetition(let body, let least, _, _): least > 0 && body.isAnchoredAtStart
    case .empty, .set: false
    }
  }

  /// A factor is at most ``RegexLimits/count``, so that no product overflows.
  private static func bounded(_ size: Int) -> Int { min(size, RegexLimits.size + 1) }
}
