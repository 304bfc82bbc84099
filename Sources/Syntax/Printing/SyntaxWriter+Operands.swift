extension SyntaxWriter {
  /// Writes an expression that never needs parentheses around it.
  mutating func operand(_ kind: ExpressionSyntax.Kind) {
    switch kind {
    case .literal(let literal): write(literal.canonicalText)
    case .name(let name): valueName(name)
    case .selfRecord: write(.selfRecord)
    case .call(let function, let arguments): call(function, arguments)
    case .list(let elements): listLiteral(elements)
    case .parameter(let name): write("$\(name.text)")
    case .recordLiteral(let entity, let key): recordLiteral(entity, key)
    case .subquery(let query): subquery(query)
    default: break
    }
  }

  /// `now` and `today` are words of their own unless they stood in backticks.
  private mutating func valueName(_ name: NameSyntax) {
    let keyword = Keyword(spelling: name.text)
    if !name.isQuoted, let keyword, keyword == .now || keyword == .today {
      write(keyword)
    } else {
      self.name(name)
    }
  }

  mutating func member(_ operand: ExpressionSyntax, _ name: NameSyntax) {
    expression(operand, OperatorTable.precedence(of: .path))
    write(.dot)
    self.name(name)
  }

  private mutating func call(_ function: NameSyntax, _ arguments: [CallArgument]) {
    name(function)
    write(.leftParenthesis)
    list(arguments) { $0.argument($1) }
    write(.rightParenthesis)
  }

  private mutating func argument(_ argument: CallArgument) {
    expression(argument.expression)
    guard let filter = argument.filter else { return }
    spaced(Keyword.where.rawValue)
    expression(filter)
  }

  private mutating func listLiteral(_ elements: [ExpressionSyntax]) {
    write(.leftBracket)
    list(elements) { $0.expression($1) }
    write(.rightBracket)
  }

  private mutating func recordLiteral(_ entity: NameSyntax, _ key: Int64) {
    name(entity)
    write(.hash)
    write(String(key))
  }

  private mutating func subquery(_ query: QuerySyntax) {
    write(.leftParenthesis)
    self.query(query)
    write(.rightParenthesis)
  }
}

extension LiteralSyntax {
  /// The literal as the printer writes it.
  var canonicalText: String {
    switch self {
    case .null: Keyword.nil.rawValue
    case .bool(let value): (value ? Keyword.true : .false).rawValue
    case .int(let value): String(value)
    case .number(let digits): digits
    case .string(let text): QuotedText.quoted(text, by: "\"")
    case .date(let date): date.canonicalText
    case .typed(let keyword, let text):
      "\(keyword.rawValue) \(QuotedText.quoted(text, by: "\""))"
    }
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
