#if SwiftData
  public import Foundation

  // Foundation's macro emits these forms on all systems, but the library has them only on Apple's.
  extension PredicateExpressions {
    /// `text.localizedStandardContains(part)`
    public struct LocalizedStandardContains<
      Root: PredicateExpression,
      Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The type of the result.
      public typealias Output = Bool

      /// The string.
      public let root: Root
      /// The other string.
      public let other: Other

      /// Evaluates the expression in memory.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        let part = try other.evaluate(bindings)
        return try root.evaluate(bindings).localizedStandardContains(part)
      }
    }

    /// `text.caseInsensitiveCompare(other)`
    public struct CaseInsensitiveCompare<
      Root: PredicateExpression,
      Other: PredicateExpression
    >: PredicateExpression where Root.Output: StringProtocol, Other.Output: StringProtocol {
      /// The type of the result.
      public typealias Output = ComparisonResult

      /// The string.
      public let root: Root
      /// The other string.
      public let other: Other

      /// Evaluates the expression in memory.
      public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
        let other = try other.evaluate(bindings)
        return try root.evaluate(bindings).caseInsensitiveCompare(other)
      }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Called by the macro for `localizedStandardContains`.
    public static func build_localizedStandardContains<Root, Other>(
      _ root: Root,
      _ other: Other
    ) -> LocalizedStandardContains<Root, Other> {
      LocalizedStandardContains(root: root, other: other)
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Called by the macro for `caseInsensitiveCompare`.
    public static func build_caseInsensitiveCompare<Root, Other>(
      _ root: Root,
      _ other: Other
    ) -> CaseInsensitiveCompare<Root, Other> {
      CaseInsensitiveCompare(root: root, other: other)
    }
  }

  extension PredicateExpressions.LocalizedStandardContains: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
  extension PredicateExpressions.LocalizedStandardContains: Sendable
  where Root: Sendable, Other: Sendable {}
  extension PredicateExpressions.LocalizedStandardContains: Codable
  where Root: Codable, Other: Codable {}

  extension PredicateExpressions.CaseInsensitiveCompare: StandardPredicateExpression
  where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}
  extension PredicateExpressions.CaseInsensitiveCompare: Sendable
  where Root: Sendable, Other: Sendable {}
  extension PredicateExpressions.CaseInsensitiveCompare: Codable
  where Root: Codable, Other: Codable {}
#endif
