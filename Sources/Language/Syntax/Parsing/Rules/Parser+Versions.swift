import Diagnostics

extension Parser {
  mutating func versionDeclaration() throws(SyntaxError) -> VersionDeclaration {
    push(try expect(.version))
    let number = try versionNumber()
    try openMembers()
    var members: [VersionMember] = []
    while isAtMember() {
      members.append(try versionMember())
      if endsBlock() { continue }
      try memberEnd()
    }
    closeMembers()
    return VersionDeclaration(number: number, members: members)
  }

  /// Whether the previous member ended with a brace, so that no comma is needed.
  private mutating func endsBlock() -> Bool {
    guard let last = previous, last.symbol == .rightBrace else { return false }
    if case .word = peek().kind { return true }
    return false
  }

  mutating func versionMember() throws(SyntaxError) -> VersionMember {
    switch peek().keyword {
    case .enum: return .enumeration(try enumDeclaration())
    case .struct: return .structure(try structDeclaration())
    case .model: return .model(try modelDeclaration())
    case .rename: return try renameMember()
    case .set: return .set(try setStep())
    case .delete: return .delete(try deleteStatement())
    case .allow: return .allowLoss(try lossAllowance())
    default: throw mismatch(.versionMember)
    }
  }

  mutating func renameMember() throws(SyntaxError) -> VersionMember {
    try expect(.rename)
    let entity = try name(.entity)
    if nextIf(.to) {
      return .renameModel(RenameModelStep(old: entity, new: try name(.newModel)))
    }
    return .rename(try renameStep(of: entity))
  }

  mutating func renameStep(of entity: NameSyntax) throws(SyntaxError) -> RenameStep {
    try expect(.dot, or: .tokens([Symbol.dot.rawValue, Keyword.to.rawValue]))
    let old = try dottedName(.attribute)
    try expect(.to)
    return RenameStep(entity: entity, old: old, new: try memberName(.attribute))
  }

  mutating func setStep() throws(SyntaxError) -> SetStep {
    try expect(.set)
    let entity = try name(.entity)
    try expect(.dot)
    var path = [try dottedName(.attribute)]
    while nextIf(.dot) { path.append(try dottedName(.field)) }
    try expect(.assign, or: .tokens([Symbol.dot.rawValue, Symbol.assign.rawValue]))
    return SetStep(entity: entity, path: path, value: try expression())
  }

  mutating func lossAllowance() throws(SyntaxError) -> SourceSpan {
    let start = try expect(.allow).span
    try expect(.loss)
    return span(from: start)
  }

  mutating func migrateStatement() throws(SyntaxError) -> MigrateStatement {
    push(try expect(.migrate))
    let number = try versionNumber()
    let allowance = isNext(.allow) ? try lossAllowance() : nil
    pop()
    return MigrateStatement(number: number, allowsLoss: allowance)
  }

  mutating func versionNumber() throws(SyntaxError) -> (value: VersionParts, span: SourceSpan) {
    let token = peek()
    if let parts = versionParts(after: token) {
      advance()
      let number = VersionParts(parts.numbers[0], parts.numbers[1], parts.numbers[2])
      rescan(from: parts.end)
      return (number, span(from: token.span))
    }
    guard case .integer(let number) = token.kind, let value = Int(exactly: number) else {
      switch token.kind {
      case .integer, .number: throw mismatch(.versionNumber)
      default: throw mismatch(.operand(.count))
      }
    }
    return (VersionParts(value), advance().span)
  }

  /// The parts of a number like `1.2.0`, whose first two parts are a token, and its end.
  private func versionParts(after token: Token) -> (numbers: [Int], end: Int)? {
    guard case .number = token.kind else { return nil }
    let bytes = source.bytes[token.span.lowerBound...].prefix {
      $0 == UInt8(ascii: ".") || WordBytes.isDigit($0)
    }
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    return parts.count == 3 && numbers.count == 3 ? (numbers, bytes.endIndex) : nil
  }
}
