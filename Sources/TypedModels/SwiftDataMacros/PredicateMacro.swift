#if SwiftData
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// `#Predicate` for models: computes `Date()`, `Date.now` and `Status.open` before the predicate,
  /// where Foundation's macro accepts only variables, rewrites `other.evaluate($0)`, and leaves the
  /// rest to that macro.
  enum PredicateMacro: ExpressionMacro {
    static func expansion(
      of node: some FreestandingMacroExpansionSyntax,
      in context: some MacroExpansionContext
    ) throws -> ExprSyntax {
      let closure =
        node.trailingClosure ?? node.arguments.first?.expression.as(ClosureExprSyntax.self)
      guard let closure else { throw MacroError("#Predicate takes a closure") }
      let names = BoundNames(viewMode: .sourceAccurate)
      names.walk(closure)
      let constants = Constants(names.names, context)
      let body = constants.rewrite(closure)
      let generic = node.genericArgumentClause?.trimmedDescription ?? ""
      let predicate = "#Foundation::Predicate\(generic) \(body.trimmedDescription)"
      guard !constants.found.isEmpty else { return "\(raw: predicate)" }
      let variables = constants.found.map { "  let \($0) = \($1)\n" }.joined()
      return "{\n\(raw: variables)  return \(raw: predicate)\n}()"
    }
  }

  /// The names that closures, `if let` and `let` bind.
  private final class BoundNames: SyntaxVisitor {
    var names: Set<String> = []

    override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
      names.insert(node.name.text)
      return .visitChildren
    }

    override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
      names.insert((node.secondName ?? node.firstName).text)
      return .visitChildren
    }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
      names.insert(node.identifier.text)
      return .visitChildren
    }
  }

  /// Replaces expressions that begin with a type and use no bound name with new variables.
  private final class Constants: SyntaxRewriter {
    private let bound: Set<String>
    private let context: any MacroExpansionContext
    var found: [(name: String, value: String)] = []

    init(_ bound: Set<String>, _ context: any MacroExpansionContext) {
      self.bound = bound
      self.context = context
    }

    override func visit(_ node: FunctionCallExprSyntax) -> ExprSyntax {
      if let evaluation = evaluation(node) { return evaluation }
      return replaced(ExprSyntax(node)) ?? super.visit(node)
    }

    /// `predicate.evaluate(object)` as `object.contains(predicate)`, which Foundation's macro
    /// accepts.
    private func evaluation(_ node: FunctionCallExprSyntax) -> ExprSyntax? {
      guard let call = node.calledExpression.as(MemberAccessExprSyntax.self),
        call.declName.baseName.text == "evaluate", let predicate = call.base,
        node.arguments.count == 1, let object = node.arguments.first?.expression,
        !predicate.is(OptionalChainingExprSyntax.self)
      else { return nil }
      let evaluation: ExprSyntax = "\(visit(object).trimmed).contains(\(visit(predicate).trimmed))"
      return evaluation.with(\.leadingTrivia, node.leadingTrivia)
        .with(\.trailingTrivia, node.trailingTrivia)
    }

    override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
      replaced(ExprSyntax(node)) ?? super.visit(node)
    }

    private func replaced(_ node: ExprSyntax) -> ExprSyntax? {
      guard let root = root(node), root.first?.isUppercase ?? false, isConstant(node) else {
        return nil
      }
      let name = context.makeUniqueName("value").text
      found.append((name, node.trimmedDescription))
      return node.leadingTrivia.isEmpty && node.trailingTrivia.isEmpty
        ? "\(raw: name)" : " \(raw: name) "
    }

    /// The first name of `A.b(c).d`.
    private func root(_ node: ExprSyntax) -> String? {
      if let call = node.as(FunctionCallExprSyntax.self) { return root(call.calledExpression) }
      if let member = node.as(MemberAccessExprSyntax.self) { return member.base.flatMap(root) }
      return node.as(DeclReferenceExprSyntax.self)?.baseName.text
    }

    private func isConstant(_ node: ExprSyntax) -> Bool {
      node.tokens(viewMode: .sourceAccurate).allSatisfy { token in
        switch token.tokenKind {
        case .identifier(let name): !bound.contains(name)
        case .dollarIdentifier: false
        default: true
        }
      }
    }
  }
#endif
