import Binding
import Diagnostics
import Model
import Storage
import Syntax

/// `extend`
extension QuerySession {
  /// Adds members to a model that was declared or read from a file.
  func extend(_ statement: ExtendStatement) throws -> StatementOutcome {
    let entity = try binder.bindExtension(statement)
    let old = (models.complete + models.waiting).first { $0.name.text == entity.name }
    let previous = models
    if old == nil { models.bases[entity.name] = entity.ownProperties.filter { !$0.isAnonymous } }
    do {
      return try declare(
        ModelDeclaration(
          name: statement.entity.renamed(entity.name),
          parent: old?.parent
            ?? entity.parent.map { NameSyntax($0, span: statement.entity.span, isQuoted: true) },
          documentation: old?.documentation ?? entity.documentation,
          members: statement.members.added(
            to: (old?.members ?? []).map { $0.placed(at: statement.entity.span) }
          )
        ),
        in: nil,
        extends: true
      )
    } catch {
      models = previous
      throw error
    }
  }
}

extension [ModelMember] {
  /// The members after `old` ones; a `display` replaces the old one.
  fileprivate func added(to old: [ModelMember]) -> [ModelMember] {
    let isShown = contains { $0.isDisplay }
    return old.filter { !isShown || !$0.isDisplay } + self
  }
}

extension ModelMember {
  /// An old member, placed at the model's name, where errors about it are reported.
  fileprivate func placed(at span: SourceSpan) -> ModelMember {
    switch self {
    case .property(let property): .property(property.placed(at: span))
    case .computed(let name, let expression): .computed(name.placed(at: span), expression)
    case .display(let name, _): .display(name.placed(at: span), span)
    case .check: self
    case .uniqueKey(let names, let options, _):
      .uniqueKey(names.map { $0.placed(at: span) }, options, span)
    case .index(let names, _): .index(names.map { $0.placed(at: span) }, span)
    }
  }

  fileprivate var isDisplay: Bool {
    if case .display = self { true } else { false }
  }
}

extension PropertyDeclaration {
  fileprivate func placed(at span: SourceSpan) -> PropertyDeclaration {
    var placed = self
    placed.name = name.placed(at: span)
    placed.unique = unique.map { _ in span }
    placed.inverse = inverse?.placed(at: span)
    placed.oldName = oldName?.placed(at: span)
    return placed
  }
}

extension NameSyntax {
  fileprivate func placed(at span: SourceSpan) -> NameSyntax {
    NameSyntax(text, span: span, isQuoted: isQuoted)
  }

  fileprivate func renamed(_ text: String) -> NameSyntax {
    NameSyntax(text, span: span, isQuoted: isQuoted)
  }
}
