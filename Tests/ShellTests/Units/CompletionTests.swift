import Model
import Testing

@testable import Shell

/// Completions at the end of an input, for a small schema.
@Suite struct CompletionTests {
  static let schema = Schema(entities: [
    Entity(
      name: "Budget",
      properties: [
        .attribute(Attribute(name: "name", type: .string)),
        .attribute(Attribute(name: "limit", type: .double)),
        .relationship(
          Relationship(name: "expenses", destination: "Expense", isToMany: true, inverse: "budget")
        ),
        .relationship(
          Relationship(
            name: "_users",
            destination: "Expense",
            isToMany: true,
            inverse: "x",
            isAnonymous: true
          )
        ),
      ]
    ),
    Entity(
      name: "Expense",
      properties: [
        .attribute(Attribute(name: "amount", type: .double)),
        .attribute(
          Attribute(
            name: "place",
            type: .composite(
              CompositeType(fields: [
                CompositeField(name: "city", type: .string, isOptional: true),
                CompositeField(
                  name: "geo",
                  type: .composite(
                    CompositeType(fields: [
                      CompositeField(name: "lat", type: .double, isOptional: true)
                    ])
                  ),
                  isOptional: true
                ),
              ])
            )
          )
        ),
        .relationship(
          Relationship(name: "budget", destination: "Budget", isToMany: false, inverse: "expenses")
        ),
      ]
    ),
  ])

  private static let names = CompletionNames(
    schema: Schema(
      entities: schema.entities + [
        Entity(
          name: "Item",
          properties: [
            .attribute(Attribute(name: "title", type: .string)),
            .attribute(Attribute(name: "kind", type: .enumeration(kind))),
          ]
        )
      ],
      types: [.enumeration(kind, documentation: nil)]
    ),
    queries: [
      .init(entity: "Budget", name: "over", parameters: [], result: schema.entity("Budget")),
      .init(entity: nil, name: "finish", parameters: ["w"], result: nil, isChange: true),
      .init(entity: "Budget", name: "reset", parameters: [], result: nil, isChange: true),
      .init(entity: nil, name: "recent", parameters: ["days"], result: schema.entity("Expense")),
      .init(
        entity: nil,
        name: "sums",
        parameters: [],
        result: Entity(
          name: "@sums",
          properties: [.attribute(Attribute(name: "total", type: .double))]
        )
      ),
    ],
    otherStores: ["memory", "old"],
    otherModels: ["Budget", "Trip"],
    parameters: ["least", "who"]
  )
  private static let kind = EnumerationType(name: "Kind", cases: ["small", "large"])

  /// What the newer statements, saved queries and parameters take.
  static let statements: [(text: String, candidates: [String])] = [
    ("fetch Budget.", ["over"]),
    ("count Expense.", []),
    ("fetch rec", ["recent("]),
    ("fetch recent(", ["days"]),
    ("fetch recent(days: 3, ", []),
    ("fetch recent(days: $", ["$least", "$who"]),
    ("fetch recent(days: 3) where am", ["amount"]),
    ("fetch recent(days: 3) where budget.", ["name", "limit", "expenses"]),
    ("fetch Budget.over sort na", ["name"]),
    ("fetch sums where to", ["total", "today"]),
    ("fetch sums where total > 3 gr", ["group"]),
    ("fetch (", ["fetch"]),
    ("fetch (fe", ["fetch"]),
    ("count (f", ["fetch"]),
    ("fetch (fetch Bud", ["Budget"]),
    ("fetch (fetch Budget) where li", ["limit"]),
    ("fetch (fetch Expense select amount as cost, budget) where co", ["cost"]),
    (
      "fetch (fetch Expense select amount as cost, budget) where budget.",
      ["name", "limit", "expenses"]
    ),
    ("fetch (fetch Expense select amount, budget) select am", ["amount"]),
    ("fetch (fetch Expense select amount, budget) sel", ["select"]),
    ("fetch Expense where budget in (Bud", ["Budget"]),
    ("fetch Expense where budget in (rec", ["recent("]),
    ("use ", ["memory", "old"]),
    ("use o", ["old"]),
    ("use old ", []),
    ("copy ", ["all", "Budget", "Trip"]),
    ("copy T", ["Trip"]),
    ("copy Trip ", ["from"]),
    ("copy Trip, ", ["Budget", "Trip"]),
    ("copy Trip, Budget fr", ["from"]),
    ("copy all fr", ["from"]),
    ("copy all from ", ["memory", "old"]),
    ("copy all from old ", []),
    ("let x = ", ["fetch", "insert", "update", "delete", "upsert"]),
    ("let x(b: Budget) = update Budget set li", ["limit"]),
    ("do ", ["finish(", "Budget."]),
    ("do fin", ["finish("]),
    ("do Budget.", ["reset"]),
    ("do finish(", ["w"]),
    ("fetch fin", []),
    ("expect ", ["count", "fetch", "error"]),
    ("expect f", ["fetch"]),
    ("expect (", ["count", "fetch"]),
    ("expect count Bud", ["Budget"]),
    ("expect fetch Budget where li", ["limit"]),
    ("expect (count Budget where li", ["limit"]),
    ("expect fetch Budget is", ["is empty", "is not empty"]),
    ("expect fetch Budget is ", ["not", "empty"]),
    ("expect fetch Budget is not ", ["empty"]),
    ("expect error \"x\" insert Budget li", ["limit"]),
    ("let x(days: Int = 7, ", []),
    ("let x(days: I", ["Int", "Item"]),
    ("let x(days: Int = 7) = fetch Expense where am", ["amount"]),
    ("let x(days: Int = 7, name: String) = fetch Expense where amount > $", ["$days", "$name"]),
    ("let x = fetch rec", ["recent("]),
    ("export ", ["all", "fetch", "count"]),
    ("export (", ["fetch", "count"]),
    ("export (count Bud", ["Budget"]),
    ("export count Bud", ["Budget"]),
    ("export (fetch Bud", ["Budget"]),
    ("export (fetch rec", ["recent("]),
    ("export (fetch Budget where li", ["limit"]),
    ("export (fetch Budget where count(expenses where am", ["amount"]),
    ("export (fetch Budget so", ["sort"]),
    ("export (fetch Budget) t", ["to"]),
    ("export fetch Budget where li", ["limit"]),
    ("export fetch Budget where limit > 3 t", ["to"]),
    ("export fetch Budget t", ["to"]),
    ("apply s", ["stdin"]),
    ("apply 'x.jsonl' a", ["as"]),
    ("merge phone a", ["asking"]),
    ("merge phone into this p", ["preferring"]),
    ("merge phone preferring newest a", []),
    ("merge phone asking p", []),
    ("preview ap", ["apply"]),
    ("import 'x.csv' into Budget map { l", ["limit"]),
    ("import 'x.csv' into Budget map { limit: l", []),
    ("import 'x.csv' into Budget map { limit: l, n", ["name"]),
    ("trace ", ["fetch"]),
    ("trace fetch Budget where li", ["limit"]),
    ("version 2 { m", ["model"]),
    ("version 2 { model Budget { name: String } re", ["rename"]),
    ("version 2 { rename Bu", ["Budget"]),
    ("version 2 { rename Budget t", ["to"]),
    ("version 2 { rename Budget.na", ["name"]),
    ("version 2 { rename Budget.name t", ["to"]),
    ("version 2 { set Budget.", ["name", "limit", "expenses"]),
    ("version 2 { allow ", ["loss"]),
    ("migrate 2 ", ["allow"]),
    ("migrate 2 allow ", ["loss"]),
    ("preview m", ["merge", "migrate"]),
    ("watch f", ["fetch", "for"]),
    ("watch fetch Budget so", ["sort"]),
    ("watch for 10 seconds f", ["fetch"]),
    ("watch for 10 seconds fetch Budget where li", ["limit"]),
    ("explain r", ["run", "redo", "rollback", "relate", "restore"]),
    ("explain run f", ["fetch"]),
    ("explain fetch Budget where name ~ 'a' and lim", ["limit"]),
    ("explain run fetch Budget so", ["sort"]),
    ("fetch Budget group ", ["by"]),
    ("fetch Budget group by na", ["name"]),
    ("fetch Budget group by name hav", ["having"]),
    (
      "fetch Budget group by name having count() > 3 s",
      ["starts with", "seconds", "sample", "select", "sort"]
    ),
    ("fetch Budget select name dis", ["distinct"]),
    ("fetch Budget where name m", ["matches"]),
    ("fetch Expense select rank() ov", ["over"]),
    ("fetch Expense select sum(amount) ov", ["over"]),
    ("fetch Expense select rank() over (", ["group", "sort", "rows", "range"]),
    ("fetch Expense select rank() over (group ", ["by"]),
    ("fetch Expense select rank() over (group by amount s", ["sort", "starts with"]),
    ("fetch Expense select rank() over (group by amount r", ["rows", "range"]),
    ("fetch Expense select rank() over (sort amount d", ["desc"]),
    ("fetch Expense select rank() over (sort amount desc r", ["rows", "range"]),
    ("fetch Expense select sum(amount) over (sort amount rows ", ["all", "$least", "$who"]),
    ("fetch Expense select sum(amount) over (sort amount rows 2 b", ["before"]),
    ("fetch Expense select sum(amount) over (sort amount rows all ", ["before", "after"]),
    (
      "fetch Expense select sum(amount) over (sort amount rows 2 before ",
      ["all", "$least", "$who"]
    ),
    ("fetch Expense select sum(amount) over (sort amount rows 2 before 1 ", ["after"]),
    ("fetch Budget sort limit limit 3 per na", ["name"]),
    ("fetch Expense where budget in (Budget sort limit limit 1 p", ["per"]),
    ("fetch Expense where budget in (Budget sort limit limit 1 per na", ["name"]),
    ("fetch Budget sort limit limit 3 per name, li", ["limit"]),
    ("fetch Budget where limit > $", ["$least", "$who"]),
    ("fetch Budget where limit > $w", ["$who"]),
    ("fetch Budget limit $l", ["$least"]),
    ("fetch Budget $", []),
    ("= $", ["$least", "$who"]),
    ("fetch Item where kind == .", ["small", "large"]),
    ("fetch Item where kind in [.small, .l", ["large"]),
    ("fetch Budget where name == .", ["small", "large"]),
    ("insert Item kind: .s", ["small"]),
    ("fetch Budget where self is ", ["not", "nil", "Budget", "Expense", "Item"]),
    ("fetch Budget where (self as E", ["Expense"]),
    ("extend ", ["Budget", "Expense", "Item"]),
    ("extend Budget { note: Str", ["String"]),
    ("extend Budget { kind: K", ["Kind"]),
    ("model Car: B", ["Budget"]),
    ("model Plant { name: String u", ["unique"]),
    ("model Plant { name: String unique[", ["c]", "d]", "cd]"]),
    ("model Plant { name: String unique[c", ["c]", "cd]"]),
    ("extend Budget { unique[d", ["d]"]),
    ("model Plant { name: String, height: Double c", ["cascade", "check"]),
    ("model Plant { name: String\n  size = n", []),
    ("enum Size { s", []),
    ("struct Place { city: S", ["String"]),
    ("relate ", ["Budget", "Expense", "Item"]),
    ("relate Expense.", ["amount", "place", "budget"]),
    ("relate Expense.amount ", ["to"]),
    ("relate Expense.amount to B", ["Budget"]),
    ("relate Expense.amount to Budget.li", ["limit"]),
    ("relate Expense.amount to Budget.limit ", ["as"]),
    ("fetch Budget select expenses { amount where am", ["amount"]),
    ("fetch Budget where all(expenses where budget.na", ["name"]),
    ("fetch Budget as b where none(expenses where b.li", ["limit"]),
  ]

  @Test(arguments: statements)
  func candidatesOfStatements(text: String, candidates: [String]) {
    let found = Self.candidates(text)
    let wanted = candidates.contains { $0.hasSuffix("(") }
    #expect(found.filter { wanted || !$0.hasSuffix("(") } == candidates, "\(text)")
  }

  static let exact: [(text: String, candidates: [String])] = [
    ("fetch ", ["Budget", "Expense", "Item", "sums"]),
    ("count ", ["Budget", "Expense", "Item", "sums"]),
    ("insert ", ["Budget", "Expense", "Item"]),
    ("fetch only ", ["Budget", "Expense", "Item"]),
    ("fetch E", ["Expense"]),
    ("fetch e", ["Expense"]),
    (
      "fetch Budget ",
      [
        "as", "as of", "where", "group", "having", "sample", "select", "distinct", "sort", "limit",
        "offset", "chart",
      ]
    ),
    ("fetch Budget where name == 'x' l", ["like", "limit"]),
    (
      "fetch Budget limit 3 ",
      [
        "per", "where", "group", "having", "sample", "select", "distinct", "sort", "offset",
        "chart",
      ]
    ),
    (
      "count Budget ",
      [
        "as", "as of", "where", "sample", "group", "having", "select", "distinct", "limit",
        "offset",
      ]
    ),
    ("fetch Expense where budget.", ["name", "limit", "expenses"]),
    ("fetch Expense where budget?.n", ["name"]),
    ("fetch Expense where place.", ["city", "geo"]),
    ("fetch Expense where place.geo.", ["lat"]),
    ("fetch Expense where amount.", []),
    ("fetch Budget where sum(expenses.a", ["amount"]),
    ("fetch Budget select name as ", []),
    ("fetch Budget where any e", ["expenses"]),
    ("fetch Budget where any expenses.", ["amount", "place", "budget"]),
    ("fetch Budget where any(expenses where a", ["amount", "any", "all"]),
    ("fetch Budget where count(expenses w", ["where"]),
    ("fetch Budget where sum(expenses.amount where budget.", ["name", "limit", "expenses"]),
    ("fetch Budget where count(expenses where amount > 3) > 1 and li", ["limit"]),
    ("fetch Budget as b where any(expenses where b.", ["name", "limit", "expenses"]),
    ("fetch Budget where self.", ["name", "limit", "expenses"]),
    ("fetch Budget where @", ["id"]),
    ("fetch Budget where count(@inverse(", ["Budget", "Expense", "Item"]),
    ("fetch Budget where count(@inverse(Expense.", ["budget"]),
    ("fetch Budget where any @inverse(Expense.budget).", ["amount", "place", "budget"]),
    ("fetch Budget where any @inverse(Expense.budget).place.geo.", ["lat"]),
    ("fetch Expense where budget in (", ["Budget", "Expense", "Item", "sums"]),
    ("fetch Expense where budget in (Budget ", ["where", "sort", "limit", "offset"]),
    ("fetch Expense where budget in (Budget where lim", ["limit"]),
    (
      "fetch Expense where budget in (Budget where limit > 3 s", ["starts with", "seconds", "sort"]
    ),
    ("fetch Expense where budget in (Budget where limit > 3) and am", ["amount"]),
    ("fetch Budget select expenses { am", ["amount"]),
    ("fetch Budget select expenses { amount where bu", ["budget"]),
    ("fetch Budget select expenses { amount sort amount d", ["desc"]),
    ("fetch Budget select expenses { amount l", ["limit", "like"]),
    ("fetch Budget select expenses { amount where amount > 3 wh", []),
    ("fetch Budget select expenses { budget { na", ["name"]),
    ("fetch Budget select expenses { amount }, na", ["name"]),
    ("fetch Budget select expenses { amount } w", ["where"]),
    ("insert Expense amount: 3, budget: (", ["Budget", "Expense", "Item", "sums", "recent("]),
    ("insert Expense amount: 3, budget: (Budget where na", ["name"]),
    ("fetch Budget sort name d", ["desc", "distinct"]),
    ("insert Budget ", ["name", "limit", "expenses"]),
    ("insert Budget name: 'x', ", ["limit", "expenses"]),
    ("fe", ["fetch"]),
    ("fetch Budget;cou", ["count"]),
    ("fetch Budget\nfetch Expense where a", ["amount", "any", "all"]),
    ("fetch Budget where name ~ 'fe", []),
    ("// fe", []),
    ("model Plant { height: D", ["Double", "Decimal", "Date", "Data"]),
  ]

  @Test(arguments: exact)
  func candidates(text: String, candidates: [String]) {
    let found = Self.candidates(text)
    if text.hasSuffix("D") || text.hasPrefix("insert") || candidates.isEmpty {
      #expect(Set(found) == Set(candidates), "\(text)")
    } else {
      #expect(found.filter { !$0.hasSuffix("(") } == candidates, "\(text)")
    }
  }

  @Test func anOperandIsAMemberAFunctionOrAConstant() {
    let found = Self.candidates("fetch Budget where ")
    #expect(found.prefix(3) == ["name", "limit", "expenses"])
    #expect(!found.contains("sum(") && found.contains("true"))
    #expect(Self.candidates("fetch Budget where s").contains("sum("))
    #expect(!found.contains("_users") && !found.contains("sort") && !found.contains("Budget"))
  }

  @Test func operatorsAndClausesFollowAnOperand() {
    let found = Self.candidates("fetch Budget where name ")
    #expect(found.contains("contains") && found.contains("and") && found.contains("sort"))
    #expect(!found.contains("limit(") && !found.contains("name") && !found.contains("where"))
  }

  @Test func commonPrefixIsFound() {
    let texts = ["expenses", "expense", "expert"].map { Completion.Candidate($0) }
    #expect(Completion(replaced: 0, candidates: texts).commonPrefix == "expe")
    #expect(Completion.none.commonPrefix == "")
  }

  /// No candidate breaks the text before it: the text with it parses up to there, and completion
  /// fails at no cut.
  @Test func everyTruncationIsHandled() {
    for (text, _) in Self.exact + Self.statements {
      for end in text.indices { _ = Self.candidates(String(text[..<end])) }
    }
  }

  private static func candidates(_ text: String) -> [String] {
    Completer(names: names).languageCompletion(text).candidates.map(\.text)
  }
}
