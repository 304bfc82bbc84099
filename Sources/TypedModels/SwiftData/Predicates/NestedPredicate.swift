#if SwiftData
  public import Foundation
  import Martlet

  extension PersistentModel {
    /// The form of `predicate.evaluate(object)` in a ``Predicate(_:)``.
    public func contains(_ predicate: Predicate<Self>) -> Bool {
      (try? predicate.evaluate(self)) ?? false
    }
  }

  extension PredicateExpressions {
    /// `predicate.evaluate(object)` in another predicate.
    public struct NestedPredicate<Root: PredicateExpression>: PredicateExpression
    where Root.Output: PersistentModel {
      /// The type of the result.
      public typealias Output = Bool

      /// The object.
      public let root: Root
      /// The condition.
      public let condition: Predicate<Root.Output>

      /// Evaluates the expression in memory.
      public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
        try condition.evaluate(root.evaluate(bindings))
      }
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Called by the macro for `predicate.evaluate(object)`.
    public static func build_contains<Root>(
      _ root: Root,
      _ condition: Value<Predicate<Root.Output>>
    ) -> NestedPredicate<Root> where Root.Output: PersistentModel {
      NestedPredicate(root: root, condition: condition.value)
    }
  }

  extension PredicateExpressions.NestedPredicate: StandardPredicateExpression
  where Root: StandardPredicateExpression {}
  extension PredicateExpressions.NestedPredicate: Sendable where Root: Sendable {}

  // Standard expressions must be Codable, but predicates are not on Linux.
  extension PredicateExpressions.NestedPredicate: Codable where Root: Codable {
    /// Throws an error: a predicate in another one cannot be decoded.
    public init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "a predicate cannot be decoded")
      )
    }

    /// Throws an error: a predicate in another one cannot be encoded.
    public func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        self,
        .init(codingPath: encoder.codingPath, debugDescription: "a predicate cannot be encoded")
      )
    }
  }

  extension PredicateExpressions.NestedPredicate: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      translator.bindHere(condition.variable.key, try translator.operand(root))
      return .text("(" + (try translator.text(of: condition.expression)) + ")")
    }
  }
#endif
