#if SwiftData
  import Foundation
  import Martlet
  import Model

  extension PredicateExpressions.SequenceContains: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let element = try translator.text(of: element)
      switch try translator.operand(sequence) {
      case .members(let path, _, let filter):
        guard !translator.isMember(element) else {
          throw SwiftDataError.predicate(PredicateTranslator.enclosing)
        }
        return .text(
          "any(" + path + " where " + PredicateTranslator.all(filter + ["self == " + element]) + ")"
        )
      case let list: return .text("(" + element + " in " + (try translator.text(list)) + ")")
      }
    }
  }

  extension PredicateExpressions.SequenceContainsWhere: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let list = try translator.operand(sequence)
      if let tests = try translator.tests(list, variable.key, test) {
        return .text(tests.reduce("(false") { $0 + " or " + $1 } + ")")
      }
      guard case .members(let path, let model, let filter) = list else {
        throw SwiftDataError.predicate("contains(where:) on an attribute")
      }
      let test = try translator.nested(variable.key, model, test)
      return .text("any(" + path + " where " + PredicateTranslator.all(filter + [test]) + ")")
    }
  }

  extension PredicateExpressions.SequenceAllSatisfy: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let list = try translator.operand(sequence)
      if let tests = try translator.tests(list, variable.key, test) {
        return .text(tests.reduce("(true") { $0 + " and " + $1 } + ")")
      }
      guard case .members(let path, let model, let filter) = list else {
        throw SwiftDataError.predicate("allSatisfy on an attribute")
      }
      let test = try translator.nested(variable.key, model, test)
      return .text(
        "none(" + path + " where " + PredicateTranslator.all(filter + ["not (" + test + ")"]) + ")"
      )
    }
  }

  extension PredicateTranslator {
    /// The condition for each element of a captured list, or nil for other operands.
    fileprivate mutating func tests(
      _ list: Operand,
      _ variable: PredicateExpressions.VariableID,
      _ test: any PredicateExpression
    ) throws -> [QueryText]? {
      guard case .value(let value) = list else { return nil }
      guard let elements = (value as? any ArrayValue)?.elements ?? (value as? any SetValue)?.list
      else { throw SwiftDataError.predicate("a sequence of type \(type(of: value))") }
      var tests: [QueryText] = []
      for element in elements {
        bind(variable, .value(element))
        tests.append(try text(of: test))
      }
      return tests
    }
  }

  extension PredicateExpressions.Filter: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      guard case .members(let path, let model, let conditions) = try translator.operand(sequence)
      else { throw SwiftDataError.predicate("filter on an attribute") }
      let condition = try translator.nested(variable.key, model, filter)
      return .members(path, model, filter: conditions + [condition])
    }
  }

  extension PredicateExpressions.SequenceMaximum: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      .text("max(" + (try translator.text(of: elements)) + ")")
    }
  }

  extension PredicateExpressions.SequenceMinimum: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      .text("min(" + (try translator.text(of: elements)) + ")")
    }
  }

  // MARK: Strings

  extension PredicateExpressions.CaseInsensitiveCompare: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let left = try translator.text(of: root)
      let right = try translator.text(of: other)
      return .comparison("lower(" + left + ")", "lower(" + right + ")")
    }
  }

  // MARK: Ranges

  extension PredicateExpressions.Range: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      .text((try translator.text(of: lower)) + "..<" + (try translator.text(of: upper)))
    }
  }

  extension PredicateExpressions.ClosedRange: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      .text((try translator.text(of: lower)) + "..." + (try translator.text(of: upper)))
    }
  }

  extension PredicateExpressions.RangeExpressionContains: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let element = try translator.text(of: element)
      let limits = try translator.operand(range)
      guard case .value(let value) = limits else {
        return .text("(" + element + " in " + (try translator.text(limits)) + ")")
      }
      guard let range = value as? any RangeValue else {
        throw SwiftDataError.predicate("a range of type \(type(of: value))")
      }
      var conditions: [QueryText] = []
      for (sign, limit) in range.limits {
        conditions.append(element + sign + QueryText(value: try translator.stored(limit)))
      }
      return .text("(" + PredicateTranslator.all(conditions) + ")")
    }
  }

  protocol RangeValue {
    var limits: [(QueryText, Any)] { get }
  }

  extension Range: RangeValue {
    var limits: [(QueryText, Any)] { [(" >= ", lowerBound), (" < ", upperBound)] }
  }
  extension ClosedRange: RangeValue {
    var limits: [(QueryText, Any)] { [(" >= ", lowerBound), (" <= ", upperBound)] }
  }
  extension PartialRangeFrom: RangeValue {
    var limits: [(QueryText, Any)] { [(" >= ", lowerBound)] }
  }
  extension PartialRangeUpTo: RangeValue {
    var limits: [(QueryText, Any)] { [(" < ", upperBound)] }
  }
  extension PartialRangeThrough: RangeValue {
    var limits: [(QueryText, Any)] { [(" <= ", upperBound)] }
  }

#endif
