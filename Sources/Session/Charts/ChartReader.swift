import Diagnostics
import Foundation
import Model
import Rendering
import Storage

/// Makes a chart of the rows of a result.
struct ChartReader {
  private let kind: Chart.Kind
  private let request: ChartRequest
  private let headers: [ResultHeader]
  private let rowCount: Int
  private let timeZone: TimeZone
  private let texts: ValueText
  private var names: [String] = []
  private var places: [Double?] = []
  private var series: [[Double?]]
  /// How many values of each series are nil, and how many are infinite.
  private var missing: [Int]
  private var infinite: [Int]

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
    series = request.values.map { _ in [] }
    missing = request.values.map { _ in 0 }
    infinite = missing
  }

  /// What the first axis holds.
  private enum AxisForm {
    case names
    case numbers
    case moments
  }

  /// Lines and dots stand at the places of numbers and dates; everything else is one name beside the other.
  private var form: AxisForm {
    guard kind == .line || kind == .scatter, request.labels.count == 1 else { return .names }
    switch headers[request.labels[0]].type {
    case .date: return .moments
    case let type where type.isNumeric: return .numbers
    default: return .names
    }
  }

  mutating func add(_ batch: ResultBatch) {
    let form = form
    for row in 0..<batch.count {
      for (index, column) in request.values.enumerated() {
        add(batch.value(row: row, column: column), to: index)
      }
      switch form {
      case .names: names.append(name(batch, row))
      case .numbers, .moments:
        places.append(batch.value(row: row, column: request.labels[0]).place)
      }
    }
  }

  private mutating func add(_ value: Value, to index: Int) {
    let number = value.place
    if number == nil { missing[index] += 1 }
    let isInfinite = number.map { !$0.isFinite } ?? false
    if isInfinite { infinite[index] += 1 }
    series[index].append(isInfinite ? nil : number)
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
      kept = kept.filter { places[$0].map(\.isFinite) ?? false }
      let lost = rowCount - kept.count
      if lost > 0 {
        notes.append(Self.note(lost, of: rowCount, "has", "have", "no \(axisName)"))
      }
      // From left to right, rows of one place in their order.
      if kind == .line { kept.sort { (places[$0] ?? 0, $0) < (places[$1] ?? 0, $1) } }
    }
    let axis: Chart.Axis =
      switch form {
      case .names: .names(names)
      case .numbers: .numbers(kept.map { places[$0] ?? 0 })
      case .moments: .moments(kept.map { places[$0] ?? 0 })
      }
    return Chart(
      kind,
      title: title,
      axis: axis,
      axisName: axisName,
      series: request.values.indices.map { index in
        Chart.Series(
          name: header(request.values[index]),
          values: form == .names ? series[index] : kept.map { series[index][$0] }
        )
      },
      bins: request.bins,
      notes: notes,
      timeZone: timeZone
    )
  }

  /// `3 of 20 have no value`
  private func valueNotes() -> [String] {
    var notes: [String] = []
    for index in request.values.indices {
      let name = request.values.count > 1 ? "\(header(request.values[index])): " : ""
      if missing[index] > 0 {
        notes.append(name + Self.note(missing[index], of: rowCount, "has", "have", "no value"))
      }
      if infinite[index] > 0 {
        let words = "infinite and not drawn"
        notes.append(name + Self.note(infinite[index], of: rowCount, "is", "are", words))
      }
    }
    return notes
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

  private var title: String {
    let drawn = request.values.map(header).joined(separator: ", ")
    guard !axisName.isEmpty else { return kind == .spark ? "" : drawn }
    return kind == .bar || kind == .column ? "\(drawn) by \(axisName)" : "\(drawn) over \(axisName)"
  }
}

extension Value {
  /// Where it lies along an axis: a number, or the microseconds since 1970; nil for anything else.
  fileprivate var place: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number.isNaN ? nil : number
    case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue
    case .date(let moment): Double(moment.microseconds)
    default: nil
    }
  }
}
