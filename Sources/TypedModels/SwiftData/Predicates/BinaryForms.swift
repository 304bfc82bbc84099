#if SwiftData
  import Foundation
  import Martlet

  /// A form with an operator between two operands.
  protocol BinaryForm: TranslatablePredicate {
    typealias Parts = (any PredicateExpression, QueryText, any PredicateExpression)

    var parts: Parts { get throws }
  }

  extension BinaryForm {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let (left, sign, right) = try parts
      return .text(
        "(" + (try translator.text(of: left)) + sign + (try translator.text(of: right)) + ")"
      )
    }
  }

  extension PredicateExpressions.Conjunction: BinaryForm {
    var parts: Parts { (lhs, " and ", rhs) }
  }

  extension PredicateExpressions.Disjunction: BinaryForm {
    var parts: Parts { (lhs, " or ", rhs) }
  }

  extension PredicateExpressions.Comparison: BinaryForm {
    var parts: Parts {
      get throws {
        switch op {
        case .lessThan: (lhs, " < ", rhs)
        case .lessThanOrEqual: (lhs, " <= ", rhs)
        case .greaterThan: (lhs, " > ", rhs)
        case .greaterThanOrEqual: (lhs, " >= ", rhs)
        @unknown default: throw SwiftDataError.predicate("this comparison")
        }
      }
    }
  }

  extension PredicateExpressions.Arithmetic: BinaryForm {
    var parts: Parts {
      get throws {
        switch op {
        case .add: (lhs, " + ", rhs)
        case .subtract: (lhs, " - ", rhs)
        case .multiply: (lhs, " * ", rhs)
        @unknown default: throw SwiftDataError.predicate("this operator")
        }
      }
    }
  }

  extension PredicateExpressions.FloatDivision: BinaryForm {
    var parts: Parts { (lhs, " / ", rhs) }
  }

  extension PredicateExpressions.IntDivision: BinaryForm {
    var parts: Parts { (lhs, " / ", rhs) }
  }

  extension PredicateExpressions.IntRemainder: BinaryForm {
    var parts: Parts { (lhs, " % ", rhs) }
  }

  extension PredicateExpressions.SequenceStartsWith: BinaryForm {
    var parts: Parts { (base, " starts with ", prefix) }
  }

  extension PredicateExpressions.CollectionContainsCollection: BinaryForm {
    var parts: Parts { (base, " contains ", other) }
  }

  extension PredicateExpressions.LocalizedStandardContains: BinaryForm {
    var parts: Parts { (root, " ~ ", other) }
  }
#endif
