import Expressions
import Model

/// Declares the predicates of a query.
final class SwiftPredicateSource {
  /// The declarations.
  private(set) var lines: [String] = []
  /// The conjuncts that cannot be expressed.
  private(set) var omissions: [PrintedQuery.Omission] = []

  private let entity: String
  private let schema: Schema
  private let texts: FetchTextPrinter
  private let names: SwiftNames
  private let constants: SwiftConstants
  /// The variable of all closures.
  private let variable: String

  init(
    entity: String,
    schema: Schema,
    texts: FetchTextPrinter,
    names: SwiftNames,
    constants: SwiftConstants
  ) {
    self.entity = entity
    self.schema = schema
    self.texts = texts
    self.names = names
    self.constants = constants
    variable = names.fresh(entity)
  }

  /// Declares a predicate for each conjunct and one that combines them; returns its name, if any.
  func add(_ conjuncts: [TypedExpression]) -> String? {
    var conditions: [String] = []
    for conjunct in conjuncts {
      do throws(Inexpressible) {
        _ = try writer.condition(conjunct)
        conditions.append(try add(conjunct, as: conjuncts.count == 1 ? "predicate" : "condition"))
      } catch {
        let text = texts.text(of: conjunct)
        omissions.append(.init(part: "where \(text)", reason: error.explanation))
      }
    }
    if conditions.count < 2 { return conditions.first }
    return declare("predicate", conditions.map(evaluated).joined(separator: " && "))
  }

  /// Declares a predicate for a condition; splits combinations with optionals, because the compiler
  /// rejects several of them as too complex.
  private func add(_ condition: TypedExpression, as wish: String) throws(Inexpressible) -> String {
    switch condition.kind {
    case .or where try needsParts(condition): return try join(condition.disjuncts, " || ", wish)
    case .and where try needsParts(condition): return try join(condition.conjuncts, " && ", wish)
    case .not(let operand) where operand.isJoined:
      return declare(wish, "!\(evaluated(try add(operand, as: "condition")))")
    default: return declare(wish, try writer.body(condition))
    }
  }

  private func needsParts(_ condition: TypedExpression) throws(Inexpressible) -> Bool {
    let text = try writer.condition(condition).text
    return text.contains(".flatMap") || text.contains(" ?? ")
  }

  private func join(
    _ parts: [TypedExpression],
    _ sign: String,
    _ wish: String
  ) throws(Inexpressible) -> String {
    var conditions: [String] = []
    for part in parts { conditions.append(evaluated(try add(part, as: "condition"))) }
    return declare(wish, conditions.joined(separator: sign))
  }

  private func evaluated(_ name: String) -> String { "\(name).evaluate(\(variable))" }

  private func declare(_ wish: String, _ body: String) -> String {
    let name = names.fresh(wish)
    lines.append("let \(name) = #Predicate<\(SwiftName.quoted(entity))> { \(variable) in")
    lines += ["  \(body)", "}"]
    return name
  }

  /// A writer whose variables are only unique within this predicate.
  private var writer: SwiftExpressionWriter {
    SwiftExpressionWriter(
      schema: schema,
      constants: constants,
      names: names.copy(),
      kinds: texts.names,
      variables: [SwiftVariable(name: variable, entity: entity)]
    )
  }
}

extension TypedExpression {
  fileprivate var isJoined: Bool {
    switch kind {
    case .and, .or: true
    default: false
    }
  }
}
