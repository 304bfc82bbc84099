import Binding
import Columns
import Diagnostics
import Execution
import Expressions
import Model
import Planning
import Storage
import Syntax

/// Extending models.
extension QuerySession {
  /// Adds members to a model, whether a declaration made it or a file.
  func extend(_ statement: ExtendStatement) throws -> StatementOutcome {
    let entity = try binder.bindExtension(statement)
    let old = models.holding.first { $0.name.text == entity.name }
    let former = models
    if old == nil { models.bases[entity.name] = entity.ownProperties.filter { !$0.isAnonymous } }
    do {
      return try declare(
        ModelDeclaration(
          name: statement.entity.renamed(entity.name),
          parent: old?.parent,
          documentation: old?.documentation ?? entity.documentation,
          members: (old?.members ?? []) + statement.members
        )
      )
    } catch {
      models = former
      throw error
    }
  }

  /// The defaults of attributes that are new to models with records.
  func fills(for entities: [Entity]) throws -> [FieldFill] {
    try entities.flatMap { entity -> [FieldFill] in
      guard let old = schema.entity(entity.name), schema.root(of: entity.name) == entity.name
      else { return [] }
      let new = entity.attributes.filter {
        old.property($0.name) == nil && $0.defaultValue != nil
      }
      let count = new.isEmpty ? 0 : try store.snapshot().count(of: entity.name)
      return count == 0 ? [] : try new.compactMap { try fill($0, of: entity, count: count) }
    }
  }

  /// Each record's default is evaluated: `uuid()` is never the same.
  private func fill(_ attribute: Attribute, of entity: Entity, count: Int) throws -> FieldFill? {
    guard let value = attribute.defaultValue,
      let builder = Column.empty(of: attribute.type).map(makeColumnBuilder)
    else { return nil }
    let context = settings.evaluationContext()
    for _ in 0..<count {
      _ = builder.append(try self.value(of: value.expression, context))
    }
    return FieldFill(
      entity: entity.name,
      path: AttributePath([attribute.name]),
      column: builder.column
    )
  }
}

extension NameSyntax {
  fileprivate func renamed(_ text: String) -> NameSyntax {
    NameSyntax(text, span: span, isQuoted: isQuoted)
  }
}

extension Property {
  fileprivate var isAnonymous: Bool {
    if case .relationship(let relationship) = self { relationship.isAnonymous } else { false }
  }
}
