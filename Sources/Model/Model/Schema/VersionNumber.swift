/// The number of a version of models: `2`, `1.2.0`. `2` is the same as `2.0.0`.
public struct VersionNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The three parts.
  public let major, minor, patch: Int

  /// Creates a number.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// The greatest number of each part of a number with three parts.
  private static let limit = (1 << 20) - 1

  /// Whether it is written with one part.
  private var isWhole: Bool { minor == 0 && patch == 0 }

  /// `2`, `1.2.0`
  public var description: String { isWhole ? "\(major)" : "\(major).\(minor).\(patch)" }

  /// Whether `left` is an earlier version.
  public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

/// Numbers as stores keep them: a whole version as itself.
extension VersionNumber {
  private static let mark = 1 << 60

  /// The number that a store keeps.
  public var code: Int { isWhole ? major : Self.mark | major << 40 | minor << 20 | patch }

  /// The version that a store keeps as `code`.
  public init(code: Int) {
    guard code >= Self.mark else {
      self.init(code)
      return
    }
    let parts = code & ~Self.mark
    self.init(parts >> 40, parts >> 20 & Self.limit, parts & Self.limit)
  }
}

extension VersionNumber: ExpressibleByIntegerLiteral {
  /// A version with one part.
  public init(integerLiteral number: Int) { self.init(number) }
}
