public import Diagnostics
import Expressions
public import Foundation
public import Model
import Syntax

/// What a statement is bound with besides the schema.
public struct BindingOptions: Sendable {
  /// The zone of date literals that name none.
  public var timeZone: TimeZone
  /// The values of parameters, by name.
  public var parameters: [String: ParameterValue]
  /// The queries that have names.
  public var savedQueries: [SavedQuery]
  /// While a saved query is bound: what it was given, by the names of its parameters.
  var arguments: [String: TypedExpression] = [:]
  /// The saved queries around the text that is bound, by their full names, the outermost first.
  var savedPath: [String] = []
  /// Whether the outermost of them is being declared.
  var declares = false
  /// Whether a model is declared, which means the same whatever parameters are set to.
  var isDeclaringModel = false
  /// While a step of a version is bound: for each model, by the names that its members will have, those that
  /// they have.
  var presentNames: [String: [String: String]] = [:]
  /// Notes which members the names in a text stand for; nil where nobody asks.
  var memberUses: MemberUses?
  /// The names that each model waits for which is declared but not there yet.
  public var waitingModels: [String: [String]] = [:]
  /// The texts in which declarations of models and types stand that wait, by the names that they declare.
  public var waitingTexts: [String: SourceText] = [:]
  /// The names and models of the other stores that are open, for the help where a model is missing here.
  public var otherStores: [(name: String, schema: Schema)] = []

  /// Makes options.
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
  /// What is wrong with a name that no entity has: it may be declared nevertheless, or waited for.
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

/// What a parameter stands for: it adapts to what it meets as a literal does.
public struct ParameterValue: Hashable, Sendable {
  /// A literal or a list of literals.
  public let expression: TypedExpression
  /// The text that it was given as, which it stands for where only a text fits.
  public let text: String?

  /// Makes a parameter's value.
  public init(_ value: Value, _ type: ValueType) {
    self.init(.literal(value, type), text: nil)
  }

  /// Makes a parameter's value out of what a text reads as.
  public init(_ expression: TypedExpression, text: String?) {
    self.expression = expression
    self.text = text
  }
}

/// A record that names are looked up in: that of the query, or the element of an aggregate.
struct BindingScope {
  let record: RecordExpression
  let entity: Entity
  /// The name that `as` gave it.
  let alias: String?
  /// What `self` stands for while an array is reduced; the record is then the one around it.
  var element: TypedExpression?
}

extension BindingScope {
  /// The record of `entity` that is fetched, at scope level 0.
  init(fetched entity: Entity, alias: String? = nil) {
    self.init(record: .scope(level: 0, entity: entity.name), entity: entity, alias: alias)
  }
}
