import Expressions
import Model
public import Storage
public import Syntax

/// A chart with its meaning, as long as its columns are those of no result yet.
struct BoundChart {
  let kind: ChartKind
  /// What names the rows, or places them along the first axis.
  var labels: [OutputColumn]
  /// The numbers.
  var values: [OutputColumn]
  let bins: Int?
  let path: FilePathSyntax?
  /// Whether the labels are keys of groups that nobody named and no column shows.
  var hasHiddenKeys = false
}

/// A query that is drawn: its request and what of that is drawn.
public struct ChartedFetch {
  /// The request, behind whose shown columns stand those that are only drawn.
  public let request: FetchRequest
  /// What is drawn; nil where the query has no chart.
  public let chart: ChartRequest?
  /// The file that the chart goes to; nil for the place where results go.
  public let path: FilePathSyntax?

  /// The query with columns for all that is drawn.
  init(_ bound: BoundQuery) {
    var request = bound.request
    let shownCount = request.columns.count
    chart = bound.chart.map { chart in
      func place(_ column: OutputColumn) -> Int {
        if let place = request.columns.firstIndex(where: { $0.expression == column.expression }) {
          return place
        }
        request.columns.append(column)
        return request.columns.count - 1
      }
      return ChartRequest(
        kind: chart.kind.rawValue,
        labels: chart.labels.map(place),
        values: chart.values.map(place),
        bins: chart.bins,
        shownCount: shownCount
      )
    }
    path = bound.chart?.path
    self.request = request
  }

  /// The same with another request, which has the same columns.
  init(_ fetch: ChartedFetch, request: FetchRequest) {
    (self.request, chart, path) = (request, fetch.chart, fetch.path)
  }
}

extension BoundChart {
  /// The chart of a saved query over the rows of a query around it: the columns of the one are attributes of rows
  /// that the other shows. Nil where something that is drawn is not shown there.
  func read(through saved: [OutputColumn], shownAs outer: [OutputColumn]) -> BoundChart? {
    func shown(_ columns: [OutputColumn]) -> [OutputColumn]? {
      let found = columns.compactMap { column in
        saved.first { $0.expression == column.expression }
          .flatMap { inner in outer.first { $0.name == inner.name } }
      }
      return found.count == columns.count ? found : nil
    }
    // Without keys that are only drawn the rows have numbers.
    guard let labels = hasHiddenKeys ? [] : shown(labels), let values = shown(values) else {
      return nil
    }
    return BoundChart(kind: kind, labels: labels, values: values, bins: bins, path: path)
  }
}
