#if SwiftData
  import SwiftSyntax

  /// Writes the body of a computed property as one expression, if that is possible.
  ///
  /// Constants are inserted where they are used; `if`, `guard` and `switch` become `a ? b : c`.
  struct BodyLowering {
    /// The values of constants by name.
    private var constants: [String: String] = [:]

    init() {}

    /// The expression of the statements; nil if they do more than compute one.
    func text(of items: some Collection<CodeBlockItemSyntax>) -> String? {
      guard let first = items.first else { return nil }
      let rest = items.dropFirst()
      switch first.item {
      case .decl(let declaration): return inserting(declaration, in: rest)
      case .stmt(let statement):
        if let result = statement.as(ReturnStmtSyntax.self) {
          return result.expression.map(text)
        }
        if let check = statement.as(GuardStmtSyntax.self) { return text(of: check, rest) }
        guard let choice = statement.as(ExpressionStmtSyntax.self)?.expression else { return nil }
        return text(of: choice, rest)
      case .expr(let expression): return text(of: expression, rest)
      }
    }

    /// The expression without `self`, and with the values of constants.
    func text(_ expression: some ExprSyntaxProtocol) -> String {
      if let choice = expression.as(IfExprSyntax.self), let text = text(of: choice, [].dropFirst())
      {
        return text
      }
      if let choice = expression.as(SwitchExprSyntax.self), let text = text(of: choice) {
        return text
      }
      return NameRewriter(constants).rewrite(expression.trimmed).trimmedDescription
    }

    private func text(
      of expression: ExprSyntax,
      _ rest: some Collection<CodeBlockItemSyntax>
    ) -> String? {
      if let choice = expression.as(IfExprSyntax.self) {
        return text(of: choice, Array(rest)[...])
      }
      guard rest.isEmpty else { return nil }
      if let choice = expression.as(SwitchExprSyntax.self) { return text(of: choice) }
      return text(expression)
    }

    /// `let total = spent + planned`
    private func inserting(
      _ declaration: DeclSyntax,
      in rest: some Collection<CodeBlockItemSyntax>
    ) -> String? {
      guard let variable = declaration.as(VariableDeclSyntax.self),
        variable.bindingSpecifier.text == "let"
      else { return nil }
      var inner = self
      for binding in variable.bindings {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
          let value = binding.initializer?.value
        else { return nil }
        inner.constants[name] = inner.operand(value)
      }
      return inner.text(of: rest)
    }

    private func text(
      of check: GuardStmtSyntax,
      _ rest: some Collection<CodeBlockItemSyntax>
    ) -> String? {
      guard let (condition, inner) = condition(check.conditions),
        let otherwise = text(of: check.body.statements), let value = inner.text(of: rest)
      else { return nil }
      return Self.choice(condition, value, otherwise)
    }

    private func text(
      of choice: IfExprSyntax,
      _ rest: ArraySlice<CodeBlockItemSyntax>
    ) -> String? {
      guard let (condition, inner) = condition(choice.conditions),
        let value = inner.text(of: choice.body.statements)
      else { return nil }
      let otherwise: String? =
        switch choice.elseBody {
        case .ifExpr(let next): text(of: next, rest)
        case .codeBlock(let block): rest.isEmpty ? text(of: block.statements) : nil
        case nil: text(of: rest)
        }
      return otherwise.map { Self.choice(condition, value, $0) }
    }

    // MARK: Conditions

    /// The condition, and the constants that it adds: `let end = ended` is `ended != nil`.
    private func condition(
      _ list: ConditionElementListSyntax
    ) -> (text: String, inner: BodyLowering)? {
      var inner = self
      var texts: [(alone: String, joined: String)] = []
      for element in list {
        switch element.condition {
        case .expression(let expression):
          texts.append((inner.text(expression), inner.operand(expression)))
        case .optionalBinding(let binding):
          guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
          else { return nil }
          let value = binding.initializer.map { inner.operand($0.value) } ?? name
          texts.append(("\(value) != nil", "(\(value) != nil)"))
          inner.constants[name] = value
        default: return nil
        }
      }
      return (
        texts.count == 1 ? texts[0].alone : texts.map(\.joined).joined(separator: " && "), inner
      )
    }

    private func text(of choice: SwitchExprSyntax) -> String? {
      let subject = operand(choice.subject)
      var result: String?
      for entry in choice.cases.reversed() {
        guard case .switchCase(let one) = entry, let value = text(of: one.statements) else {
          return nil
        }
        switch one.label {
        case .default: result = value
        case .case(let label):
          var conditions: [String] = []
          for item in label.caseItems {
            guard let text = condition(item, subject) else { return nil }
            conditions.append(text)
          }
          let any = conditions.joined(separator: " || ")
          // The last case of an exhaustive switch needs no condition.
          result = result.map { Self.choice(any, value, $0) } ?? value
        }
      }
      return result
    }

    private func condition(_ item: SwitchCaseItemSyntax, _ subject: String) -> String? {
      guard let pattern = item.pattern.as(ExpressionPatternSyntax.self)?.expression else {
        return nil
      }
      guard let range = pattern.trimmedDescription.firstRange(of: #/\.\.[.<]/#) else {
        let extra = item.whereClause.map { " && \(operand($0.condition))" } ?? ""
        return "\(subject) == \(text(pattern))\(extra)"
      }
      let whole = pattern.trimmedDescription
      let (low, high) = (whole[..<range.lowerBound], whole[range.upperBound...])
      let upper = whole[range].hasSuffix("<") ? "<" : "<="
      var bounds: [String] = []
      if !low.isEmpty { bounds.append("\(subject) >= \(low)") }
      if !high.isEmpty { bounds.append("\(subject) \(upper) \(high)") }
      return item.whereClause == nil ? "(\(bounds.joined(separator: " && ")))" : nil
    }

    // MARK: Texts

    private static func choice(_ condition: String, _ value: String, _ otherwise: String) -> String
    {
      let parts = [condition, value, otherwise].map { $0.contains(" ? ") ? "(\($0))" : $0 }
      return "\(parts[0]) ? \(parts[1]) : \(parts[2])"
    }

    /// The text of the expression for use beside an operator.
    private func operand(_ expression: some ExprSyntaxProtocol) -> String {
      Self.operand(text(expression), of: expression)
    }

    /// The text of an expression in parentheses, unless it is a value with members.
    static func operand(_ text: String, of expression: some ExprSyntaxProtocol) -> String {
      switch expression.kind {
      case .arrayExpr, .booleanLiteralExpr, .declReferenceExpr, .dictionaryExpr,
        .floatLiteralExpr, .forceUnwrapExpr, .functionCallExpr, .integerLiteralExpr,
        .memberAccessExpr, .nilLiteralExpr, .optionalChainingExpr, .stringLiteralExpr,
        .subscriptCallExpr, .tupleExpr:
        text
      default: "(\(text))"
      }
    }
  }

  /// Replaces constants by their values, `self.name` by `name` and `"\(a) b"` by `a + " b"`.
  private final class NameRewriter: SyntaxRewriter {
    private let constants: [String: String]

    init(_ constants: [String: String]) {
      self.constants = constants
      super.init()
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
      guard let value = constants[node.baseName.text] else { return ExprSyntax(node) }
      return text(value, like: node)
    }

    override func visit(_ node: MemberAccessExprSyntax) -> ExprSyntax {
      guard let base = node.base else { return ExprSyntax(node) }
      if base.trimmedDescription == "self" { return text(node.declName.baseName.text, like: node) }
      return ExprSyntax(node.with(\.base, visit(base)))
    }

    override func visit(_ node: StringLiteralExprSyntax) -> ExprSyntax {
      guard node.segments.contains(where: { $0.is(ExpressionSegmentSyntax.self) }),
        node.openingPounds == nil, node.openingQuote.text == "\"", beginsWithText(node.segments)
      else { return ExprSyntax(node) }
      let parts = node.segments.compactMap { segment -> String? in
        switch segment {
        case .stringSegment(let part):
          part.content.text.isEmpty ? nil : "\"\(part.content.text)\""
        case .expressionSegment(let part):
          part.expressions.first.map {
            BodyLowering.operand(visit($0.expression).trimmedDescription, of: $0.expression)
          }
        }
      }
      return text("(\(parts.joined(separator: " + ")))", like: node)
    }

    /// Whether one of the first two parts is text. Otherwise `+` could add numbers; an
    /// interpolation that remains has no equivalent.
    private func beginsWithText(_ segments: StringLiteralSegmentListSyntax) -> Bool {
      let parts = segments.map { segment -> String? in
        if case .stringSegment(let part) = segment { part.content.text } else { nil }
      }
      return parts.filter { $0 != "" }.prefix(2).contains { $0 != nil }
    }

    /// An expression with any text, and the spaces of `node`.
    private func text(_ text: String, like node: some ExprSyntaxProtocol) -> ExprSyntax {
      ExprSyntax(
        DeclReferenceExprSyntax(
          leadingTrivia: node.leadingTrivia,
          baseName: .identifier(text),
          trailingTrivia: node.trailingTrivia
        )
      )
    }
  }
#endif
