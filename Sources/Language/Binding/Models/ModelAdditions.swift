public import Diagnostics
public import Model
public import Syntax

/// Computed attributes and rules for models that exist.
public struct ModelAdditions: Sendable {
  /// A member that cannot be added.
  public struct Failure: Sendable {
    /// The model.
    public let model: String
    /// The name of the computed attribute; nil for a rule.
    public let attribute: String?
    /// The text of the rule; nil for a computed attribute.
    public let rule: String?
    /// The reasons.
    public let findings: [Diagnostic]
  }

  private let declarations: [ModelDeclaration]

  /// The computed attributes and rules of declarations.
  public init(_ declarations: [ModelDeclaration]) {
    self.declarations = declarations
  }

  /// The models with the additions, each bound after those that it uses, and the additions that do
  /// not fit the models.
  ///
  /// Members that a model has already are left out, and so are declarations of other models.
  public func added(to present: Schema) -> (schema: Schema, failures: [Failure]) {
    var schema = present
    var waiting = declarations.flatMap { declaration in
      declaration.members.map { (model: declaration.name.text, member: $0) }
    }.filter { model, member in
      guard let entity = present.entity(model) else { return false }
      return switch member {
      case .computed(let name, _): entity.property(name.text) == nil
      case .check: true
      case .property, .display, .uniqueKey, .index: false
      }
    }
    while true {
      var failures: [Failure] = []
      let tried = waiting
      waiting = []
      for (model, member) in tried {
        do throws(DiagnosticList) {
          schema = try Self.adding(member, to: model, schema)
        } catch {
          waiting.append((model, member))
          failures.append(Failure(member, of: model, error.all))
        }
      }
      if failures.isEmpty || failures.count == tried.count { return (schema, failures) }
    }
  }

  private static func adding(
    _ member: ModelMember,
    to model: String,
    _ schema: Schema
  ) throws(DiagnosticList) -> Schema {
    guard let entity = schema.entity(model) else { return schema }
    let findings = Findings()
    switch member {
    case .computed(let name, let syntax):
      let expression = try findings.checked(bound(syntax, in: entity, schema, findings))
      let computed = ComputedAttribute(
        name: name.text,
        expression: expression,
        text: SyntaxPrinter().text(of: syntax)
      )
      // Anonymous inverses are last.
      let end = entity.ownProperties.firstIndex(where: \.isAnonymous)
      var properties = entity.ownProperties
      properties.insert(.computed(computed), at: end ?? properties.endIndex)
      return schema.adding([entity.with(ownProperties: properties)])
    case .check(let check):
      let binder = RuleBinder(
        schema: schema,
        options: options,
        attribution: SourceAttribution(findings: findings, newest: nil, texts: [:])
      )
      var constraints = entity.ownConstraints
      constraints.checks.append(try findings.checked(binder.rule(check, entity)))
      return schema.adding([entity.with(constraints: constraints)])
    case .property, .display, .uniqueKey, .index: return schema
    }
  }

  private static func bound(
    _ syntax: ExpressionSyntax,
    in entity: Entity,
    _ schema: Schema,
    _ findings: Findings
  ) -> TypedExpression? {
    let binder = ExpressionBinder(schema: schema, options: options, findings: findings)
    binder.scopes = [BindingScope(fetched: entity)]
    return binder.bind(syntax)
  }

  private static var options: BindingOptions {
    var options = BindingOptions()
    options.isDeclaringModel = true
    return options
  }
}

extension ModelAdditions.Failure {
  fileprivate init(_ member: ModelMember, of model: String, _ findings: [Diagnostic]) {
    self.model = model
    self.findings = findings
    attribute = member.declaredName?.text
    if case .check(let check) = member {
      rule = SyntaxPrinter().text(of: check.condition)
    } else {
      rule = nil
    }
  }
}
