/// The rules that say more than their notation.
extension GrammarSentences {
  /// How strongly the operators bind that are named here.
  private enum Strength {
    static let weakest = 2
    static let negation = 4
    static let comparison = 5
    static let negative = 9
  }

  static let specialRules: [String: @Sendable (inout GrammarSentences) -> Void] = [
    "word": { $0.write($0.pick($0.words)) },
    "quotedName": { $0.write($0.pick(["`a b`", "`where`", "`tick\\``", "`nil`", "`1`"])) },
    "string": { $0.write($0.pick(["\"a\"", "'it\"s'", "\"\"", "\"\\u{1F600}\\n\"", "'é'"])) },
    "number": { $0.write($0.pick(["0", "1", "42", "1_000", "0xFF", "3.14", "1e-9", "2.5e3"])) },
    "date": {
      $0.write($0.pick(["2026-11-21", "2024-02-29T23:59:59.5Z", "2000-01-01T00:00:00+02:00"]))
    },
    "parameter": { $0.write($0.pick(["$n", "$limit", "$days"])) },
    "frameBound": { $0.write($0.pick(["all", "1", "3"])) },
    "comparisons": { $0.write($0.pick(["==", "!=", "<"]), "3") },
    "regex": { $0.write($0.pick(["/a/", "/^V.*n$/", "/[/\\]]\\//", "/\\d+|x/"])) },
    "name": { $0.name() },
    "nameUse": { $0.name() },
    "entityName": { $0.name() },
    "expression": { $0.expression() },
    "operation": { $0.operation(Strength.weakest) },
    "negation": { $0.negation() },
    "negative": { $0.negative() },
    "measured": { $0.measured() },
    "call": { $0.call() },
    "recordKey": { $0.recordKey() },
    "primary": { $0.primary() },
    "specialMember": { $0.specialMember(isBehindPath: true) },
    "quantifier": { $0.quantifier() },
    "matchOptions": { $0.write(Self.glue, $0.pick(["[c]", "[d]", "[cd]", "[dc]"])) },
    "argument": { $0.argument() },
    "selectClause": { $0.selectClause() },
    "clauses": { $0.clauses(atLeast: 0) },
    "subquery": { $0.subquery() },
    "shape": { $0.shape() },
    "property": { $0.property() },
    "modelMember": { $0.modelMember() },
    "wholeNumber": { $0.write($0.pick(["0", "7", "42", "1_000"])) },
    "versionNumber": { $0.write($0.pick(["1", "42", "1.2.0", "2.0.10"])) },
    "relationshipBounds": { $0.relationshipBounds() },
    "upsertStatement": { $0.upsertStatement() },
    "historyStatement": { $0.historyStatement() },
    "moment": { $0.moment() },
    "diffStatement": { $0.diffStatement() },
    "importStatement": { $0.importStatement() },
    "memberEnd": { $0.write($0.pick([",", "\n", ",\n"])) },
    "parenthesized": { $0.parenthesized() },
  ]

  private var words: [String] { ["a", "name", "größe", "x1", "Budget", "amount", "expenses"] }

  mutating func name() {
    if chance(10) { rule("quotedName") } else { write(pick(words)) }
  }

  private mutating func expression() {
    if chance(8) { rule("conditional") } else { operation(Strength.weakest) }
  }

  // MARK: Operators

  /// An operation whose operators bind at least as strongly as `minimum`.
  private mutating func operation(_ minimum: Int) {
    let usable = operators.filter { $0.isInfix && $0.strength >= minimum }
    guard chance(45), !usable.isEmpty else { return prefixed(minimum) }
    let use = pick(usable)
    operation(use.strength + (use.side == "left" ? 0 : 1))
    infix(use)
  }

  private mutating func infix(_ use: GrammarOperator) {
    let spelling = pick(use.spellings)
    let canonical = use.spellings[0]
    if use.takesNot, canonical != "is", chance(20) { write("not") }
    tokens += spelling.split(separator: " ").map(String.init)
    if use.takesOptions, chance(25) { rule("matchOptions") }
    let tighter = use.strength + (use.side == "right" ? 0 : 1)
    switch canonical {
    case "in": membershipSet()
    case "between": between()
    case "is": rule("nullTest")
    case "matches" where chance(50): rule("regexLiteral")
    default: operand(tighter, behindOptions: use.takesOptions)
    }
  }

  /// A list right after an operator could be read as its options.
  private mutating func operand(_ minimum: Int, behindOptions: Bool) {
    if behindOptions { grouped() } else { operation(minimum) }
  }

  private mutating func grouped() {
    write("(")
    rule("expression")
    write(")")
  }

  private mutating func membershipSet() {
    if chance(20) { return rule("bracedList") }
    operation(Strength.comparison + 1)
    guard chance(40) else { return }
    write(pick(["...", "..<"]))
    operation(Strength.comparison + 1)
  }

  private mutating func between() {
    if chance(20) { return rule("bracedBounds") }
    operation(Strength.comparison + 1)
    write(pick(["and", "&&"]))
    operation(Strength.comparison + 1)
  }

  private mutating func prefixed(_ minimum: Int) {
    if minimum <= Strength.negation, chance(8) { return rule("negation") }
    if chance(8) { return rule("negative") }
    rule("measured")
  }

  private mutating func negation() {
    write(pick(["not", "!"]))
    operation(Strength.negation)
  }

  private mutating func negative() {
    write("-")
    prefixed(Strength.negative)
  }

  /// A unit follows a number, a parameter or parentheses.
  private mutating func measured() {
    guard chance(8) else { return rule("path") }
    let amount = pick(["number", "parameter", ""])
    if amount.isEmpty { grouped() } else { rule(amount) }
    write(pick(operators.first { $0.spellings.contains("days") }?.spellings ?? ["days"]))
  }

  // MARK: Operands

  private mutating func primary() {
    let forms = [
      "constant", "typedLiteral", "call", "recordLiteral", "parenthesized", "listLiteral",
      "parameterUse", "enumCase", "quantifier", "literal", "nameUse", "nameUse", "nameUse",
    ]
    let form = budget > 0 ? pick(forms) : "nameUse"
    if chance(6) { specialMember(isBehindPath: false) } else { rule(form) }
  }

  private mutating func specialMember(isBehindPath: Bool) {
    write("@", Self.glue)
    switch Int.random(in: 0..<(isBehindPath ? 3 : 2), using: &random) {
    case 0: write("id")
    case 1:
      write("inverse")
      rule("backlink")
    default: rule("aggregateMember")
    }
  }

  /// The elements in parentheses, or a path that does not begin with one.
  private mutating func quantifier() {
    write(pick(["any", "all", "none"]))
    if chance(50) { return rule("quantifiedElements") }
    name()
    while chance(50) {
      write(".")
      name()
    }
  }

  /// Only after the last argument can a comma follow a sort key.
  private mutating func call() {
    name()
    write(Self.glue, "(")
    var isFirst = true
    while chance(45) {
      if !isFirst { write(",") }
      rule("argument")
      isFirst = false
    }
    if !isFirst, chance(10) {
      write("sort")
      rule("sortClause")
    }
    if !isFirst, chance(10) {
      write("limit")
      rule("limitClause")
    }
    write(")")
    if chance(15) { rule("window") }
  }

  private mutating func recordKey() {
    write(Self.glue, "#", Self.glue)
    guard chance(25) else { return write(pick(["0", "3", "42"])) }
    write("(")
    rule("expression")
    while chance(30) {
      write(",")
      rule("expression")
    }
    write(")")
  }

  /// `distinct` is a name unless an operand follows that cannot follow a name.
  private mutating func argument() {
    if chance(10) {
      write("distinct")
      name()
    } else if chance(5) {
      return rule("regexLiteral")
    } else if chance(5) {
      operation(Strength.comparison + 1)
      write("...")
      rule("expression")
    } else {
      rule("expression")
    }
    guard chance(25) else { return }
    write("where")
    rule("whereClause")
  }

  private mutating func parenthesized() {
    write("(")
    if chance(15) {
      rule("subquery")
    } else {
      rule("expression")
      if chance(10) {
        write("as")
        name()
      }
    }
    write(")")
  }

  // MARK: Queries

  /// Each clause occurs once.
  private mutating func clauses(atLeast minimum: Int) {
    var kinds = [
      "as of", "where", "sample", "group", "having", "select", "distinct", "sort", "offset",
      "limit",
      "chart",
    ]
    // Queries in an expression have no moment.
    if minimum > 0 { kinds.removeFirst() }
    kinds.shuffle(using: &random)
    let count = max(minimum, budget > 0 ? Int.random(in: 0...3, using: &random) : 0)
    let chosen = Array(kinds.prefix(count))
    let outer = mayBeDistinct
    mayBeDistinct = !chosen.contains("distinct")
    for kind in chosen { clause(kind) }
    mayBeDistinct = outer
  }

  private mutating func clause(_ keyword: String, isInShape: Bool = false) {
    if keyword == "as of" {
      write("as", "of")
      return rule("moment")
    }
    write(keyword)
    if keyword != "distinct" { rule("\(keyword)Clause") }
    if keyword == "limit", !isInShape, chance(20) {
      write("per")
      rule("limitKeys")
    }
    if keyword == "group" {
      if chance(20) {
        write("pivot")
        rule("groupKey")
      }
      if chance(20) {
        write("with")
        write("totals")
      }
    }
  }

  private mutating func selectClause() {
    if mayBeDistinct, chance(15) {
      write("distinct")
      name()
      return
    }
    rule("selectItem")
    while chance(40) {
      write(",")
      rule("selectItem")
    }
  }

  private mutating func subquery() {
    if chance(20) { write("only") }
    name()
    if chance(20) {
      write("as")
      name()
    }
    clauses(atLeast: 1)
  }

  private mutating func shape() {
    rule("path")
    write("{")
    rule("selectItem")
    while chance(40) {
      write(",")
      rule("selectItem")
    }
    for keyword in ["sort", "limit", "where", "offset"] where chance(25) {
      clause(keyword, isInShape: true)
    }
    write("}")
  }
}
