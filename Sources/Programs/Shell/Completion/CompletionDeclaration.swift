import Model
import Syntax

/// The expected texts in declarations of models, structs, enums, relations and saved queries.
struct CompletionDeclaration {
  private let reader: TokenReader
  private let statement: Keyword?
  private let names: CompletionNames

  private var tokens: [Token] { reader.tokens }

  init(_ reader: TokenReader, _ statement: Keyword?, _ names: CompletionNames) {
    self.reader = reader
    self.statement = statement
    self.names = names
  }

  /// The expected text at the cursor; nil outside of declarations.
  var expectation: CompletionContext.Expectation? {
    switch statement {
    case .model, .struct: inMembers
    case .extend: tokens.count > 1 ? inMembers : nil
    case .enum: .nothing
    case .version: inVersion
    case .migrate:
      tokens.count == 2 ? .keywords([.allow]) : tokens.count == 3 ? .keywords([.loss]) : .nothing
    case .relate: inRelation
    case .let: tokens.last?.symbol == .colon ? .type : .nothing
    default: nil
    }
  }

  /// Within the braces of a version, or of a model in it.
  private var inVersion: CompletionContext.Expectation {
    guard let last = tokens.last else { return .nothing }
    let depth = tokens.braceDepth
    if depth > 1 { return inMembers }
    if depth < 1 { return .nothing }
    if let step = inStep { return step }
    switch last.keyword {
    case .allow: return .keywords([.loss])
    case .enum, .struct, .model, .loss: return .nothing
    default: break
    }
    if last.symbol == .leftBrace || last.symbol == .rightBrace || last.symbol == .comma {
      return .keywords([.model, .enum, .struct, .rename, .set, .delete, .allow])
    }
    return .nothing
  }

  /// After the first word of `rename Budget.limit to cap` or `set Budget.owner = …`.
  private var inStep: CompletionContext.Expectation? {
    let ends = tokens.lastIndex { token in
      token.symbol == .comma || token.symbol == .leftBrace || token.symbol == .rightBrace
    }
    let start = tokens.lastIndex { $0.keyword == .rename || $0.keyword == .set }
    guard let start, start > ends ?? -1 else { return nil }
    let isRename = tokens[start].keyword == .rename
    switch tokens.count - start {
    case 1: return .entity
    case 2: return isRename ? .keywords([.to]) : .nothing
    case 3 where tokens[start + 2].isDot: return member(of: start + 1)
    case 4 where isRename: return .keywords([.to])
    default: return .nothing
    }
  }

  private var inMembers: CompletionContext.Expectation {
    guard let last = tokens.last else { return .nothing }
    let isInBraces = tokens.contains { $0.symbol == .leftBrace }
    if last.symbol == .colon, !isInBraces { return .entity }
    if last.symbol == .leftBracket, tokens.dropLast().last?.keyword == .unique {
      return .matchOptions
    }
    if last.symbol == .colon || last.symbol == .leftBracket { return .type }
    if last.keyword == .inverse || !isInBraces { return .nothing }
    return endsType ? .keywords(Keyword.all(in: .property)) : .nothing
  }

  /// Whether the cursor follows a type, or what can follow one.
  private var endsType: Bool {
    let start = tokens.lastIndex { token in
      token.symbol == .comma || token.symbol == .leftBrace || token.lineBreak != .none
    }
    guard statement != .struct, let start else { return false }
    let member = tokens[start...]
    return member.contains { $0.symbol == .colon } && !member.contains { $0.symbol == .assign }
  }

  /// `relate Expense.budget to Budget.id as expenses`
  private var inRelation: CompletionContext.Expectation {
    switch tokens.count {
    case 1, 5: .entity
    case 3 where tokens[2].isDot, 7 where tokens[6].isDot: member(of: tokens.count - 2)
    case 4: .keywords([.to])
    case 8: .keywords([.as])
    default: .nothing
    }
  }

  private func member(of index: Int) -> CompletionContext.Expectation {
    names.entity(reader.name(index)).map { .member(.entity($0.name)) } ?? .nothing
  }
}
