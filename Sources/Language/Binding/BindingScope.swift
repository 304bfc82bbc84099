public import Diagnostics
import Expressions
public import Foundation
public import Model
import Syntax

/// Options for binding statements.
public struct BindingOptions: Sendable {
  /// The time zone of date literals without one.
  public var timeZone: TimeZone
  /// The values of parameters by name.
  public var parameters: [String: ParameterValue]
  /// The saved queries.
  public var savedQueries: [SavedQuery]
  /// The arguments of the saved query that is being bound, by parameter name.
  var arguments: [String: TypedExpression] = [:]
  /// The attribute paths of the saved query's parameters of the type Key.
  var keys: [String: ExpressionSyntax] = [:]
  /// For its parameters of the type Order, whether the order is descending.
  var orders: [String: Bool] = [:]
  /// The full names of the enclosing saved queries, outermost first.
  var savedPath: [String] = []
  /// Whether the outermost saved query is being declared.
  var declares = false
  /// Whether a model is being declared, which cannot use parameters.
  var isDeclaringModel = false
  /// For steps of a version: for each model, the present names of members by their new names.
  var presentNames: [String: [String: String]] = [:]
  /// Records which members names refer to; nil if not needed.
  var memberUses: MemberUses?
  /// For each incomplete model, the names that it waits for.
  public var waitingModels: [String: [String]] = [:]
  /// The source texts of waiting declarations, by declared name.
  public var waitingTexts: [String: SourceText] = [:]
  /// The values of queries in parentheses, by their positions, in statements that evaluate them.
  public var queryValues: [SourceSpan: ParameterValue] = [:]
  /// Answers questions about the rows of a query while it is bound; nil while it is only checked.
  public var answers: (any QueryAnswers)?
  /// The other open stores with their schemas, for suggestions.
  public var otherStores: [(name: String, schema: Schema)] = []

  /// Creates options.
  public init(
    timeZone: TimeZone = .gmt,
    parameters: [String: ParameterValue] = [:],
    savedQueries: [SavedQuery] = []
  ) {
    self.timeZone = timeZone
    self.parameters = parameters
    self.savedQueries = savedQueries
  }
}

extension BindingOptions {
  /// The error for an unknown entity, which may be declared but incomplete.
  func unknownEntity(_ name: NameSyntax, nearest: [String]) -> NameError {
    if let missing = waitingModels[name.text] { return .waitingEntity(name, for: missing) }
    if let store = otherStores.first(where: { $0.schema.entity(name.text) != nil }) {
      return .entityElsewhere(name, store: store.name)
    }
    let awaiting = waitingModels.keys.filter { model in
      waitingModels[model]?.contains(name.text) == true
    }
    return awaiting.isEmpty
      ? .unknownEntity(name, nearest: nearest) : .awaitedEntity(name, by: awaiting.sorted())
  }
}

/// The value of a parameter, which adapts to other types like a literal.
public struct ParameterValue: Hashable, Sendable {
  /// A literal or a list of literals.
  public let expression: TypedExpression
  /// The original text, used where a string is needed.
  public let text: String?

  /// Creates a value.
  public init(_ value: Value, _ type: ValueType) {
    self.init(.literal(value, type), text: nil)
  }

  /// Creates a value from parsed text.
  public init(_ expression: TypedExpression, text: String?) {
    self.expression = expression
    self.text = text
  }
}

/// A record whose members names refer to: that of the query, or the element of an aggregate.
struct BindingScope {
  let record: RecordExpression
  let entity: Entity
  let alias: String?
  /// The value of `self` within an aggregate of an array; `record` is then the outer record.
  var element: TypedExpression?
}

extension BindingScope {
  /// The fetched record, at scope level 0.
  init(fetched entity: Entity, alias: String? = nil) {
    self.init(record: .scope(level: 0, entity: entity.name), entity: entity, alias: alias)
  }
}
