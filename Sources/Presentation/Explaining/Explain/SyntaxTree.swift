import Rendering
import Syntax

/// Syntax as a report tree: a node for each operator, leaves as written.
enum SyntaxTree {
  static func tree(_ statement: Statement) -> ReportTree {
    switch statement.kind {
    case .fetch(let query): tree(query, keyword: "fetch")
    case .count(let query): tree(query, keyword: "count")
    case .trace(let query): tree(query, keyword: "trace")
    case .watch(let watch):
      ReportTree(
        "watch",
        children: (watch.duration.map { [ReportTree("for", children: [tree($0)])] } ?? [])
          + [tree(watch.query, keyword: watch.isCount ? "count" : "fetch")]
      )
    case .evaluate(let expression): ReportTree("=", children: [tree(expression)])
    case .saveQuery(let saved):
      ReportTree("let \(saved.name.text)", children: [tree(saved.query, keyword: "fetch")])
    case .explain(let inner, _): ReportTree("explain", children: [tree(inner)])
    default: ReportTree(SyntaxPrinter().text(of: statement))
    }
  }

  // MARK: - Queries

  static func tree(_ query: QuerySyntax, keyword: String) -> ReportTree {
    var name = query.only == nil ? keyword : keyword + " only"
    name += " \(query.entity.text)"
    if let saved = query.savedQuery { name += ".\(saved.text)" }
    if let alias = query.alias { name += " as \(alias.text)" }
    return ReportTree(name, children: arguments(query) + clauses(query))
  }

  private static func arguments(_ query: QuerySyntax) -> [ReportTree] {
    (query.arguments?.arguments ?? []).map {
      ReportTree("\($0.name.text):", children: [tree($0.value)])
    }
  }

  private static func clauses(_ query: QuerySyntax) -> [ReportTree] {
    var clauses: [ReportTree] = []
    if let predicate = query.predicate { clauses.append(clause("where", [tree(predicate)])) }
    if !query.groupKeys.isEmpty { clauses.append(clause("group by", query.groupKeys.map(tree))) }
    if let condition = query.groupPredicate { clauses.append(clause("having", [tree(condition)])) }
    if let selection = query.selection { clauses.append(clause("select", items(selection.items))) }
    if query.distinct != nil { clauses.append(clause("distinct", [])) }
    if !query.sort.isEmpty { clauses.append(clause("sort", query.sort.map(key))) }
    if let offset = query.offset { clauses.append(clause("offset", [tree(offset)])) }
    if let limit = query.limit { clauses.append(clause("limit", [tree(limit)])) }
    if let chart = query.chart { clauses.append(tree(chart)) }
    return clauses
  }

  private static func tree(_ chart: ChartClause) -> ReportTree {
    let bins = chart.bins.map { [clause("bins", [tree($0)])] } ?? []
    let path = chart.path.map { [ReportTree("to \(stringLiteral($0.text))")] } ?? []
    return clause("chart \(chart.kind.rawValue)", chart.columns.map(tree) + bins + path)
  }

  private static func clause(_ name: String, _ children: [ReportTree]) -> ReportTree {
    ReportTree(name, children: children)
  }

  private static func items(_ items: [SelectItem]) -> [ReportTree] {
    items.map { item in
      switch item {
      case .all: ReportTree("*")
      case .expression(let expression, nil): tree(expression)
      case .expression(let expression, let alias?):
        ReportTree("as \(alias.text)", children: [tree(expression)])
      case .shape(let shape, let alias): tree(shape, alias)
      }
    }
  }

  private static func tree(_ shape: ShapeSyntax, _ alias: NameSyntax?) -> ReportTree {
    var children = items(shape.items)
    if let predicate = shape.predicate { children.append(clause("where", [tree(predicate)])) }
    if !shape.sort.isEmpty { children.append(clause("sort", shape.sort.map(key))) }
    if let limit = shape.limit { children.append(clause("limit", [tree(limit)])) }
    if let offset = shape.offset { children.append(clause("offset", [tree(offset)])) }
    let name = SyntaxPrinter().text(of: shape.path) + " { }"
    return ReportTree(alias.map { "\(name) as \($0.text)" } ?? name, children: children)
  }

  private static func key(_ key: SortKeySyntax) -> ReportTree {
    var name = key.isDescending ? "desc" : "asc"
    if let placement = key.nullPlacement { name += " nulls \(placement.rawValue)" }
    if let order = key.order { name += " using \(order.0.rawValue)" }
    return ReportTree(name, children: [tree(key.expression)])
  }

  // MARK: - Expressions

  static func tree(_ expression: ExpressionSyntax) -> ReportTree {
    let (label, parts) = shape(expression)
    return ReportTree(label, children: parts)
  }

  private static func shape(_ expression: ExpressionSyntax) -> (String, [ReportTree]) {
    switch expression.kind {
    case .parenthesized(let inner): return ("( )", [tree(inner)])
    case .unary(let sign, _, let operand): return (sign.rawValue, [tree(operand)])
    case .binary(let use, let left, let right): return (spelling(use), [tree(left), tree(right)])
    case .between(let operand, let lower, let upper, let isNegated, _):
      return (negated("between", isNegated), [operand, lower, upper].map(tree))
    case .membership(let operand, let set, let isNegated, _):
      return (negated("in", isNegated), [tree(operand)] + elements(set))
    case .isNull(let operand, let isNegated):
      return (isNegated ? "is not nil" : "is nil", [tree(operand)])
    case .typeTest(let operand, let entity, let isNegated):
      return ((isNegated ? "is not " : "is ") + entity.text, [tree(operand)])
    case .cast(let operand, let entity): return ("as \(entity.text)", [tree(operand)])
    case .quantified(let use, let path): return (use.quantifier.rawValue, [tree(path)])
    case .quantifier(let use, let argument):
      return ("\(use.quantifier.rawValue)( )", self.argument(argument))
    case .call(let name, let arguments):
      return ("\(name.text)( )", arguments.flatMap(argument))
    case .list(let elements): return ("[ ]", elements.map(tree))
    case .conditional(let condition, let then, let otherwise):
      return ("if then else", [condition, then, otherwise].map(tree))
    case .subquery(let query): return ("query", [tree(query, keyword: "from")])
    default: return (SyntaxPrinter().text(of: expression), [])
    }
  }

  private static func elements(_ set: MembershipSet) -> [ReportTree] {
    switch set {
    case .values(let values): [tree(values)]
    case .range(let lower, let upper, let isClosed):
      [ReportTree(isClosed ? "..." : "..<", children: [tree(lower), tree(upper)])]
    }
  }

  private static func argument(_ argument: CallArgument) -> [ReportTree] {
    let value = tree(argument.expression)
    let first =
      argument.distinct == nil ? value : ReportTree("distinct", children: [value])
    return [first] + (argument.filter.map { [clause("where", [tree($0)])] } ?? [])
  }

  private static func spelling(_ use: BinaryOperatorUse) -> String {
    let options = (use.ignoresCase ? "c" : "") + (use.ignoresDiacritics ? "d" : "")
    return negated(use.operator.rawValue, use.isNegated) + (options.isEmpty ? "" : "[\(options)]")
  }

  private static func negated(_ word: String, _ isNegated: Bool) -> String {
    isNegated ? "not \(word)" : word
  }
}
