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
    case durations
    case moments
  }

  /// Lines and dots are placed by numbers and dates; everything else is evenly spaced names.
  private var form: AxisForm {
    guard kind == .line || kind == .scatter, request.labels.count == 1 else { return .names }
    switch headers[request.labels[0]].type {
    case .date: return .moments
    case .duration: return .durations
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
    return request.labels.map { texts.string(batch.value(row: row, column: $0)) }
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
    let axisUnit = form == .durations ? DurationUnit(of: found) : nil
    let axis: Chart.Axis =
      switch form {
      case .names: .names(names)
      case .numbers: .numbers(found)
      case .durations: .numbers(found.map { axisUnit?.count($0) ?? $0 })
      case .moments: .moments(found)
      }
    let unit = unit
    return Chart(
      kind,
      title: title(unit, axisUnit),
      axis: axis,
      axisName: axisName,
      series: request.values.indices.map { series($0, kept, unit) },
      bins: request.bins,
      notes: notes,
      timeZone: timeZone
    )
  }

  /// The unit if the values are durations, otherwise nil.
  private var unit: DurationUnit? {
    guard request.values.contains(where: { headers[$0].type == .duration }) else { return nil }
    return DurationUnit(of: series.flatMap { $0.values.compactMap { $0 } })
  }

  /// The series of a column for the rows at `kept`.
  private func series(_ index: Int, _ kept: [Int], _ unit: DurationUnit?) -> Chart.Series {
    let numbers = series[index]
    var infinite: [Int: Double] = [:]
    if !numbers.infinite.isEmpty {
      for (place, row) in kept.enumerated() { infinite[place] = numbers.infinite[row] }
    }
    return Chart.Series(
      name: header(request.values[index]),
      values: kept.map { row in numbers.values[row].map { unit?.count($0) ?? $0 } },
      infinite: infinite
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
      add(numbers.infinite.count, "is", "are", "infinite (not shown)")
      add(numbers.withMonths, "has", "have", "months, whose length varies (not shown)")
    }
    return notes
  }

  /// `3 of 20 have no date`
  private func placeNotes() -> [String] {
    let months = "\(axisName) with months, whose length varies (not shown)"
    let counts = [
      (places.missing, "no \(axisName)"),
      (places.infinite.count, "an infinite \(axisName) (not shown)"),
      (places.withMonths, months),
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

  /// `spent by name`, `age in days over date`
  private func title(_ unit: DurationUnit?, _ axisUnit: DurationUnit?) -> String {
    let columns =
      request.values.map(header).joined(separator: ", ") + (unit.map { " in \($0.name)" } ?? "")
    // Sparklines show their names beside them.
    if kind == .spark { return unit == nil ? "" : columns }
    guard !axisName.isEmpty else { return columns }
    let axis = axisName + (axisUnit.map { " in \($0.name)" } ?? "")
    return kind == .bar || kind == .column ? "\(columns) by \(axis)" : "\(columns) over \(axis)"
  }
}
