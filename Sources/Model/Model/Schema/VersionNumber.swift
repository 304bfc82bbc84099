/// The number of a version of models: `2`, `1.2.0`. `2` is the same as `2.0.0`.
public struct VersionNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The three parts.
  public let major, minor, patch: Int

  /// The greatest number with one part.
  public static let greatest = mark - 1
  /// The greatest part of a number with three parts.
  public static let greatestPart = (1 << 20) - 1

  /// Creates a number; nil if a part is negative or greater than ``greatest`` and
  /// ``greatestPart`` allow.
  public init?(exactly major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    let limit = minor == 0 && patch == 0 ? Self.greatest : Self.greatestPart
    guard (0...limit).contains(major), (0...Self.greatestPart).contains(minor),
      (0...Self.greatestPart).contains(patch)
    else { return nil }
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// Creates a number, whose parts must not be negative or greater than ``greatest`` and
  /// ``greatestPart``.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    guard let number = Self(exactly: major, minor, patch) else {
      preconditionFailure("a part of the version \(major).\(minor).\(patch) is out of range")
    }
    self = number
  }

  /// Whether it is written with one part.
  private var isWhole: Bool { minor == 0 && patch == 0 }

  /// `2`, `1.2.0`
  public var description: String { isWhole ? "\(major)" : "\(major).\(minor).\(patch)" }

  /// The numbers that usually come next: 3 after 2; 1.2.1 and 1.3.0 after 1.2.0.
  public var next: [VersionNumber] {
    let numbers =
      isWhole
      ? [Self(exactly: major + 1)]
      : [Self(exactly: major, minor, patch + 1), Self(exactly: major, minor + 1)]
    return numbers.compactMap { $0 }
  }

  /// Whether `left` is an earlier version.
  public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

/// Numbers as stores keep them, in one integer.
///
/// A number with one part is kept as itself. One with three parts is kept as 2^60 + major * 2^40 +
/// minor * 2^20 + patch: `1.2.0` as 1152922604120571904. The order of these integers is not the
/// order of the versions.
extension VersionNumber {
  private static let mark = 1 << 60

  /// The integer that a store keeps.
  public var code: Int { isWhole ? major : Self.mark | major << 40 | minor << 20 | patch }

  /// The version that a store keeps as `code`; nil if no version is kept as this integer.
  public init?(code: Int) {
    guard code >= Self.mark else {
      self.init(exactly: code)
      return
    }
    let rest = code - Self.mark
    self.init(exactly: rest >> 40, rest >> 20 & Self.greatestPart, rest & Self.greatestPart)
    if self.code != code { return nil }
  }
}

extension VersionNumber: ExpressibleByIntegerLiteral {
  /// A version with one part.
  public init(integerLiteral number: Int) { self.init(number) }
}
