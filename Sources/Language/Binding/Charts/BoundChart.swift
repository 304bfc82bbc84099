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

  /// The chart with transformed expressions.
  func mapped(_ transform: (TypedExpression) -> TypedExpression) -> BoundChart {
    var chart = self
    chart.labels = labels.map { $0.mapped(transform) }
    chart.values = values.map { $0.mapped(transform) }
    return chart
  }
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
