import Binding
import Foundation
import Model
import Storage
import Testing

/// The types of expressions, and expressions with type errors.
@Suite struct TypeTests {
  private static let schema = try? BoundTexts.schema(
    """
    model Shop { name: String unique, limit: Double, open: Bool?, sales: [Sale] inverse shop, sum2 = sum(sales.total) }
    model Sale { name: String, amount: Double, count2: Int, price: Decimal?, code: UUID?, raw: Data?, at: Date, shop: Shop?, total = amount * count2, age = now - at }
    """
  )

  @Test(arguments: [
    ("count2 + 1", ValueType.int), ("count2 + 1.5", .double), ("count2 / 2", .int),
    ("amount % 2", .double), ("price * count2", .decimal), ("price + 1.5", .decimal),
    ("1.5 - price", .decimal), ("-price", .decimal), ("name + \"!\"", .string),
    ("at - at", .duration), ("at + 7 days", .date), ("2 weeks + at", .date),
    ("at - 1 month", .date), ("1 day + 2 months", .duration), ("(count2) days", .duration),
    ("(count2 * 2) hours", .duration), ("-(3 days)", .duration), ("age", .duration),
    ("at + (at - at)", .date), ("nil ?? count2", .int), ("count2 ?? 1.5", .double),
    ("price ?? 0", .decimal),
    ("if count2 > 1 then 1 else 2.5", .double), ("if count2 > 1 then nil else at", .date),
    ("code ?? \"6F9619FF-8B86-D011-B42D-00CF4FC964FF\"", .uuid), ("raw ?? \"AQID\"", .data),
    ("at ?? \"2026-01-01\"", .date), ("min(count2, 2.5)", .double), ("max(1, price)", .decimal),
    ("min(nil, name)", .string), ("sqrt(count2)", .double), ("abs(count2)", .int),
    ("round(price)", .decimal), ("length(name)", .int), ("year(\"2026-01-01\")", .int),
    ("shop", .string), ("shop.limit", .double), ("shop.sum2", .double),
    ("shop.sales", .int), ("now", .date), ("nil + count2", .int),
  ])
  func expressionsHaveTypes(text: String, expected: ValueType) throws {
    #expect(try BoundTexts.type(of: text, for: "Sale", in: #require(Self.schema)) == expected)
  }

  @Test(arguments: [
    ("count(sales)", ValueType.int), ("count(sales where amount > 1)", .int),
    ("sum(sales.count2)", .int), ("avg(sales.count2)", .double), ("sum(sales.amount)", .double),
    ("sum(sales.price)", .decimal), ("avg(sales.price)", .decimal), ("min(sales.name)", .string),
    ("max(sales.at)", .date), ("min(sales.code)", .uuid), ("sum(sales.total)", .double),
    ("sum(sales.amount * limit)", .double), ("count(sales.shop)", .int),
    ("max(sales.shop.name where total > 3)", .string),
  ])
  func aggregatesHaveTypes(text: String, expected: ValueType) throws {
    #expect(try BoundTexts.type(of: text, for: "Shop", in: #require(Self.schema)) == expected)
  }

  @Test(arguments: [
    ("Sale", "amount == price", "==: `==` cannot compare Double with Decimal"),
    ("Sale", "name == 3", "==: `==` cannot compare String with Int"),
    ("Sale", "code == \"x\"", "\"x\": \"x\" is not a UUID"),
    ("Sale", "at > \"tomorrow\"", "\"tomorrow\": \"tomorrow\" is not a Date"),
    ("Sale", "at > 2026", ">: `>` cannot compare Date with Int"),
    ("Sale", "name ~ 3", "~: `~` cannot compare String with Int"),
    ("Sale", "raw < raw", "<: `<` does not apply to Data"),
    ("Shop", "open < true", "<: `<` does not apply to Bool"),
    ("Shop", "limit", "limit: a condition must be a Bool"),
    ("Shop", "not name", "name: a condition must be a Bool"),
    (
      "Shop", "sales.amount > 1", "sales.amount: `sales` is many records, not a single value"
    ),
    ("Shop", "sales == nil", "sales: `sales` is many records, not a single value"),
    (
      "Shop", "sum(name) > 1",
      "name: `sum` aggregates a to-many relationship or an array"
    ),
    ("Shop", "sum(sales) > 1", "sales: `sum` takes Int, Double or Decimal"),
    ("Shop", "count(sales where x) > 1", "x: Sale has no attribute `x`"),
    ("Shop", "count(sales where limit > 1) > 1", "limit: Sale has no attribute `limit`"),
    ("Shop", "count(sales where amount) > 1", "amount: a condition must be a Bool"),
    ("Shop", "name.length > 1", "length: a value of type String has no member `length`"),
    ("Shop", "lenght(name) > 1", "lenght: no function is named `lenght`"),
    ("Shop", "length(name, name) > 1", "length: `length` takes one argument, not 2"),
    ("Shop", "length(limit) > 1", "limit: `length` takes String"),
    (
      "Shop", "length(name where name > \"\") > 1",
      "name > \"\": only an aggregate over a to-many relationship takes `where`"
    ),
    ("Shop", "limit in 5...1", "5...1: the lower bound of the range is above its upper bound"),
    ("Shop", "limit in 1", "1: a value of type Int is not allowed here"),
    ("Shop", "name == $who", "$who: the parameter `$who` has no value"),
    (
      "Sale", "age > 2 months",
      "2 months: months and years have no fixed length; they can only be added to a date"
    ),
    ("Sale", "at + 1.5 months > at", "1.5: `months` needs a whole number"),
    ("Sale", "at + (name) days > at", "(name): `days` needs a number"),
  ])
  func missingTypesAreReported(entity: String, condition: String, expected: String) throws {
    let text = "fetch \(entity) where \(condition)"
    let schema = try #require(Self.schema)
    let problems = try BoundTexts.problems(of: text) {
      _ = try BoundTexts.request(text, in: schema)
    }
    #expect(problems == [expected])
  }

  @Test(arguments: [
    ("at > $p", ParameterValue(.string("2026-01-01"), .string), true),
    ("code == $p", ParameterValue(.string("6F9619FF-8B86-D011-B42D-00CF4FC964FF"), .string), true),
    ("price > $p", ParameterValue(.string("1.25"), .string), true),
    ("amount > $p", ParameterValue(.string("1.25"), .string), false),
    ("amount > $p", ParameterValue(.int(1), .int), true),
    ("price > $p", ParameterValue(.int(1), .int), true),
    ("name == $p", ParameterValue(.int(1), .int), false),
    ("name == $p", ParameterValue(.null, .null), true),
    ("at > now - $p days", ParameterValue(.int(7), .int), true),
    ("at > $p", ParameterValue(.string("soon"), .string), false),
  ])
  func parametersAdaptLikeLiterals(
    condition: String,
    value: ParameterValue,
    isFitting: Bool
  ) throws {
    let schema = try #require(Self.schema)
    let options = BindingOptions(parameters: ["p": value])
    let text = "fetch Sale where \(condition)"
    let problems = try BoundTexts.problems(of: text) {
      _ = try BoundTexts.request(text, in: schema, options: options)
    }
    #expect(problems.isEmpty == isFitting, "\(problems)")
  }

  @Test(arguments: [
    ("UTC", "2026-07-01", 1_782_864_000), ("Europe/Oslo", "2026-07-01", 1_782_856_800),
    ("Europe/Oslo", "2026-07-01T00:00:00Z", 1_782_864_000),
    ("America/New_York", "2026-01-01", 1_767_243_600),
  ])
  func datesWithoutATimeZoneUseTheSessions(zone: String, date: String, seconds: Int64) throws {
    let schema = try #require(Self.schema)
    let options = BindingOptions(timeZone: try #require(TimeZone(identifier: zone)))
    for literal in [date, "\"\(date)\""] {
      let request = try BoundTexts.request(
        "fetch Sale where at == \(literal)",
        in: schema,
        options: options
      )
      guard case .comparison(_, _, let bound)? = request.predicate?.kind else {
        Issue.record("no comparison")
        continue
      }
      let expected = Timestamp(microseconds: seconds * 1_000_000)
      #expect(bound.kind == .literal(.date(expected)), "\(literal)")
    }
  }
}
