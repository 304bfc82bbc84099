import Demo
import Features
import MemoryStore
import Rendering
import Session
import Storage
import Testing

/// Charts of queries with windows read the rows of windows, as tables do.
@Suite struct WindowChartTests {
  @Test(arguments: [
    ("fetch Expense select date, sum(amount) over (sort date) as running", "chart line"),
    ("fetch Budget select name, limit sort rank() over (sort limit desc)", "chart bar"),
    ("fetch Budget select rank() over (sort limit) as r", "chart bar name, r"),
    (
      "fetch Expense group by budget.name select budget.name as b, sum(total) as s, "
        + "100 * sum(total) / sum(sum(total)) over () as pct",
      "chart bar b, pct"
    ),
    (
      "fetch Expense group by budget select budget.name, count(), rank() over (sort count()) as r",
      "chart bar"
    ),
    ("fetch Expense group by budget.name select rank() over (sort count()) as r", "chart bar"),
  ])
  func chartsOfWindows(query: String, chart: String) throws {
    let session = QuerySession(store: InMemoryStore())
    try session.loadDemo()
    guard case .rows(let rows) = try session.run(text: query).answer,
      case .charted(let charted) = try session.run(text: "\(query) \(chart)").answer
    else {
      Issue.record("\(query)")
      return
    }
    #expect(charted.rows.rowCount == rows.rowCount)
    #expect(charted.rows.headers.map(\.name) == rows.headers.map(\.name))
    #expect(try charted.text(in: RenderingContext(width: 80)).contains("│"))
  }
}
