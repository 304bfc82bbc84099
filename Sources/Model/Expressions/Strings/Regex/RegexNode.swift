/// A regular expression as it was written.
indirect enum RegexNode {
  /// Matches everywhere.
  case empty
  /// One scalar of a set.
  case set(ScalarSet)
  /// A condition on the place between two scalars.
  case assertion(RegexAssertion)
  /// One behind the other.
  case sequence([RegexNode])
  /// `a|b`
  case choice([RegexNode])
  /// `a*`, `a{2,5}`; without an upper bound if `most` is nil
  case repetition(RegexNode, least: Int, most: Int?)
}

/// A condition on the place between two scalars.
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
  /// The number of instructions that the node becomes; counts beyond what is allowed may be cut.
  var size: Int {
    switch self {
    case .empty: return 0
    case .set, .assertion: return 1
    case .sequence(let parts): return Self.bounded(parts.reduce(0) { $0 + $1.size })
    case .choice(let parts): return Self.bounded(parts.reduce(0) { $0 + $1.size + 2 })
    case .repetition(let body, let least, let most):
      let copies = most ?? (least + 1)
      return Self.bounded((body.size + 2) * max(copies, 1))
    }
  }

  /// Whether every match begins at the start of the text.
  var isAnchoredAtStart: Bool {
    switch self {
    case .assertion(let assertion): assertion == .textStart
    case .sequence(let parts): parts.first?.isAnchoredAtStart ?? false
    case .choice(let parts): parts.allSatisfy(\.isAnchoredAtStart)
    case .repetition(let body, let least, _): least > 0 && body.isAnchoredAtStart
    case .empty, .set: false
    }
  }

  /// Sizes are multiplied by at most ``RegexLimits/count`` at a time, so that none overflows.
  private static func bounded(_ size: Int) -> Int { min(size, RegexLimits.size + 1) }
}
