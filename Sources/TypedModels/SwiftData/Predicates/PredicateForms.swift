#if SwiftData
  import Foundation
  import Martlet
  import Model

  extension PredicateExpressions.Variable: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      try translator.operand(of: key)
    }
  }

  extension PredicateExpressions.Value: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand { .value(value) }
  }

  protocol NilForm {}

  extension PredicateExpressions.NilLiteral: NilForm {}

  extension PredicateExpressions.NilLiteral: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand { .text("nil") }
  }

  extension PredicateExpressions.KeyPath: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      switch try translator.operand(root) {
      case .value(let value):
        guard let root = value as? Root.Output else {
          throw SwiftDataError.predicate("a key path to another type")
        }
        return .value(root[keyPath: keyPath])
      case .record(let path, let model):
        if let property = model.property(keyPath) { return property.operand(path) }
        if Output.self == PersistentIdentifier.self { return .record(path, model) }
        return try MemberPath.operand(.record(path, model), keyPath)
      case .composite(let path, let fields):
        return try MemberPath.operand(.composite(path, fields), keyPath)
      case .members(let path, _, let filter):
        let count = Self.count(path, filter)
        if Output.self == Int.self { return .text(count) }
        if Output.self == Bool.self { return .text("(" + count + " == 0)") }
        throw SwiftDataError.predicate("this property of a relationship")
      case .text(let text):
        if Root.Output.self == String.self {
          if Output.self == Int.self { return .text("length(" + text + ")") }
          if Output.self == Bool.self { return .text("(" + text + " == \"\")") }
        } else if Root.Output.self is any ArrayValue.Type {
          if Output.self == Int.self { return .text("count(" + text + ")") }
          if Output.self == Bool.self { return .text("(count(" + text + ") == 0)") }
        } else if Root.Output.self is any RawRepresentable.Type, Output.self is any StoredValue.Type
        {
          return .text(text)
        }
        throw SwiftDataError.predicate("a property of \(Root.Output.self)")
      case .encoded(let name):
        throw SwiftDataError.encodedProperty(name)
      case .comparison: throw SwiftDataError.predicate("a comparison result alone")
      }
    }

    private static func count(_ path: QueryText, _ filter: [QueryText]) -> QueryText {
      filter.isEmpty
        ? "count(" + path + ")"
        : "count(" + path + " where " + PredicateTranslator.all(filter) + ")"
    }
  }

  // MARK: Logic

  extension PredicateExpressions.Negation: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      .text("(not " + (try translator.text(of: wrapped)) + ")")
    }
  }

  extension PredicateExpressions.Conditional: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let test = try translator.text(of: test)
      let yes = try translator.text(of: trueBranch)
      let no = try translator.text(of: falseBranch)
      return .text("(if " + test + " then " + yes + " else " + no + ")")
    }
  }

  // MARK: Comparisons

  extension PredicateExpressions.Equal: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      try translator.equality(lhs, " == ", rhs)
    }
  }

  extension PredicateExpressions.NotEqual: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      try translator.equality(lhs, " != ", rhs)
    }
  }

  extension PredicateTranslator {
    fileprivate mutating func equality(
      _ left: any PredicateExpression,
      _ sign: QueryText,
      _ right: any PredicateExpression
    ) throws -> Operand {
      let isNilTest = left is any NilForm || right is any NilForm
      let (left, right) = (try operand(left), try operand(right))
      // A to-many relationship is never nil in a store.
      if isNilTest, left.isMembers || right.isMembers { return .text("(false" + sign + "true)") }
      if case .comparison(let a, let b) = left, case .value(let result) = right,
        let result = result as? ComparisonResult
      {
        let order: QueryText =
          switch result {
          case .orderedSame: " == "
          case .orderedAscending: " < "
          case .orderedDescending: " > "
          }
        return .text("((" + a + order + b + ")" + sign + "true)")
      }
      if let same = try sameFields(left, right) ?? sameFields(right, left) {
        return .text("((" + same + ")" + sign + "true)")
      }
      return .text("(" + (try text(left)) + sign + (try text(right)) + ")")
    }
  }

  extension PredicateTranslator {
    /// The comparison of a struct with a captured one, field by field; nil for other operands.
    private func sameFields(_ left: Operand, _ right: Operand) throws -> QueryText? {
      guard case .composite(let path, _) = left, case .value(let value) = right,
        case .object(let fields) = try stored(value)
      else { return nil }
      return Self.all(Self.comparisons(path, fields))
    }

    private static func comparisons(_ path: QueryText, _ fields: [ObjectField]) -> [QueryText] {
      fields.flatMap { field in
        let path = path + QueryText(".`" + field.name + "`")
        if case .object(let nested) = field.value { return comparisons(path, nested) }
        return [path + " == " + QueryText(value: field.value)]
      }
    }
  }

  extension PredicateExpressions.UnaryMinus: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      .text("(-" + (try translator.text(of: wrapped)) + ")")
    }
  }

  // MARK: Optionals

  extension PredicateExpressions.ForcedUnwrap: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      try translator.operand(inner)
    }
  }

  extension PredicateExpressions.NilCoalesce: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let left = try translator.operand(lhs)
      if case .value(let value) = left, let optional = value as? any OptionalValue {
        return try optional.content.map { .value($0) } ?? translator.operand(rhs)
      }
      // A list is never nil in a store.
      if case .members = left { return left }
      return .text(
        "(" + (try translator.text(left)) + " ?? " + (try translator.text(of: rhs)) + ")"
      )
    }
  }

  extension PredicateExpressions.OptionalFlatMap: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      let wrapped = try translator.operand(wrapped)
      if case .value(let value) = wrapped, let optional = value as? any OptionalValue {
        guard let content = optional.content else { return .text("nil") }
        translator.bind(variable.key, .value(content))
        return try translator.operand(transform)
      }
      translator.bindHere(variable.key, wrapped)
      let result = try translator.operand(transform)
      // Values are nil if the path is; a condition would be false.
      guard case .text(let text) = result, Result.self is any BoolValue.Type else { return result }
      if case .members = wrapped { return result }
      let path = try translator.text(wrapped)
      return .text("(if " + path + " is not nil then " + text + " else nil)")
    }
  }

  protocol BoolValue {}
  extension Bool: BoolValue {}
  extension Optional: BoolValue where Wrapped: BoolValue {}

  // MARK: Types

  extension PredicateExpressions.TypeCheck: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      guard case .record(let path, _) = try translator.operand(input),
        let model = Desired.self as? any PersistentModel.Type
      else { throw SwiftDataError.predicate("this type check") }
      return .text("(" + path + " is " + ModelClass.of(model).quotedName + ")")
    }
  }

  extension PredicateExpressions.ConditionalCast: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      try translator.cast(input, Desired.self)
    }
  }

  extension PredicateExpressions.ForceCast: TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand {
      try translator.cast(input, Desired.self)
    }
  }

  extension PredicateTranslator {
    fileprivate mutating func cast(
      _ input: any PredicateExpression,
      _ type: Any.Type
    ) throws -> Operand {
      let operand = try operand(input)
      guard case .record(let path, let model) = operand else { return operand }
      guard let desired = (type as? any PersistentModel.Type).map(ModelClass.of),
        model.inherits(from: desired) || desired.inherits(from: model)
      else { throw SwiftDataError.predicate("a cast of \(model.name) to \(type)") }
      // The record as a submodel is nil if it is of another model.
      let isUpcast = model.inherits(from: desired)
      return .record(isUpcast ? path : "(" + path + " as " + desired.quotedName + ")", desired)
    }
  }
#endif
