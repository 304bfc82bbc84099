import Diagnostics

extension SyntaxWriter {
  /// Writes an expression that never needs parentheses.
  mutating func operand(_ kind: ExpressionSyntax.Kind) {
    switch kind {
    case .literal(let literal): write(literal.canonicalText)
    case .name(let name): valueName(name)
    case .selfRecord: write(.selfRecord)
    case .call(let function, let arguments): call(function, arguments)
    case .window(let call, let window): self.window(call, window)
    case .list(let elements): listLiteral(elements)
    case .parameter(let name): write("$\(name.text)")
    case .recordLiteral(let entity, let key): recordLiteral(entity, key)
    case .subquery(let query): subquery(query)
    case .queryValue(let query, let isCount): queryValue(query, isCount: isCount)
    case .enumCase(let name): enumCase(name)
    case .cast(let operand, let entity): cast(operand, entity)
    default: pathOperand(kind)
    }
  }

  private mutating func pathOperand(_ kind: ExpressionSyntax.Kind) {
    switch kind {
    case .identity(let operand): identity(of: operand)
    case .backlink(let operand, let entity, let relationship):
      backlink(of: operand, entity, relationship)
    case .quantified(let use, let path): quantified(use, path)
    case .quantifier(let use, let elements): quantifier(use, elements)
    default: break
    }
  }

  /// Without parentheses at the start of an `expect`, where no clause can be mistaken.
  private mutating func queryValue(_ query: QuerySyntax, isCount: Bool) {
    let isBare = isCount && output.utf8.count == expectationStart && !query.hasClauses
    if !isBare { write(.leftParenthesis) }
    word(isCount ? .count : .fetch)
    unbroken { $0.query(query, isSource: true) }
    if !isBare { write(.rightParenthesis) }
  }

  private mutating func enumCase(_ name: NameSyntax) {
    write(.dot)
    caseName(name)
  }

  private mutating func cast(_ operand: ExpressionSyntax, _ entity: NameSyntax) {
    write(.leftParenthesis)
    expression(operand)
    spaced(Keyword.as.rawValue)
    name(entity)
    write(.rightParenthesis)
  }

  private mutating func special(_ keyword: Keyword, of operand: ExpressionSyntax?) {
    expectationStart = nil
    if let operand {
      expression(operand, OperatorTable.precedence(of: .path))
      write(.dot)
    }
    write(Symbol.at)
    write(keyword)
  }

  private mutating func identity(of operand: ExpressionSyntax?) {
    special(.id, of: operand)
  }

  private mutating func backlink(
    of operand: ExpressionSyntax?,
    _ entity: NameSyntax,
    _ relationship: NameSyntax
  ) {
    special(.inverse, of: operand)
    write(.leftParenthesis)
    name(entity)
    dotted(relationship)
    write(.rightParenthesis)
  }

  /// Without parentheses, which would turn the path into the elements of `any( … )`.
  private mutating func quantified(_ use: QuantifierUse, _ path: ExpressionSyntax) {
    write(use.quantifier.rawValue)
    write(" ")
    expression(path)
  }

  private mutating func quantifier(_ use: QuantifierUse, _ elements: CallArgument) {
    write(use.quantifier.rawValue)
    write(.leftParenthesis)
    argument(elements)
    write(.rightParenthesis)
  }

  /// `now` and `today` are keywords unless they were in backticks.
  private mutating func valueName(_ name: NameSyntax) {
    let keyword = Keyword(spelling: name.text)
    if !name.isQuoted, let keyword, keyword == .now || keyword == .today {
      write(keyword)
    } else {
      self.name(name)
    }
  }

  mutating func member(_ operand: ExpressionSyntax, _ name: NameSyntax) {
    // Without parentheses, a name after `count Budget.` is that of a saved query.
    expectationStart = nil
    expression(operand, OperatorTable.precedence(of: .path))
    dotted(name)
  }

  private mutating func call(_ function: NameSyntax, _ arguments: [CallArgument]) {
    name(function)
    write(.leftParenthesis)
    list(arguments) { $0.argument($1) }
    write(.rightParenthesis)
  }

  private mutating func argument(_ argument: CallArgument) {
    if argument.distinct != nil { return distinct(argument) }
    if let end = argument.upperBound {
      // `x in 1...6` would be a test.
      let isTest = argument.expression.endsWithMembership(OperatorTable.weakest)
      value(argument.expression, isTest ? OperatorTable.comparison + 1 : OperatorTable.weakest)
      write(.closedRange)
      expression(end)
    } else {
      value(argument.expression, OperatorTable.weakest)
    }
    clauses(of: argument)
  }

  /// Writes the value of an argument; `where` in backticks, as it would start a clause.
  private mutating func value(_ expression: ExpressionSyntax, _ minimum: Int) {
    if case .name(let name) = expression.unwrapped.kind, Keyword(spelling: name.text) == .where {
      write(QuotedText.quoted(name.text, by: "`"))
    } else {
      self.expression(expression, minimum)
    }
  }

  /// Writes parentheses around an operand that would turn `distinct` into a name.
  private mutating func distinct(_ argument: CallArgument) {
    var writer = SyntaxWriter()
    writer.expression(argument.expression)
    var lexer = Lexer(SourceText(name: "", text: writer.output))
    let first = lexer.next()
    let needsParentheses = !first.makesKeywordOfPrevious && !first.isNameInArgument
    word(Keyword.distinct)
    write(needsParentheses ? "(\(writer.output))" : writer.output)
    clauses(of: argument)
  }

  private mutating func clauses(of argument: CallArgument) {
    if let filter = argument.filter {
      spaced(Keyword.where.rawValue)
      expression(filter)
    }
    if !argument.sort.isEmpty {
      spaced(Keyword.sort.rawValue)
      list(argument.sort) { $0.sortKey($1) }
    }
    if let limit = argument.limit {
      spaced(Keyword.limit.rawValue)
      expression(limit)
    }
  }

  private mutating func listLiteral(_ elements: [ExpressionSyntax]) {
    write(.leftBracket)
    list(elements) { $0.expression($1) }
    write(.rightBracket)
  }

  private mutating func recordLiteral(_ entity: NameSyntax, _ key: RecordKeySyntax) {
    name(entity)
    write(.hash)
    switch key {
    case .number(let number): write(String(number))
    case .values(let values):
      write(.leftParenthesis)
      list(values) { $0.expression($1) }
      write(.rightParenthesis)
    }
  }

  private mutating func subquery(_ query: QuerySyntax) {
    write(.leftParenthesis)
    self.query(query)
    write(.rightParenthesis)
  }
}

extension LiteralSyntax {
  var canonicalText: String {
    switch self {
    case .null: Keyword.nil.rawValue
    case .bool(let value): (value ? Keyword.true : .false).rawValue
    case .int(let value): String(value)
    case .number(let digits): digits
    case .string(let text): stringLiteral(text)
    case .regex(let pattern): Self.regexText(pattern)
    case .date(let date): date.canonicalText
    case .typed(let keyword, let text):
      "\(keyword.rawValue) \(stringLiteral(text))"
    }
  }

  /// The pattern between slashes, with inner slashes escaped.
  private static func regexText(_ pattern: String) -> String {
    var text = "/"
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if scalar == "/", !isEscaped { text += "\\" }
      text.unicodeScalars.append(scalar)
      isEscaped = scalar == "\\" && !isEscaped
    }
    return text + "/"
  }
}

extension DateLiteral {
  /// `2026-11-21T12:30:00.5+02:00`
  var canonicalText: String {
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    guard let timeOfDay else { return date }
    let (seconds, microseconds) = timeOfDay.quotientAndRemainder(dividingBy: 1_000_000)
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded(Int($0), 2) }
    return "\(date)T\(clock.joined(separator: ":"))\(fraction(Int(microseconds)))\(zone)"
  }

  private func fraction(_ microseconds: Int) -> String {
    guard microseconds > 0 else { return "" }
    var digits = padded(microseconds, 6)
    while digits.hasSuffix("0") { digits.removeLast() }
    return ".\(digits)"
  }

  private var zone: String {
    guard let zoneOffset else { return "" }
    guard zoneOffset != 0 else { return "Z" }
    let minutes = zoneOffset.magnitude / 60
    let clock = "\(padded(Int(minutes / 60), 2)):\(padded(Int(minutes % 60), 2))"
    return (zoneOffset < 0 ? "-" : "+") + clock
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension QuerySyntax {
  /// Whether anything follows the model and its alias.
  fileprivate var hasClauses: Bool {
    predicate != nil || sample != nil || !groupKeys.isEmpty || groupPredicate != nil
      || selection != nil || distinct != nil || !sort.isEmpty || offset != nil || limit != nil
      || chart != nil
  }
}

extension ExpressionSyntax {
  /// Whether a range operator would continue a test with `in`, if parentheses are written around
  /// what binds more weakly than `minimum`.
  fileprivate func endsWithMembership(_ minimum: Int) -> Bool {
    let expression = unwrapped
    guard expression.precedence >= minimum else { return false }
    switch expression.kind {
    case .membership(_, .values, _, _): return true
    case .binary(let use, _, let right):
      let entry = OperatorTable.entry(for: .infix(use.operator))
      return right.endsWithMembership(entry.precedence + (entry.associativity == .right ? 0 : 1))
    case .unary(let sign, _, let operand):
      return operand.endsWithMembership(OperatorTable.precedence(of: .prefix(sign)))
    case .conditional(_, _, let otherwise): return otherwise.endsWithMembership(minimum)
    default: return false
    }
  }
}
