import Diagnostics
import TestSupport

@testable import Syntax

/// Trees such as the parser could make, with names that are hard to print.
struct RandomTrees {
  var random: SeededRandom
  let nowhere = SourceSpan(0, 0)

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let names = [
    "name", "a", "c", "limit", "where", "sort", "order by", "not", "TRUE", "now", "self", "days",
    "in", "and", "then", "tick`", "back\\", "é", "e\u{301}", "東京", "x1", "_", "1x", "", "only",
    "uuid",
    "line\nend", "contains", "stdin", "fetch", "asc", "\"", "as", "count",
  ].filter { !$0.isEmpty }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  mutating func name() -> NameSyntax { NameSyntax(pick(Self.names), span: nowhere, isQuoted: true) }

  mutating func many<Element>(
    _ range: ClosedRange<Int>,
    _ make: (inout RandomTrees) -> Element
  ) -> [Element] {
    (0..<Int.random(in: range, using: &random)).map { _ in make(&self) }
  }

  mutating func expression(_ depth: Int) -> ExpressionSyntax {
    ExpressionSyntax(depth <= 0 ? leaf() : kind(depth - 1), span: nowhere)
  }

  private mutating func kind(_ depth: Int) -> ExpressionSyntax.Kind {
    switch Int.random(in: 0..<23, using: &random) {
    case 0...4: binary(depth)
    case 22: .queryValue(query(depth), isCount: chance(50))
    case 16: .typeTest(expression(depth), name(), isNegated: chance(50))
    case 17: .cast(expression(depth), name())
    case 18: quantified()
    case 19: .quantifier(quantifier(), argument(depth))
    case 20: .identity(of: chance(50) ? path() : nil)
    case 21: .backlink(of: chance(50) ? path() : nil, entity: name(), relationship: name())
    case 5: .unary(pick(UnaryOperator.allCases), operatorSpan: nowhere, expression(depth))
    case 6:
      .between(
        expression(depth),
        from: expression(depth),
        to: expression(depth),
        isNegated: chance(50),
        operatorSpan: nowhere
      )
    case 7:
      .membership(
        expression(depth),
        set(depth),
        isNegated: chance(50),
        operatorSpan: nowhere
      )
    case 8: .isNull(expression(depth), isNegated: chance(50))
    case 9: .list(many(0...3) { $0.expression(depth) })
    case 10: .unit(expression(depth), unit())
    case 11:
      .conditional(expression(depth), then: expression(depth), otherwise: expression(depth))
    case 12: .member(expression(depth), name())
    case 13: call(depth)
    case 14: .subquery(query(depth, needsClause: true))
    default: .parenthesized(expression(depth))
    }
  }

  private mutating func binary(_ depth: Int) -> ExpressionSyntax.Kind {
    let binary = pick(BinaryOperator.allCases)
    if binary == .matches, chance(50) {
      let pattern = ExpressionSyntax(.literal(.regex(regex())), span: nowhere)
      return .binary(BinaryOperatorUse(binary, span: nowhere), expression(depth), pattern)
    }
    let isWord = [.contains, .startsWith, .endsWith, .like, .matches].contains(binary)
    let use = BinaryOperatorUse(
      binary,
      span: nowhere,
      isNegated: isWord && chance(30),
      ignoresCase: isWord && chance(30),
      ignoresDiacritics: isWord && chance(30)
    )
    return .binary(use, expression(depth), expression(depth))
  }

  private mutating func regex() -> String {
    pick(["a", "a/b", "^V.*n$", "[/]x", "\\\\/", "\\[/", "[]", "é"])
  }

  private mutating func quantifier() -> QuantifierUse {
    QuantifierUse(quantifier: pick(Quantifier.allCases), span: nowhere)
  }

  /// Without elements in parentheses, a path follows, or another such quantifier.
  private mutating func quantified() -> ExpressionSyntax.Kind {
    let quantifier = quantifier()
    return .quantified(
      quantifier,
      chance(20) ? ExpressionSyntax(quantified(), span: nowhere) : path()
    )
  }

  private mutating func path() -> ExpressionSyntax {
    let start = ExpressionSyntax(chance(20) ? .selfRecord : .name(name()), span: nowhere)
    return many(0...2) { $0.name() }.reduce(start) { path, name in
      ExpressionSyntax(.member(path, name), span: nowhere)
    }
  }

  private mutating func set(_ depth: Int) -> MembershipSet {
    chance(50)
      ? .values(expression(depth))
      : .range(expression(depth), expression(depth), isClosed: chance(50))
  }

  private mutating func unit() -> NameSyntax {
    NameSyntax(pick(TimeUnitKeyword.allCases).rawValue, span: nowhere)
  }

  private mutating func call(_ depth: Int) -> ExpressionSyntax.Kind {
    let call = ExpressionSyntax.Kind.call(name(), callArguments(depth))
    return chance(20) ? .window(ExpressionSyntax(call, span: nowhere), window(depth)) : call
  }

  private mutating func window(_ depth: Int) -> WindowSyntax {
    var window = WindowSyntax(span: nowhere)
    if chance(50) { window.groupKeys = many(1...2) { $0.expression(depth) } }
    if chance(50) { window.sort = many(1...2) { $0.sortKey(depth) } }
    if chance(30) {
      var frame = FrameSyntax(countsRows: chance(50), span: nowhere)
      let isAfter = chance(30)
      if !isAfter { frame.before = bound(depth) }
      if isAfter || chance(50) { frame.after = bound(depth) }
      window.frame = frame
    }
    return window
  }

  private mutating func bound(_ depth: Int) -> FrameSyntax.Bound {
    FrameSyntax.Bound(chance(30) ? nil : expression(depth))
  }

  /// Arguments; only after the last one can a comma follow a sort key.
  private mutating func callArguments(_ depth: Int) -> [CallArgument] {
    var arguments = many(0...2) { $0.argument(depth) }
    guard let last = arguments.indices.last else { return arguments }
    if chance(10), arguments[last].distinct == nil {
      arguments[last].upperBound = expression(depth)
    }
    if chance(15) { arguments[last].sort = many(1...2) { $0.sortKey(depth) } }
    if chance(15) { arguments[last].limit = expression(depth) }
    return arguments
  }

  private mutating func argument(_ depth: Int) -> CallArgument {
    CallArgument(
      expression(depth),
      filter: chance(30) ? expression(depth) : nil,
      distinct: chance(10) ? nowhere : nil
    )
  }

  private mutating func leaf() -> ExpressionSyntax.Kind {
    switch Int.random(in: 0..<9, using: &random) {
    case 8: .enumCase(name())
    case 0: .selfRecord
    case 1: .parameter(NameSyntax(pick(["n", "limit", "x1"]), span: nowhere))
    case 2:
      .recordLiteral(name(), recordKey())
    case 3: .name(NameSyntax(pick(["now", "today"]), span: nowhere))
    case 4...5: .literal(literal())
    default: .name(name())
    }
  }

  private mutating func recordKey() -> RecordKeySyntax {
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: .values(keyValues())
    default: .number(pick([0, 3, Int64.max]))
    }
  }

  private mutating func keyValues() -> [ExpressionSyntax] {
    (0..<pick([1, 2, 3])).map { _ in ExpressionSyntax(.literal(literal()), span: nowhere) }
  }

  private mutating func literal() -> LiteralSyntax {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: .null
    case 1: .bool(chance(50))
    case 2: .int(pick([0, 1, -1, 42, Int64.min, Int64.max]))
    case 3: .number(pick(["0.5", "1e-9", "-3.14", "2.50e3", "-1e5", "99999999999999999999"]))
    case 4:
      .string(pick(["", "a\"b", "it's", "\\n", "\n\t\r\u{1}", "é 😀", "e\u{301}", "\u{2028}"]))
    case 5: .typed(pick(TypedLiteralKeyword.allCases), pick(["", "x\"y"]))
    default: .date(date())
    }
  }

  private mutating func date() -> DateLiteral {
    let time = chance(60) ? Int64.random(in: 0..<86_400_000_000, using: &random) : nil
    return DateLiteral(
      year: Int.random(in: 0...9999, using: &random),
      month: Int.random(in: 1...12, using: &random),
      day: Int.random(in: 1...28, using: &random),
      timeOfDay: chance(50) ? time.map { $0 / 1_000_000 * 1_000_000 } : time,
      zoneOffset: time == nil || chance(40) ? nil : pick([0, 7200, -19800])
    )
  }

  mutating func query(_ depth: Int, needsClause: Bool = false) -> QuerySyntax {
    var query = QuerySyntax(entity: name())
    if depth > 0, chance(8) {
      query = QuerySyntax(entity: NameSyntax("", span: nowhere))
      query.source = SourceQuery(self.query(depth - 1))
      if chance(20) { query.alias = name() }
      query.predicate = expression(depth - 1)
      return query
    }
    if chance(10) { query.only = nowhere }
    if chance(10) { query.savedQuery = name() }
    if chance(10), !needsClause { query.arguments = arguments(depth) }
    if chance(20) { query.alias = name() }
    if !needsClause, chance(10) {
      let parameter = NameSyntax(pick(["n", "limit", "x1"]), span: nowhere)
      let time = ExpressionSyntax(.parameter(parameter), span: nowhere)
      let kinds: [MomentSyntax.Kind] = [.yesterday, .save(12), .time(time), .ago(time)]
      query.moment = MomentSyntax(pick(kinds), span: nowhere)
    }
    if chance(20) {
      query.groupKeys = many(1...3) { $0.expression(depth) }
      if chance(20) { query.pivot = expression(depth) }
      if chance(20) { query.totals = nowhere }
    }
    if chance(10) { query.groupPredicate = expression(depth) }
    if chance(10) { query.distinct = nowhere }
    if needsClause || chance(60) { query.predicate = expression(depth) }
    if chance(30) {
      query.selection = SelectClause(items: many(1...3) { $0.selectItem(depth) }, span: nowhere)
    }
    if chance(30) { query.sort = many(1...3) { $0.sortKey(depth) } }
    if chance(20) {
      query.limit = expression(depth)
      if chance(30) { query.limitKeys = many(1...2) { $0.expression(depth) } }
    }
    if chance(10) {
      let amount = ExpressionSyntax(.literal(.int(pick([1, 20]))), span: nowhere)
      query.sample = SampleClause(amount, isPercentage: chance(50))
    }
    if chance(20) { query.offset = expression(depth) }
    if chance(15) { query.chart = chart(depth) }
    return query
  }

  private mutating func chart(_ depth: Int) -> ChartClause {
    var chart = ChartClause(pick(ChartKind.allCases), span: nowhere)
    if chance(60) {
      chart.columns = many(1...3) { trees in
        let name = ExpressionSyntax(.name(trees.name()), span: trees.nowhere)
        guard trees.chance(30) else { return name }
        return ExpressionSyntax(.member(name, trees.name()), span: trees.nowhere)
      }
    }
    if chance(20) { chart.bins = expression(depth) }
    if chance(20) { chart.path = FilePathSyntax(pick(["a.svg", "x\"y"]), span: nowhere) }
    return chart
  }

  private mutating func selectItem(_ depth: Int) -> SelectItem {
    if chance(10) { return .all(nowhere) }
    if chance(15) { return .shape(shape(depth - 1), alias: chance(40) ? name() : nil) }
    return .expression(expression(depth), alias: chance(40) ? name() : nil)
  }

  private mutating func shape(_ depth: Int) -> ShapeSyntax {
    ShapeSyntax(
      path: path(),
      items: depth <= 0 ? [.all(nowhere)] : many(1...3) { $0.selectItem(depth) },
      predicate: chance(30) ? expression(depth) : nil,
      sort: chance(30) ? many(1...2) { $0.sortKey(depth) } : [],
      limit: chance(30) ? expression(depth) : nil,
      offset: chance(30) ? expression(depth) : nil,
      span: nowhere
    )
  }

  private mutating func arguments(_ depth: Int) -> QueryArguments {
    QueryArguments(
      arguments: many(0...2) { ($0.name(), $0.expression(depth)) },
      span: nowhere
    )
  }

  private mutating func sortKey(_ depth: Int) -> SortKeySyntax {
    var key = SortKeySyntax(
      expression: expression(depth),
      isDescending: chance(50),
      nullPlacement: chance(30) ? pick(NullPlacementSyntax.allCases) : nil,
      order: chance(30) ? (pick(SortOrderSyntax.allCases), nowhere) : nil
    )
    if chance(10) {
      key.isDescending = false
      key.direction = NameSyntax("order", span: nowhere)
    }
    return key
  }
}
