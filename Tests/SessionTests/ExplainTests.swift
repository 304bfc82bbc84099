import Demo
import Features
import Foundation
import MemoryStore
import Model
import Rendering
import Session
import Storage
import Syntax
import Testing

/// Outputs of `explain` and `trace` that scripts cannot record: counts, formats, limits.
@Suite struct ExplainTests {
  private static func demo() throws -> QuerySession {
    let session = QuerySession(store: InMemoryStore())
    try session.loadDemo()
    return session
  }

  private static func sections(_ text: String, _ session: QuerySession) throws -> [String: String] {
    Dictionary(
      try report(text, session).sections.map {
        ($0.title, Report.text(of: $0, in: RenderingContext()))
      },
      uniquingKeysWith: { first, _ in first }
    )
  }

  private static func report(_ text: String, _ session: QuerySession) throws -> Report {
    let outcome = try session.run(text: text)
    let report: Report? = if case .report(let report) = outcome.answer { report } else { nil }
    return try #require(report, "\(text)")
  }

  @Test(arguments: [
    ("fetch User where city == \"Oslo\" and age > 30 sort surname limit 5", "10,000 803 658 5 5 5"),
    ("fetch Budget where spent > limit", "12 5 5"),
    ("count Budget where spent > limit and limit < 0", "12 5 0"),
    (
      "fetch Expense where amount > 5 group by budget.name having count() > 3 select budget.name",
      "61 49 12 5 5"
    ),
    ("fetch User select city distinct limit 3", "8,192 13 3 3"),
  ])
  func runsWithTheRowsOfEachStep(query: String, rows: String) throws {
    let plan = try Self.sections("explain run " + query, Self.demo())["plan"] ?? ""
    let counts = plan.matches(of: #/([\d,]+) rows?, [\d.]+ /#).map { String($0.1) }
    #expect(counts.joined(separator: " ") == rows, "\(plan)")
  }

  @Test func sectionsAreInOrder() throws {
    let report = try Self.report("explain fetch Budget where limit > 1", Self.demo())
    let titles = report.sections.map(\.title)
    #expect(titles == ["statement", "bound", "plan", "Swift"])
  }

  @Test(arguments: [40, 60, 80])
  func traceFitsTheWidth(width: Int) throws {
    let text =
      "trace fetch Budget where spent > limit and any(expenses where amount > 200) "
      + "or all expenses.quantity > 3 and name ~ \"ä\" sort name desc"
    let report = try Self.report(text, Self.demo())
    let lines = report.rendered(in: RenderingContext(width: width)).split(separator: "\n")
    #expect(lines.count > 10)
    for line in lines { #expect(line.count <= width, "\(line)") }
  }

  @Test func movingDatesAreArguments() throws {
    let text = "explain fetch Expense where date > now - 3 months and date < today + 1 days"
    let sections = try Self.sections(text, Self.demo())
    let swift = sections["Swift"] ?? ""
    #expect(swift.contains("Calendar.current.date(byAdding: .month, value: -3, to: Date.now)!"))
    #expect(swift.contains("startOfDay(for: Date.now).addingTimeInterval(1 * 86_400)"))
  }
}
