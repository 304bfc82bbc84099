import Diagnostics
import Model
import Syntax

/// The candidates that the grammar allows at the cursor.
extension CompletionContext {
  func expected(runs: Bool) -> Expectation {
    guard let last = tokens.last else { return expectedAtStart(runs: runs) }
    if let expectation = CompletionSource(reader, statement, names).expectation {
      return expectation
    }
    if let special = expectedInBacklink() { return special }
    if let declared = CompletionDeclaration(reader, statement, names).expectation {
      return declared
    }
    if last.symbol == .hash { return expectedAfterHash() }
    if last.isDot { return expectedAfterDot() }
    if last.symbol == .at { return .special }
    if isAtQueryOfRows { return .keywords([.fetch]) }
    if last.symbol == .leftParenthesis, expectsQuery(tokens.dropLast().last) { return .source }
    if last.symbol == .leftParenthesis, tokens.dropLast().last?.keyword == .over {
      return .keywords([.group, .sort, .rows, .range])
    }
    if scope.form == .window, let framed = expectedInFrame(last) { return framed }
    if statement == .watch { return expectedInTime(last) }
    if statement == .use { return tokens.count == 1 ? .store : .nothing }
    if statement == .copy { return expectedInCopy(last) }
    if statement == .do { return tokens.count == 1 ? .change(of: nil) : .nothing }
    if tokens.count == 1 { return expectedAfterStatement(last) }
    if tokens.count == 2, last.keyword == .only || last.keyword == .all { return .entity }
    if let words = expectedInChange(last) { return words }
    if last.keyword == .into { return .entity }
    if last.keyword == .group, scope.clause == .group { return .keywords([.by]) }
    if last.keyword == .with, scope.clause == .group { return .keywords([.totals]) }
    if last.keyword == .pivot, scope.clause == .group, scopes.uses.last == .keyword {
      return .operand
    }
    if let tested = expectedInEmptyTest(last) { return tested }
    if last.keyword == .is { return .kind }
    if scope.clause == .chart, let charted = expectedInChart(last) { return charted }
    if isInsertion, scope.form != .query { return expectedInInsert(last) }
    if last.keyword == .of, tokens.dropLast().last?.keyword == .as { return .moment }
    if last.keyword == .as { return scope.form == .group ? .entity : .nothing }
    if scope.clause == .sort, last.keyword.map({ $0.roles.contains(.sortKey) }) == true {
      return .sortOption
    }
    if endsOperand(last) || endsDistinct(last) { return .continuation }
    let isNumber = [.limit, .offset].contains(scope.clause) && !isAtLimitKey
    return isNumber ? .constant : .operand
  }

  private func expectedAtStart(runs: Bool) -> Expectation {
    let statements = Keyword.all(in: .statement)
    switch wrapper {
    case nil: return .keywords(statements)
    case .explain:
      return .keywords((runs ? [] : [.run]) + statements.filter { $0 != .explain })
    case .trace: return .keywords([.fetch])
    case .save: return .keywords([.fetch, .insert, .update, .upsert, .delete])
    case .expect(let isInBrackets):
      return .keywords([.count, .fetch] + (isInBrackets ? [] : [.error]))
    case .expectError:
      let others: [Keyword] = [
        .explain, .expect, .begin, .save, .rollback, .autosave, .use, .watch,
      ]
      return .keywords(statements.filter { !others.contains($0) })
    case .export: return .keywords([.fetch, .count])
    case .watch: return .keywords([.fetch, .count, .for])
    case .preview:
      return .keywords([
        .insert, .update, .upsert, .delete, .restore, .merge, .apply, .do, .migrate,
      ])
    }
  }

  private func expectedAfterStatement(_ token: Token) -> Expectation {
    switch token.keyword {
    case .fetch, .count: .source
    case .insert, .extend, .relate, .update, .delete, .upsert, .restore: .entity
    case .diff: .differenceSelection
    case .merge: .store
    case .history: .historySelection
    case .import, .apply: .keywords([.stdin])
    case .export: .keywords([.all, .fetch, .count])
    case .autosave: .keywords([.on, .off])
    default: token.symbol == .assign ? .constant : .nothing
    }
  }

  /// Candidates in statements that change records, in addition to those of queries.
  private func expectedInChange(_ last: Token) -> Expectation? {
    switch statement {
    case .update:
      guard let set = tokens.lastIndex(where: { $0.keyword == .set }), scope.form == .statement
      else { return nil }
      if last.keyword == .set || last.symbol == .comma { return .assignedMember }
      let assigned = tokens[set...].lastIndex { $0.keyword == .set || $0.symbol == .comma } ?? set
      let isValue = tokens[assigned...].contains { $0.symbol?.isAssignment == true }
      return isValue ? nil : .nothing
    case .import: return expectedInImport(last)
    case .export: return expectedInExport(last)
    case .generate:
      if tokens.count == 2 { return .entity }
      return tokens.count == 3 ? .keywords([.seed]) : .nothing
    case .autosave, .use: return tokens.count == 1 ? nil : .nothing
    case .history where last.keyword == .since: return .moment
    case .diff where last.keyword == .since || last.keyword == .between: return .moment
    case .diff where last.keyword == .with: return .store
    case .merge: return expectedInMerge(last)
    case .apply: return tokens.count == 2 ? .keywords([.as]) : .nothing
    default: return nil
    }
  }

  private func expectedInMerge(_ last: Token) -> Expectation {
    if tokens.count == 1 { return .store }
    switch last.keyword {
    case .into where scopes.uses.last == .keyword: return .keywords([.this])
    case .preferring where scopes.uses.last == .keyword: return .keywords(MergeStatement.policies)
    default:
      let written = tokens.dropFirst(2).compactMap(\.keyword)
      if written.contains(.preferring) || written.contains(.asking) { return .nothing }
      return .keywords(
        written.contains(.into) ? [.preferring, .asking] : [.into, .preferring, .asking]
      )
    }
  }

  /// After the `is` of an expected query without clauses; nil elsewhere, where values can follow.
  private func expectedInEmptyTest(_ last: Token) -> Expectation? {
    guard isInExpectedQuery, scope.clauses.isEmpty else { return nil }
    if last.keyword == .is { return .keywords([.not, .empty]) }
    return last.keyword == .not ? .keywords([.empty]) : nil
  }

  /// After `chart` the kind, then columns; nil where an expression is expected.
  private func expectedInChart(_ last: Token) -> Expectation? {
    if last.keyword == .chart, scopes.uses.last == .keyword {
      return .keywords(Keyword.all(in: .chartKind))
    }
    guard scopes.uses.last == .keyword else { return nil }
    switch last.keyword {
    case let word? where word.roles.contains(.chartKind): return .chartColumn
    case .bins: return .constant
    case .to: return .nothing
    default: return nil
    }
  }

  /// After `rows` or `range` in a window; nil before them.
  private func expectedInFrame(_ last: Token) -> Expectation? {
    let start = tokens.indices.last { index in
      index >= scope.start && scopes.uses[index] == .keyword
        && [.rows, .range].contains(tokens[index].keyword)
    }
    guard let start else { return nil }
    if start == tokens.count - 1 || last.keyword == .before { return .frameBound }
    if last.keyword == .after { return .nothing }
    guard endsOperand(last) || last.keyword == .all else { return .constant }
    let hasBefore = tokens[start...].contains { $0.keyword == .before }
    let sides: [Keyword] = hasBefore ? [.after] : [.before, .after]
    return .frameSide(sides, isRange: tokens[start].keyword == .range)
  }

  /// The fields of a file are unknown before it is read, so `map` offers the members of the model.
  private func expectedInImport(_ last: Token) -> Expectation {
    let depth = tokens.braceDepth
    if depth > 0 {
      let isAtField = depth == 1 && (last.symbol == .leftBrace || last.symbol == .comma)
      return isAtField ? .insertedMember : .nothing
    }
    if last.symbol == .arrow { return .entity }
    let isNamed = tokens.dropLast().last.map { $0.keyword == .as } ?? false
    if !isNamed {
      switch last.keyword {
      case .into: return .entity
      case .skip: return .keywords([.bad])
      case .as, .at, .map, .key: return .nothing
      default: break
      }
    }
    if last.symbol == .comma || last.isDot { return .nothing }
    let used = Set(tokens.dropFirst().compactMap(\.keyword))
    let clauses: [Keyword] = [.as, .at, .into, .map, .key, .updating, .skip]
    return .keywords(clauses.filter { $0 == .key || !used.contains($0) })
  }

  /// Nil within the query.
  private func expectedInExport(_ last: Token) -> Expectation? {
    if tokens.count == 2, last.keyword == .all { return .keywords([.to]) }
    if last.keyword == .to { return .nothing }
    if last.symbol == .rightParenthesis { return .keywords([.to]) }
    guard let to = tokens.lastIndex(where: { $0.keyword == .to }), to + 1 < tokens.count else {
      return nil
    }
    switch last.keyword {
    case .as: return .nothing
    case .safe: return .keywords([.csv])
    default: return tokens.count == to + 2 ? .keywords([.as, .safe]) : .keywords([.safe])
    }
  }

  /// After `watch for`: a time, then the query.
  private func expectedInTime(_ last: Token) -> Expectation {
    if last.keyword == .for { return .constant }
    if isAfterNumber { return .continuation }
    return endsOperand(last) ? .keywords([.fetch, .count]) : .constant
  }

  private func expectedInCopy(_ last: Token) -> Expectation {
    if tokens.count == 1 { return .copiedModel(orAll: true) }
    if last.symbol == .comma { return .copiedModel(orAll: false) }
    if last.keyword == .from, tokens.count > 2 { return .store }
    return tokens.contains { $0.keyword == .from } ? .nothing : .keywords([.from])
  }

  /// After `Budget#`, the number of a record.
  private func expectedAfterHash() -> Expectation {
    guard tokens.count > 1, let entity = names.entity(reader.name(tokens.count - 2)) else {
      return .nothing
    }
    return .recordNumber(of: entity.name)
  }

  /// After a path, the members of what it reaches; elsewhere the cases of an enum.
  private func expectedAfterDot() -> Expectation {
    if let owner = pathOwner() { return .member(owner) }
    let before = tokens.dropLast()
    guard let previous = before.last, !previous.endsOperand else { return .nothing }
    let path = CompletionPath(reader, before: before.count - 1)
    return .enumCase(of: scope.entity.flatMap { path.enumeration(from: $0, scopes) })
  }

  private func expectedInInsert(_ last: Token) -> Expectation {
    switch last.symbol {
    case .colon: .operand
    case .comma, .leftBrace: .insertedMember
    default: tokens.count == 2 ? .insertedMember : .nothing
    }
  }

  /// Whether the parentheses after `token` can contain a query.
  private func expectsQuery(_ token: Token?) -> Bool {
    token?.keyword == .in || isInsertion && token?.symbol == .colon
  }

  /// `@inverse(` is followed by an entity, `@inverse(Expense.` by one of its relationships.
  private func expectedInBacklink() -> Expectation? {
    let start = scope.start
    guard start > 2, tokens[start - 2].keyword == .inverse, tokens[start - 3].symbol == .at
    else { return nil }
    switch tokens.count - start {
    case 0: return .entity
    case 2: return .backlink(reader.name(start))
    default: return .nothing
    }
  }
}

extension Symbol {
  /// Whether the symbol separates the member that an update sets from its value.
  fileprivate var isAssignment: Bool { [.assign, .addAssign, .subtractAssign].contains(self) }
}
