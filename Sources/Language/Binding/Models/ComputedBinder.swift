import Diagnostics
import Expressions
import Model
import Syntax

/// Gives computed attributes their meaning, each after those that it reads.
final class ComputedBinder {
  private let schema: Schema
  private let declarations: [ModelDeclaration]
  private let options: BindingOptions
  private let attribution: SourceAttribution
  private var findings: Findings { attribution.findings }
  /// What the declarations say of computed attributes.
  private let syntaxes: [Key: ExpressionSyntax]
  private var done: [Key: TypedExpression?] = [:]
  /// The attributes whose meaning is being found, from the outside in.
  private var underWay: [Key] = []

  /// How many attributes may wait for each other's meaning.
  private static let nestingLimit = 60
  /// How large an attribute may be with all that it builds on: nodes, and levels of them.
  private static let sizeLimit = 10_000
  private static let heightLimit = 500

  private struct Key: Hashable {
    let entity: String
    let name: String
  }

  init(
    schema: Schema,
    declarations: [ModelDeclaration],
    options: BindingOptions,
    attribution: SourceAttribution
  ) {
    self.schema = schema
    self.declarations = declarations
    self.options = options
    self.attribution = attribution
    var syntaxes: [Key: ExpressionSyntax] = [:]
    for declaration in declarations {
      for case .computed(let name, let syntax) in declaration.members {
        syntaxes[Key(entity: declaration.name.text, name: name.text)] = syntax
      }
    }
    self.syntaxes = syntaxes
  }

  /// The entity with every computed attribute bound.
  func entity(_ draft: Entity) -> Entity {
    draft.with(
      ownProperties: draft.ownProperties.map { property in
        guard case .computed(let computed) = property,
          let expression = expression(draft, computed)
        else { return property }
        return .computed(
          ComputedAttribute(name: computed.name, expression: expression, text: computed.text)
        )
      }
    )
  }

  /// What a computed attribute stands for; nil if something is wrong with it.
  private func expression(_ entity: Entity, _ computed: ComputedAttribute) -> TypedExpression? {
    let owner = schema.entity(schema.declaringEntity(of: computed.name, in: entity.name)) ?? entity
    return attribution.to(owner.name) { attributedExpression(owner, computed) }
  }

  private func attributedExpression(
    _ entity: Entity,
    _ computed: ComputedAttribute
  ) -> TypedExpression? {
    let key = Key(entity: entity.name, name: computed.name)
    guard let syntax = syntaxes[key] else { return computed.expression }
    if let known = done[key] { return known }
    if let start = underWay.firstIndex(of: key) {
      let path = (underWay[start...] + [key]).map { "\($0.entity).\($0.name)" }
      return findings.fail(DeclarationError.cycle(syntax.span, path: path))
    }
    guard underWay.count < Self.nestingLimit else {
      return findings.fail(DeclarationError.tooLarge(syntax.span))
    }
    underWay.append(key)
    let expression = bind(syntax, in: entity).flatMap { bounded($0, syntax) }
    underWay.removeLast()
    done[key] = .some(expression)
    return expression
  }

  /// Inlining multiplies: without a bound a few lines could make a tree that fills the memory.
  private func bounded(
    _ expression: TypedExpression,
    _ syntax: ExpressionSyntax
  ) -> TypedExpression? {
    let (size, height) = expression.extent
    if size <= Self.sizeLimit, height <= Self.heightLimit { return expression }
    return findings.fail(DeclarationError.tooLarge(syntax.span))
  }

  private func bind(_ syntax: ExpressionSyntax, in entity: Entity) -> TypedExpression? {
    let binder = ExpressionBinder(
      schema: schema,
      options: options,
      findings: findings,
      computedExpression: { [unowned self] in expression($0, $1) }
    )
    binder.scopes = [BindingScope(fetched: entity)]
    return binder.bind(syntax)
  }
}
