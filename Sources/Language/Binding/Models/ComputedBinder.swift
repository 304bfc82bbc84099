import Diagnostics
import Expressions
import Model
import Syntax

/// Binds computed attributes, each after those that it uses.
final class ComputedBinder {
  private let schema: Schema
  private let declarations: [ModelDeclaration]
  private let options: BindingOptions
  private let attribution: SourceAttribution
  private var findings: Findings { attribution.findings }
  /// The syntax of declared computed attributes.
  private let syntaxes: [Key: ExpressionSyntax]
  private var done: [Key: TypedExpression?] = [:]
  /// The attributes being bound, outermost first.
  private var inProgress: [Key] = []

  /// The maximum depth of attributes that use each other.
  private static let nestingLimit = 60
  /// The maximum number of nodes and levels of an attribute with everything that it uses.
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

  /// The entity with bound computed attributes.
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

  /// The bound expression; nil after an error.
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
    if let start = inProgress.firstIndex(of: key) {
      let path = (inProgress[start...] + [key]).map { "\($0.entity).\($0.name)" }
      return findings.fail(DeclarationError.cycle(syntax.span, path: path))
    }
    guard inProgress.count < Self.nestingLimit else {
      return findings.fail(DeclarationError.tooLarge(syntax.span))
    }
    inProgress.append(key)
    let expression = bind(syntax, in: entity).flatMap { bounded($0, syntax) }
    inProgress.removeLast()
    done[key] = .some(expression)
    return expression
  }

  /// Inlining multiplies: without a limit a few lines could use all memory.
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
