import Expressions
import Model
import Storage
import Testing

/// Bound conditions are written so that they read back as the same ones.
@Suite struct FetchTextTests {
  private static let schema = try? BoundTexts.schema(
    """
    model Shop { name: String unique, limit: Double, open: Bool?, `order by`: Int?, sales: [Sale] inverse shop, spent = sum(sales.total), left = limit - spent }
    model Sale { name: String, amount: Double, pieces: Int, price: Decimal?, code: UUID?, raw: Data?, at: Date?, shop: Shop?, total = amount * pieces }
    """
  )

  /// As it is written by hand, and as it is printed if that differs.
  @Test(arguments: [
    ("limit > 3.5", nil), ("spent > limit and left < 0.0", nil), ("limit > 3", "limit > 3.0"),
    ("not (limit > 3.0)", "not limit > 3.0"), ("not (name ~ \"x\")", "name !~ \"x\""),
    ("name != \"x\" or open", nil), ("not open", nil),
    ("(limit > 1.0 or open) and name ~ \"a\"", nil),
    ("any sales.amount > 2", "any(sales where amount > 2.0)"),
    ("all sales.amount > 2.0", "all(sales where amount > 2.0)"),
    ("none(sales where amount > 2.0 and pieces == 1)", nil),
    ("sum(sales.amount * sales.pieces) > 1.0", "spent > 1.0"),
    ("sum(sales.total where pieces > 1) / 2.0 > 1.0", nil), ("max(sales.at) == nil", nil),
    ("limit in 1.0...5.0", nil), ("limit between 1 and 5", "limit in 1.0...5.0"),
    ("limit not in 1.0..<5.0", nil), ("name not in [\"a\", \"b\\n\\\"\"]", nil),
    ("(if open then 1.0 else limit * 2.0) > 1.0", nil), ("(limit ?? 1.0) + 2.0 * 3.0 > 1.0", nil),
    ("(limit + 1.0) * 2.0 > -limit", nil), ("limit - (1.0 - 2.0) > 0.0", nil),
    ("`order by` == 3", nil), ("name starts with[cd] \"x\" or name not like \"*a?\"", nil),
    ("open is nil and name is not nil", nil), ("length(name) > 3 and lower(name) == \"x\"", nil),
    ("any(sales where at > now - 7 days)", nil), ("name =~ \"É\"", nil),
  ])
  func shopConditions(text: String, printed: String?) throws {
    try expect(text, printed, of: "Shop")
  }

  @Test(
    arguments: [
      ("shop.limit > amount", nil), ("shop.spent > 3.0", nil), ("shop == nil", nil),
      ("at > 2026-01-05 and at < 2026-01-05T12:30:15.250000", nil), ("price > 1", nil),
      ("code == uuid \"6F9619FF-8B86-D011-B42D-00CF4FC964FF\"", nil),
      ("shop in (Shop where limit > 3.0 sort name desc limit 2)", nil), ("total > 3.0", nil),
      ("at + 3 months > today", nil), ("count(shop.sales) > 1", nil),
      ("amount / pieces > 1.0 and pieces % 2 == 0", nil), ("min(amount, 3.0) > 1.0", nil),
      ("name matches \"^a+$\"", nil), ("raw == data \"AQID\"", nil),
    ] as [(String, String?)]
  )
  func saleConditions(text: String, printed: String?) throws {
    try expect(text, printed, of: "Sale")
  }

  private func expect(_ text: String, _ printed: String?, of entity: String) throws {
    let schema = try #require(Self.schema)
    let bound = try condition(text, entity, schema)
    let names = ComputedNames(schema: schema, expressions: [bound])
    let result = FetchTextPrinter(names: names).text(of: bound)
    if let printed {
      #expect(result == printed)
    } else {
      #expect(try condition(result, entity, schema) == bound, "\(text) became \(result)")
    }
  }

  private func condition(_ text: String, _ entity: String, _ schema: Schema) throws
    -> TypedExpression
  {
    let request = try BoundTexts.request("fetch \(entity) where \(text)", in: schema)
    return try #require(request.predicate)
  }
}
