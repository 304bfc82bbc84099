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
          members: statement.members.added(to: old?.members ?? [])
        )
      )
    } catch {
      models = former
      throw error
    }
  }
}

extension [ModelMember] {
  /// The members behind `old` ones; a `display` takes the place of the old one.
  fileprivate func added(to old: [ModelMember]) -> [ModelMember] {
    let isShown = contains { $0.isDisplay }
    return old.filter { !isShown || !$0.isDisplay } + self
  }
}

extension ModelMember {
  fileprivate var isDisplay: Bool {
    if case .display = self { true } else { false }
  }
}

extension NameSyntax {
  fileprivate func renamed(_ text: String) -> NameSyntax {
    NameSyntax(text, span: span, isQuoted: isQuoted)
  }
}
