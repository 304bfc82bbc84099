import Binding
import Context
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Rendering
import Storage
import Syntax

/// `relate`: turns columns of keys into relationships.
extension QuerySession {
  /// `relate Expense.budget to Budget.id as expenses`
  func relate(_ statement: RelateStatement) throws -> StatementOutcome {
    let relation = try binder.bindRelation(statement)
    try requireNothingPending(at: statement.source.span)
    // The checked keys must be those that the store joins.
    var changes = ChangeSet()
    changes.basis = try store.snapshot().version
    try requireUniqueKey(relation)
    let keyed = try count(relation.entity, where: relation.sourceValue)
    var change = SchemaChange(entities: relation.entities)
    change.relations = [relation.columnRelation(in: schema)]
    try applyShared(change, changes)
    models.replace(relation)
    modelContext.forgetUndo()
    let related = try count(relation.entity, where: relation.reference)
    return .message(message(relation, keyed: keyed, related: related))
  }

  private func message(_ relation: RelationRequest, keyed: Int, related: Int) -> String {
    let names =
      "\(relation.entity.name).\(relation.attribute.name) references "
      + "\(relation.destination.name), inverse \(relation.destination.name).\(relation.inverse)"
    let unmatched = keyed - related
    return "\(names): \(groupedDigits(related)) related"
      + (unmatched == 0 ? "" : ", \(groupedDigits(unmatched)) without a match became nil")
  }

  /// Throws if two records have the same key.
  private func requireUniqueKey(_ relation: RelationRequest) throws {
    let (entity, name) = (relation.destination, relation.key.name)
    let snapshot = try store.snapshot()
    let audit = ConstraintAudit(
      schema: schema,
      snapshot: snapshot,
      executor: try executor(over: snapshot)
    )
    guard let conflict = try audit.conflict([name], named: [name], of: entity) else { return }
    throw DiagnosticList([
      Diagnostic(
        "\(entity.name).\(name) is not a key: \(FailureWording.reason(conflict))",
        at: relation.keySpan
      )
    ])
  }

  private func count(_ entity: Entity, where value: TypedExpression) throws -> Int {
    let request = FetchRequest(entity: entity.name, predicate: value.isPresent)
    return try rowCount(of: binder.stored(request))
  }
}

extension RelationRequest {
  /// The keys of the source.
  fileprivate var sourceValue: TypedExpression { entity.value(attribute) }

  /// The new relationship as a value.
  fileprivate var reference: TypedExpression { entity.reference(toOne) }

  /// The relationship as the store sees it.
  fileprivate func columnRelation(in schema: Schema) -> ColumnRelation {
    let column = schema.storedName(of: attribute.name, in: entity.name)
    return ColumnRelation(
      entity: schema.root(of: entity.name),
      attribute: AttributePath([column]),
      relationship: column,
      destination: schema.root(of: destination.name),
      key: AttributePath([schema.storedName(of: key.name, in: destination.name)])
    )
  }

  /// The relationship that replaces the column.
  fileprivate var toOne: Relationship {
    Relationship(
      name: attribute.name,
      destination: destination.name,
      isToMany: false,
      inverse: inverse
    )
  }

  /// Both entities with the relationship and its inverse.
  fileprivate var entities: [Entity] {
    let toOne = Property.relationship(toOne)
    let toMany = Property.relationship(
      Relationship(
        name: inverse,
        destination: entity.name,
        isToMany: true,
        inverse: attribute.name
      )
    )
    let source = entity.ownProperties.map { $0.name == attribute.name ? toOne : $0 }
    if entity.name == destination.name {
      return [entity.with(ownProperties: source.adding(toMany))]
    }
    return [
      entity.with(ownProperties: source),
      destination.with(ownProperties: destination.ownProperties.adding(toMany)),
    ]
  }
}

extension DeclaredModels {
  /// Adds the relationship to the declarations, so that it remains when they are bound again.
  mutating func replace(_ relation: RelationRequest) {
    let (source, destination) = (relation.entity.name, relation.destination.name)
    let toOne = PropertyDeclaration(
      relation.attribute.name,
      destination,
      isList: false,
      inverse: relation.inverse
    )
    let toMany = PropertyDeclaration(
      relation.inverse,
      source,
      isList: true,
      inverse: relation.attribute.name
    )
    let place = bases[source]?.firstIndex { $0.name == relation.attribute.name }
    if let place { bases[source]?.remove(at: place) }
    for index in complete.indices {
      if complete[index].name.text == source { complete[index] = complete[index].with(toOne) }
      if complete[index].name.text == destination { complete[index] = complete[index].with(toMany) }
    }
  }
}

extension ModelDeclaration {
  /// The declaration with a property that replaces one of the same name or is added at the end.
  fileprivate func with(_ property: PropertyDeclaration) -> ModelDeclaration {
    var members = members
    let place = members.firstIndex { member in
      if case .property(let own) = member { own.name.text == property.name.text } else { false }
    }
    if let place {
      members[place] = .property(property)
    } else {
      members.append(.property(property))
    }
    return ModelDeclaration(
      name: name,
      parent: parent,
      documentation: documentation,
      members: members
    )
  }
}

extension PropertyDeclaration {
  /// A relationship without source text.
  fileprivate init(_ name: String, _ entity: String, isList: Bool, inverse: String) {
    let nowhere = SourceSpan(0, 0)
    self.init(
      name: NameSyntax(name, span: nowhere),
      type: TypeSyntax(
        name: NameSyntax(entity, span: nowhere),
        isList: isList,
        isOptional: !isList,
        span: nowhere
      )
    )
    self.inverse = NameSyntax(inverse, span: nowhere)
  }
}

extension [Property] {
  /// The members with one more, before anonymous inverses.
  fileprivate func adding(_ property: Property) -> [Property] {
    filter { !$0.isAnonymous } + [property] + filter(\.isAnonymous)
  }
}
