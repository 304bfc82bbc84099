import Expressions
import Model
public import Storage
public import Syntax

/// A bound chart whose columns are not yet those of a result.
struct BoundChart {
  let kind: ChartKind
  /// The labels of rows, or their positions on the x axis.
  var labels: [OutputColumn]
  /// The numeric columns.
  var values: [OutputColumn]
  let bins: Int?
  let path: FilePathSyntax?
  /// Whether the labels are group keys that are neither named nor shown.
  var hasHiddenKeys = false
}

/// A request with its chart.
public struct ChartedFetch {
  /// The request; columns that are only drawn follow the shown ones.
  public let request: FetchRequest
  /// The chart; nil if there is none.
  public let chart: ChartRequest?
  /// The file to write the chart to; nil to print it.
  public let path: FilePathSyntax?

  /// Adds columns for everything that is drawn.
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

  /// A copy with another request with the same columns.
  init(_ fetch: ChartedFetch, request: FetchRequest) {
    (self.request, chart, path) = (request, fetch.chart, fetch.path)
  }
}

extension BoundChart {
  /// The chart of a saved query over the rows of an outer query, whose attributes are the saved
  /// query's columns. Nil if a drawn column is not shown there.
  func read(through saved: [OutputColumn], shownAs outer: [OutputColumn]) -> BoundChart? {
    func shown(_ columns: [OutputColumn]) -> [OutputColumn]? {
      let found = columns.compactMap { column in
        saved.first { $0.expression == column.expression }
          .flatMap { inner in outer.first { $0.name == inner.name } }
      }
      return found.count == columns.count ? found : nil
    }
    // Hidden keys are not available here, so rows are numbered.
    guard let labels = hasHiddenKeys ? [] : shown(labels), let values = shown(values) else {
      return nil
    }
    return BoundChart(kind: kind, labels: labels, values: values, bins: bins, path: path)
  }
}
