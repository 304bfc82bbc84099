import Binding
import Diagnostics
import Model
public import Session
import Syntax

/// The attributes that an assistant must not see: `User.email`.
public struct HiddenAttributes: Sendable {
  struct Member: Hashable {
    let model: String
    let attribute: String
  }

  let members: Set<Member>

  private init(_ members: Set<Member>) { self.members = members }

  /// Finds the attributes in the open stores. Throws if a store lacks one, with a suggestion.
  public init(_ names: [String], in stores: OpenStores) throws(SessionError) {
    var members: Set<Member> = []
    for name in names {
      var found: Set<Member> = []
      for store in stores.stores {
        if let member = try Self.member(name, in: store.session.schema) { found.insert(member) }
      }
      guard !found.isEmpty else { throw Self.unknown(name, stores) }
      members.formUnion(found)
    }
    self.members = members
  }

  /// The attribute in a schema; nil if it lacks the attribute. Throws if it cannot be hidden.
  private static func member(_ name: String, in schema: Schema) throws(SessionError) -> Member? {
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2, let entity = schema.entity(parts[0]),
      let property = entity.property(parts[1])
    else { return nil }
    if case .relationship = property {
      throw failure(
        "cannot hide `\(name)`: it is a relationship",
        help: "attributes can be hidden"
      )
    }
    guard !entity.identity.contains(parts[1]) else {
      throw failure("cannot hide `\(name)`: it identifies the records", help: nil)
    }
    return Member(
      model: schema.declaringEntity(of: parts[1], in: parts[0]),
      attribute: parts[1]
    )
  }

  private static func unknown(_ name: String, _ stores: OpenStores) -> SessionError {
    let names = stores.stores.flatMap { store in
      store.session.schema.entities.flatMap { entity in
        (entity.attributes.map(\.name) + entity.computedAttributes.map(\.name))
          .map { "\(entity.name).\($0)" }
      }
    }
    return failure(
      "cannot hide `\(name)`: there is no such attribute",
      help: didYouMean(nearestNames(to: name, in: names)) ?? "name the model too: `User.email`"
    )
  }

  private static func failure(_ message: String, help: String?) -> SessionError {
    .failed([Diagnostic(.error, message, at: nil, help: help.map { [$0] } ?? [])])
  }
}

extension HiddenAttributes {
  /// A schema without hidden attributes and all that depends on them.
  struct Result {
    let schema: Schema
    /// The root entities that cannot be changed, because the store needs their hidden attributes.
    let closed: Set<String>
    /// A rule that uses a hidden attribute, and so cannot be checked; nil if there is none.
    let uncheckedRule: String?
  }

  /// Those attributes that a schema has.
  func present(in schema: Schema) -> HiddenAttributes {
    HiddenAttributes(members.filter { $0.isIn(schema) })
  }

  /// Whether a schema has all these attributes.
  func areIn(_ schema: Schema) -> Bool { members.allSatisfy { $0.isIn(schema) } }

  /// Removes the attributes, then adds those computed attributes and rules that do without them.
  func removed(from schema: Schema) -> Result {
    var closed: Set<String> = []
    let stripped = schema.entities.map { entity in
      let hidden = Set(
        members.filter { $0.model == entity.name && $0.isIn(schema) }.map(\.attribute)
      )
      if !hidden.isEmpty { closed.insert(schema.root(of: entity.name)) }
      return entity.without(hidden)
    }
    let additions = ModelAdditions(schema.entities.compactMap(\.derivedMembers))
    let (visible, failures) = additions.added(to: schema.adding(stripped))
    return Result(
      schema: visible,
      closed: closed,
      uncheckedRule: failures.compactMap(\.rule).first
    )
  }
}

extension HiddenAttributes.Member {
  fileprivate func isIn(_ schema: Schema) -> Bool {
    schema.entity(model)?.property(attribute) != nil
  }
}

extension Entity {
  /// The entity without some attributes, all computed ones and all rules.
  fileprivate func without(_ hidden: Set<String>) -> Entity {
    let properties = ownProperties.filter { property in
      if case .computed = property { false } else { !hidden.contains(property.name) }
    }
    var constraints = ownConstraints
    constraints.checks = []
    constraints.uniqueKeys.removeAll { !hidden.isDisjoint(with: $0) }
    constraints.foldedKeys.removeAll { !hidden.isDisjoint(with: $0.attributes) }
    constraints.indexes.removeAll { !hidden.isDisjoint(with: $0) }
    if !hidden.isEmpty { constraints.others = [] }
    return Entity(
      name: name,
      parent: parent,
      documentation: documentation,
      properties: properties,
      displayProperty: ownDisplayProperty.flatMap { hidden.contains($0) ? nil : $0 },
      constraints: constraints,
      identity: identity,
      oldName: oldName
    )
  }

  /// The computed attributes and rules as a declaration; nil if there are none.
  fileprivate var derivedMembers: ModelDeclaration? {
    let computed = ownProperties.compactMap { property in
      if case .computed(let one) = property {
        "\(quotedIfNeeded(one.name)) = \(one.text)"
      } else {
        nil
      }
    }
    let checks = ownConstraints.checks.map { rule in
      "check \(rule.text)" + (rule.message.map { " else \(stringLiteral($0))" } ?? "")
    }
    guard !computed.isEmpty || !checks.isEmpty else { return nil }
    let members = (computed + checks).joined(separator: "\n")
    let text = "model \(quotedAfterKeyword(name)) {\n\(members)\n}"
    var parser = ScriptParser(SourceText(name: "", text: text))
    guard case .statement(let statement)? = parser.next(),
      case .model(let declaration) = statement.kind
    else { return nil }
    return declaration
  }
}
