import Binding
import Foundation
import Rendering
import Session
import Storage

/// A result that is charted for people; programs get the rows without a chart.
final class ChartedRows: RowsWithChart {
  /// The rows without the columns that only the chart needs.
  let rows: any ResultRows
  /// The rows with all columns; those only for the chart are last.
  private let whole: any ResultRows
  private let request: ChartRequest
  private let timeZone: TimeZone
  private let cancellation: CancellationFlag

  init(
    _ whole: any ResultRows,
    _ request: ChartRequest,
    _ timeZone: TimeZone,
    _ cancellation: CancellationFlag
  ) {
    (self.whole, self.request, self.timeZone) = (whole, request, timeZone)
    self.cancellation = cancellation
    rows =
      request.shownCount == whole.headers.count
      ? whole : whole.selecting(Array(0..<request.shownCount))
  }

  /// The chart drawn with characters.
  func text(in context: RenderingContext) throws -> String {
    ChartText(try chart(), in: context).text
  }

  func picture() throws -> (svg: String, description: String)? {
    let chart = try chart()
    let picture = ChartSVG(chart)
    guard picture.drawnCount > 0 else { return nil }
    return (picture.lines.joined(separator: "\n"), "\(chart.title): \(picture.summary)")
  }

  /// The chart; throws the store's errors and ``Cancellation``.
  func chart() throws -> Chart {
    var reader = ChartReader(request, whole.headers, rowCount: whole.rowCount, timeZone)
    let size = 4_096
    for start in stride(from: 0, to: whole.rowCount, by: size) {
      try cancellation.check()
      reader.add(try whole.rows(start..<min(start + size, whole.rowCount)))
    }
    return reader.chart()
  }
}
