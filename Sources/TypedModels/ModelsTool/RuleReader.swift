#if SwiftData
  import ForeignInput
  import SwiftSyntax

  /// Finds the conditions that a model checks before it is saved.
  ///
  /// These are the `guard`s that throw, the `if`s that throw and the preconditions of initializers,
  /// and of methods like `validate()` and `save(context:)`.
  enum RuleReader {
    static func rules(of declaration: DeclSyntax) -> [ParsedSwiftType.Rule] {
      let body: CodeBlockSyntax? =
        if let initializer = declaration.as(InitializerDeclSyntax.self) {
          initializer.body
        } else if let method = declaration.as(FunctionDeclSyntax.self), isCheck(method) {
          method.body
        } else {
          nil
        }
      guard let body else { return [] }
      // Statements after a `return` are not checked for all records.
      let checked = body.statements.prefix { !ReturnFinder.canReturn($0) }
      return checked.compactMap { rule(of: $0.item) }
    }

    private static func isCheck(_ method: FunctionDeclSyntax) -> Bool {
      ["validate", "check", "save", "willSave"].contains { method.name.text.hasPrefix($0) }
    }

    private static func rule(of item: CodeBlockItemSyntax.Item) -> ParsedSwiftType.Rule? {
      switch item {
      case .stmt(let statement):
        if let check = statement.as(GuardStmtSyntax.self) {
          return rule(check.conditions, check.body, isNegated: false)
        }
        let choice = statement.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
        return choice.flatMap { rule(of: $0) }
      case .expr(let expression):
        if let choice = expression.as(IfExprSyntax.self) { return rule(of: choice) }
        guard let call = expression.as(FunctionCallExprSyntax.self),
          ["precondition", "assert"].contains(call.calledExpression.trimmedDescription),
          let condition = call.arguments.first
        else { return nil }
        let message = call.arguments.dropFirst().first?.expression.trimmedDescription
        return .init(
          BodyLowering().text(condition.expression),
          message: message.flatMap { Self.message($0) }
        )
      case .decl: return nil
      }
    }

    private static func rule(of choice: IfExprSyntax) -> ParsedSwiftType.Rule? {
      choice.elseBody == nil ? rule(choice.conditions, choice.body, isNegated: true) : nil
    }

    private static func rule(
      _ conditions: ConditionElementListSyntax,
      _ body: CodeBlockSyntax,
      isNegated: Bool
    ) -> ParsedSwiftType.Rule? {
      guard body.statements.count == 1, let item = body.statements.first?.item,
        case .stmt(let statement) = item,
        let thrown = statement.as(ThrowStmtSyntax.self)?.expression
      else { return nil }
      let parts = conditions.compactMap { element -> String? in
        guard case .expression(let expression) = element.condition else { return nil }
        return BodyLowering().text(expression)
      }
      guard parts.count == conditions.count else { return nil }
      let condition =
        parts.count == 1 ? parts[0] : parts.map { "(\($0))" }.joined(separator: " && ")
      return .init(
        isNegated ? "!(\(condition))" : condition,
        message: message(thrown.trimmedDescription)
      )
    }

    /// The message of `BudgetError.invalidLimit` or `ValidationError("the limit is negative")`.
    private static func message(_ text: String) -> String? {
      if let quoted = text.firstMatch(of: #/"([^"\\]+)"/#) { return String(quoted.1) }
      let name = text.prefix { $0 != "(" }.split(separator: ".").last ?? ""
      guard !name.isEmpty, name.first?.isLowercase ?? false else { return nil }
      return name.reduce(into: "") { words, letter in
        words += letter.isUppercase ? " \(letter.lowercased())" : String(letter)
      }
    }
  }

  /// Finds statements that leave a method without an error.
  private final class ReturnFinder: SyntaxVisitor {
    private var found = false

    static func canReturn(_ item: CodeBlockItemSyntax) -> Bool {
      let finder = ReturnFinder(viewMode: .sourceAccurate)
      finder.walk(item)
      return finder.found
    }

    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
      found = true
      return .skipChildren
    }

    // A `return` in these does not leave the method.
    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: MemberBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
#endif
