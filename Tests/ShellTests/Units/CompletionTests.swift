import Model
import Testing

@testable import Shell

/// What may stand at the end of a text, for a small schema.
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

  static let exact: [(text: String, candidates: [String])] = [
    ("fetch ", ["Budget", "Expense"]),
    ("count ", ["Budget", "Expense"]),
    ("insert ", ["Budget", "Expense"]),
    ("fetch only ", ["Budget", "Expense"]),
    ("fetch E", ["Expense"]),
    ("fetch e", ["Expense"]),
    (
      "fetch Budget ",
      ["where", "group", "having", "select", "distinct", "sort", "limit", "offset"]
    ),
    ("fetch Budget where name == 'x' l", ["like", "limit"]),
    (
      "fetch Budget limit 3 ", ["where", "group", "having", "select", "distinct", "sort", "offset"]
    ),
    ("count Budget ", ["where"]),
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
    ("fetch Budget where count(@inverse(", ["Budget", "Expense"]),
    ("fetch Budget where count(@inverse(Expense.", ["budget"]),
    ("fetch Budget where any @inverse(Expense.budget).", ["amount", "place", "budget"]),
    ("fetch Budget where any @inverse(Expense.budget).place.geo.", ["lat"]),
    ("fetch Expense where budget in (", ["Budget", "Expense"]),
    ("fetch Expense where budget in (Budget ", ["where", "sort", "limit", "offset"]),
    ("fetch Expense where budget in (Budget where lim", ["limit"]),
    ("fetch Expense where budget in (Budget where limit > 3 s", ["starts with", "sort"]),
    ("fetch Expense where budget in (Budget where limit > 3) and am", ["amount"]),
    ("fetch Budget select expenses { am", ["amount"]),
    ("fetch Budget select expenses { amount where bu", ["budget"]),
    ("fetch Budget select expenses { amount sort amount d", ["desc"]),
    ("fetch Budget select expenses { amount l", ["like", "limit"]),
    ("fetch Budget select expenses { amount where amount > 3 wh", []),
    ("fetch Budget select expenses { budget { na", ["name"]),
    ("fetch Budget select expenses { amount }, na", ["name"]),
    ("fetch Budget select expenses { amount } w", ["where"]),
    ("insert Expense amount: 3, budget: (", ["Budget", "Expense"]),
    ("insert Expense amount: 3, budget: (Budget where na", ["name"]),
    ("fetch Budget sort name d", ["desc", "distinct"]),
    ("insert Budget ", ["name", "limit", "expenses"]),
    ("insert Budget name: 'x', ", ["name", "limit", "expenses"]),
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
    #expect(found.contains("sum(") && found.contains("lower(") && found.contains("true"))
    #expect(!found.contains("_users") && !found.contains("sort") && !found.contains("Budget"))
  }

  @Test func behindAnOperandStandOperatorsAndClauses() {
    let found = Self.candidates("fetch Budget where name ")
    #expect(found.contains("contains") && found.contains("and") && found.contains("sort"))
    #expect(!found.contains("limit(") && !found.contains("name") && !found.contains("where"))
  }

  @Test func theCommonBeginningIsFound() {
    let texts = ["expenses", "expense", "expert"].map { Completion.Candidate($0) }
    #expect(Completion(replaced: 0, candidates: texts).commonPrefix == "expe")
    #expect(Completion.none.commonPrefix == "")
  }

  private static func candidates(_ text: String) -> [String] {
    Completer(schema: schema).languageCompletion(text).candidates.map(\.text)
  }
}
