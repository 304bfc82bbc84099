import Binding
import Diagnostics
import Model
import Storage
import Syntax
import Testing

/// The trees that binding makes of statements.
@Suite struct BinderTests {
  private static let schema = try? BoundTexts.schema(
    """
    model Budget { name: String unique, limit: Double, expenses: [Expense] inverse budget, spent = sum(expenses.total) }
    model Expense { amount: Double, quantity: Int, price: Decimal?, code: UUID?, date: Date?, budget: Budget?, total = amount * quantity, share = total / budget.spent }
    """
  )

  @Test(arguments: [
    ("amount > 1", "literal is Double"), ("quantity > 1.5", "literal is Double"),
    ("price == 0.1", "literal is Decimal"), ("price > 3", "literal is Decimal"),
    ("date > \"2026-01-01\"", "literal is Date"),
    ("code == \"6F9619FF-8B86-D011-B42D-00CF4FC964FF\"", "literal is UUID"),
  ])
  func literalsAdaptToTheOtherOperand(text: String, expected: String) throws {
    let predicate = try #require(try Self.request("fetch Expense where \(text)").predicate)
    guard case .comparison(_, _, let literal) = predicate.kind else {
      Issue.record("no comparison")
      return
    }
    #expect("literal is \(literal.type)" == expected)
  }

  @Test func computedAttributesAreInlinedWithTheirOwnScopes() throws {
    let request = try Self.request("fetch Expense select share")
    let share = try #require(request.columns.first?.expression)
    guard case .arithmetic(.divide, let total, let spent) = share.kind,
      case .aggregate(let sum) = spent.kind, let element = sum.element
    else {
      Issue.record("\(share)")
      return
    }
    let expense = RecordExpression.scope(level: 0, entity: "Expense")
    #expect(total.recordsRead == [expense])
    #expect(sum.level == 1)
    #expect(sum.base.entity == "Budget")
    #expect(element.recordsRead == [.scope(level: 1, entity: "Expense")])
  }

  @Test func anAggregateInsideAnElementHasADeeperScope() throws {
    let request = try Self.request("fetch Budget select sum(expenses.share)")
    let outer = try #require(request.columns.first?.expression)
    guard case .aggregate(let sum) = outer.kind, let element = sum.element,
      case .arithmetic(_, _, let inner) = element.kind, case .aggregate(let spent) = inner.kind
    else {
      Issue.record("\(outer)")
      return
    }
    #expect(sum.level == 1)
    #expect(spent.level == 2)
    #expect(spent.element?.recordsRead == [.scope(level: 2, entity: "Expense")])
  }

  @Test func nilsGoFirstAscendingAndLastDescending() throws {
    let keys = try Self.request(
      "fetch Expense sort date, amount desc, quantity desc nulls first, price nulls last"
    ).sort
    #expect(keys.map(\.nullsFirst) == [true, false, true, false])
  }

  @Test func parametersAdaptLikeStrings() throws {
    let options = BindingOptions(parameters: [
      "since": ParameterValue(.string("2026-01-01"), .string)
    ])
    let query = try BoundTexts.query("fetch Expense where date > $since")
    let schema = try #require(Self.schema)
    let predicate = try Binder(schema: schema, options: options).bindFetch(query).predicate
    guard case .comparison(_, _, let literal)? = predicate?.kind else {
      Issue.record("no comparison")
      return
    }
    #expect(literal.type == .date)
    #expect(throws: DiagnosticList.self) { try Binder(schema: schema).bindFetch(query) }
  }

  @Test func everyRelationshipGetsAnInverse() throws {
    let schema = try BoundTexts.schema("model A { bs: [B] }\nmodel B { n: Int }")
    let inverse = try #require(schema.entity("B")?.relationships.first)
    #expect(inverse.isAnonymous)
    #expect(!inverse.isToMany)
    #expect(inverse.inverse == "bs")
    #expect(schema.entity("A")?.relationship("bs")?.inverse == inverse.name)
  }

  @Test func allIndependentErrorsAreReportedInOrder() throws {
    do {
      _ = try Self.request("fetch Budget where nme == 1 select lmit sort foo limit 0")
      Issue.record("nothing was reported")
    } catch let list as DiagnosticList {
      let starts = list.all.compactMap { $0.primary?.span.lowerBound }
      #expect(starts == [19, 35, 45, 55])
    }
  }

  private static func request(_ text: String) throws -> FetchRequest {
    try BoundTexts.request(text, in: #require(schema))
  }
}

extension TypedExpression {
  /// The records that attributes of the expression are read from, without repeats.
  fileprivate var recordsRead: Set<RecordExpression> {
    switch kind {
    case .attribute(_, let record): [record]
    case .arithmetic(_, let left, let right): left.recordsRead.union(right.recordsRead)
    case .widen(let operand): operand.recordsRead
    default: []
    }
  }
}
