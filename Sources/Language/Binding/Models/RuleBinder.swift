import Diagnostics
import Expressions
import Model
import Syntax

/// Binds the `check`s of models, in the scope of the declaring model.
struct RuleBinder {
  /// The schema with all declarations and computed attributes.
  let schema: Schema
  let options: BindingOptions
  let attribution: SourceAttribution

  /// The entity with its rules.
  func entity(_ draft: Entity, _ declarations: [ModelDeclaration]) -> Entity {
    guard let declaration = declarations.first(where: { $0.name.text == draft.name }),
      let entity = schema.entity(draft.name)
    else { return draft }
    var constraints = draft.ownConstraints
    constraints.checks = attribution.to(draft.name) { rules(declaration, entity) }
    return draft.with(constraints: constraints)
  }

  private func rules(_ declaration: ModelDeclaration, _ entity: Entity) -> [CheckRule] {
    declaration.members.compactMap { member in
      if case .check(let check) = member { rule(check, entity) } else { nil }
    }
  }

  /// The rule in the scope of `entity`; nil after an error.
  func rule(_ check: CheckDeclaration, _ entity: Entity) -> CheckRule? {
    condition(check.condition, entity).map {
      CheckRule(
        condition: $0,
        text: SyntaxPrinter().text(of: check.condition),
        message: check.message
      )
    }
  }

  private func condition(_ syntax: ExpressionSyntax, _ entity: Entity) -> TypedExpression? {
    let binder = ExpressionBinder(
      schema: schema,
      options: options,
      findings: attribution.findings
    )
    binder.scopes = [BindingScope(fetched: entity)]
    guard let condition = binder.bind(syntax) else { return nil }
    guard condition.type == .bool else {
      return binder.fail(TypeError.notCondition(syntax.span, found: condition.type))
    }
    guard !condition.isRandom else { return binder.fail(ConstraintError.randomRule(syntax.span)) }
    return condition
  }
}

extension TypedExpression {
  /// Whether it is `uuid()`.
  private var isRandomItself: Bool {
    if case .call(.uuid, _) = kind { true } else { false }
  }

  var isRandom: Bool {
    isRandomItself || (children + innerParts).contains(where: \.isRandom)
  }
}
