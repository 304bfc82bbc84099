import Binding
import Diagnostics
import Foundation
import Model
import Rendering
import Storage

/// Creates a chart from the rows of a result.
struct ChartReader {
  private let kind: Chart.Kind
  private let request: ChartRequest
  private let headers: [ResultHeader]
  private let rowCount: Int
  private let timeZone: TimeZone
  private let texts: ValueText
  private var names: [String] = []
  private var places = ChartNumbers()
  private var series: [ChartNumbers]

  init(
    _ request: ChartRequest,
    _ headers: [ResultHeader],
    rowCount: Int,
    _ timeZone: TimeZone
  ) {
    self.request = request
    self.headers = headers
    self.rowCount = rowCount
    self.timeZone = timeZone
    kind = Chart.Kind(rawValue: request.kind) ?? .bar
    texts = ValueText(timeZone: timeZone)
    series = request.values.map { _ in ChartNumbers() }
  }

  /// What the horizontal axis shows.
  private enum AxisForm {
    case names
    case numbers
    case moments
  }

  /// Lines and dots are placed by numbers and dates; everything else is evenly spaced names.
  private var form: AxisForm {
    guard kind == .line || kind == .scatter, request.labels.count == 1 else { return .names }
    switch headers[request.labels[0]].type {
    case .date: return .moments
    case let type where type.isNumeric: return .numbers
    default: return .names
    }
  }

  mutating func add(_ batch: ResultBatch) {
    let isNamed = form == .names
    for row in 0..<batch.count {
      for (index, column) in request.values.enumerated() {
        series[index].add(batch.value(row: row, column: column))
      }
      if isNamed {
        names.append(name(batch, row))
      } else {
        places.add(batch.value(row: row, column: request.labels[0]))
      }
    }
  }

  private func name(_ batch: ResultBatch, _ row: Int) -> String {
    if request.labels.isEmpty { return String(names.count + 1) }
    return request.labels.map { column in
      let value = batch.value(row: row, column: column)
      return value.isNull && batch.isTotal(row: row, column: column)
        ? totalMark : texts.string(value)
    }
    .joined(separator: ", ")
  }

  // MARK: The chart

  func chart() -> Chart {
    let form = form
    var notes = valueNotes()
    var kept = Array(0..<rowCount)
    if form != .names {
      kept = kept.filter { places.values[$0] != nil }
      notes += placeNotes()
      // Sort from left to right, keeping the order of rows at the same place.
      if kind == .line {
        kept.sort { (places.values[$0] ?? 0, $0) < (places.values[$1] ?? 0, $1) }
      }
    }
    let found = form == .names ? [] : kept.map { places.values[$0] ?? 0 }
    let axis: Chart.Axis =
      switch form {
      case .names: .names(names)
      case .numbers: .numbers(found)
      case .moments: .moments(found)
      }
    return Chart(
      kind,
      title: title,
      axis: axis,
      axisName: axisName,
      series: request.values.indices.map { series($0, kept) },
      bins: request.bins,
      notes: notes,
      timeZone: timeZone
    )
  }

  /// The series of a column for the rows at `kept`.
  private func series(_ index: Int, _ kept: [Int]) -> Chart.Series {
    Chart.Series(
      name: header(request.values[index]),
      values: kept.map { series[index].values[$0] }
    )
  }

  /// `3 of 20 have no value`
  private func valueNotes() -> [String] {
    var notes: [String] = []
    for (index, numbers) in series.enumerated() {
      let name = series.count > 1 ? "\(header(request.values[index])): " : ""
      func add(_ count: Int, _ one: String, _ many: String, _ what: String) {
        guard count > 0 else { return }
        notes.append(name + Self.note(count, of: rowCount, one, many, what))
      }
      add(numbers.missing, "has", "have", "no value")
      add(numbers.infinite, "is", "are", "infinite (not shown)")
    }
    return notes
  }

  /// `3 of 20 have no date`
  private func placeNotes() -> [String] {
    let counts = [
      (places.missing, "no \(axisName)"),
      (places.infinite, "an infinite \(axisName) (not shown)"),
    ]
    return counts.filter { $0.0 > 0 }.map { Self.note($0.0, of: rowCount, "has", "have", $0.1) }
  }

  private static func note(
    _ count: Int,
    of all: Int,
    _ one: String,
    _ many: String,
    _ what: String
  ) -> String {
    "\(groupedDigits(count)) of \(groupedDigits(all)) \(count == 1 ? one : many) \(what)"
  }

  private func header(_ column: Int) -> String { escapedForTerminal(headers[column].name) }

  private var axisName: String { request.labels.map(header).joined(separator: ", ") }

  /// `spent by name`
  private var title: String {
    let columns = request.values.map(header).joined(separator: ", ")
    guard !axisName.isEmpty else { return columns }
    return kind == .bar || kind == .column
      ? "\(columns) by \(axisName)" : "\(columns) over \(axisName)"
  }
}
