#if SwiftData
  package import Foundation
  import Martlet
  import Model

  /// Turns Foundation's predicates into conditions of the query language, which the untyped
  /// library binds to the models.
  ///
  /// `#Predicate<Trip> { $0.days > 3 && $0.name != name }` becomes
  /// `` `the record`.`days` > 3 and `the record`.`name` != $1 ``.
  package struct PredicateTranslator {
    /// The record of an identity.
    let resolve: (PersistentIdentifier) -> RecordID?
    private var variables: [PredicateExpressions.VariableID: (operand: Operand, depth: Int?)] = [:]
    private var depth = 0

    init(resolve: @escaping (PersistentIdentifier) -> RecordID?) {
      self.resolve = resolve
    }

    mutating func condition<Model: PersistentModel>(
      _ predicate: Predicate<Model>
    ) throws -> QueryText {
      bind(predicate.variable.key, .record(Names.record, ModelClass.of(Model.self)), depth: nil)
      return try text(of: predicate.expression)
    }

    /// The condition of the query language, with a `$name` for each value.
    package static func text<Model: PersistentModel>(
      of predicate: Predicate<Model>
    ) throws -> String {
      var translator = PredicateTranslator { $0.record }
      return try translator.condition(predicate).textWithParameters
        .replacingOccurrences(of: Names.record.textWithParameters + ".", with: "")
        .replacingOccurrences(of: "`", with: "")
    }

    // MARK: Variables

    /// Binds a variable. One with a depth can only be used at that depth.
    mutating func bind(
      _ key: PredicateExpressions.VariableID,
      _ operand: Operand,
      depth: Int? = nil
    ) {
      variables[key] = (operand, depth)
    }

    func operand(of key: PredicateExpressions.VariableID) throws -> Operand {
      guard let (operand, needed) = variables[key] else {
        throw SwiftDataError.predicate("an unknown variable")
      }
      guard needed == nil || needed == depth else {
        throw SwiftDataError.predicate(Self.enclosing)
      }
      return operand
    }

    static let enclosing =
      "a variable of an enclosing closure, other than the record of the predicate"

    /// Binds a variable to an operand, which can only be used at this depth if it begins with the
    /// `self` of a closure.
    mutating func bindHere(_ key: PredicateExpressions.VariableID, _ operand: Operand) {
      let isMember =
        switch operand {
        case .text(let text), .record(let text, _), .composite(let text, _),
          .members(let text, _, _):
          self.isMember(text)
        case .comparison(let left, let right): self.isMember(left) || self.isMember(right)
        case .value, .encoded: false
        }
      bind(key, operand, depth: isMember ? depth : nil)
    }

    /// Whether a text has the `self` of a closure, which is another record in a deeper one.
    func isMember(_ text: QueryText) -> Bool {
      guard depth > 0 else { return false }
      // Names of properties are in backticks.
      let parts = text.textWithParameters.split(separator: "`", omittingEmptySubsequences: false)
      return parts.enumerated().contains { place, part in
        place.isMultiple(of: 2) && part.contains("self")
      }
    }

    // MARK: Operands

    mutating func operand(_ expression: any PredicateExpression) throws -> Operand {
      guard let expression = expression as? any TranslatablePredicate else {
        throw SwiftDataError.predicate("\(Swift.type(of: expression))")
      }
      return try expression.operand(&self)
    }

    mutating func text(of expression: any PredicateExpression) throws -> QueryText {
      try text(operand(expression))
    }

    func text(_ operand: Operand) throws -> QueryText {
      switch operand {
      case .text(let text), .record(let text, _), .composite(let text, _): return text
      case .value(let value): return try QueryText(value: stored(value))
      case .members: throw SwiftDataError.predicate("a whole to-many relationship")
      case .encoded(let name):
        throw SwiftDataError.encodedProperty(name)
      case .comparison: throw SwiftDataError.predicate("a comparison result alone")
      }
    }

    /// A captured value as a value of the store.
    func stored(_ value: Any) throws -> Value {
      if let optional = value as? any OptionalValue {
        return try optional.content.map { try stored($0) } ?? .null
      }
      if let id = value as? PersistentIdentifier { return identity(id) }
      if let object = value as? any PersistentModel {
        guard let record = object._$backing.record else {
          return identity(object.persistentModelID)
        }
        return .record(record)
      }
      if let list = value as? any ArrayValue {
        return .list(try list.elements.map { try stored($0) })
      }
      if let set = value as? any SetValue { return .list(try set.list.map { try stored($0) }) }
      return try ValueCoding(Swift.type(of: value), isOptional: false).stored(value)
    }

    /// An object that is not in the store equals no record.
    private func identity(_ id: PersistentIdentifier) -> Value {
      .record(resolve(id) ?? RecordID(entity: id.entityName, key: .number(-1)))
    }

    // MARK: Closures

    /// A condition on the members of a to-many relationship.
    mutating func nested(
      _ variable: PredicateExpressions.VariableID,
      _ model: ModelClass,
      _ test: any PredicateExpression
    ) throws -> QueryText {
      depth += 1
      defer { depth -= 1 }
      bind(variable, .record("self", model), depth: depth)
      return try text(of: test)
    }

    /// Combines the conditions on the members of a relationship.
    static func all(_ conditions: [QueryText]) -> QueryText {
      conditions.dropFirst().reduce(conditions.first.map { "(" + $0 + ")" } ?? "true") {
        $0 + " and (" + $1 + ")"
      }
    }
  }

  /// A part of a predicate.
  enum Operand {
    case text(QueryText)
    case record(QueryText, ModelClass)
    case members(QueryText, ModelClass, filter: [QueryText])
    /// A struct whose fields the store keeps.
    case composite(QueryText, StructFields)
    /// A value that the predicate has captured.
    case value(Any)
    /// An attribute that the store keeps as JSON.
    case encoded(String)
    /// The order of two strings without regard to case.
    case comparison(QueryText, QueryText)
  }

  extension Operand {
    var isMembers: Bool {
      if case .members = self { true } else { false }
    }
  }

  /// A form of Foundation's predicates that can be translated.
  protocol TranslatablePredicate {
    func operand(_ translator: inout PredicateTranslator) throws -> Operand
  }

  protocol SetValue {
    var list: [Any] { get }
  }

  extension Set: SetValue {
    var list: [Any] { Array(self) }
  }

  extension QueryText {
    init(value: Value) {
      self = "\(value)"
    }
  }
#endif
