import Diagnostics
import Expressions
import Model
import Storage
import Syntax

/// Binds `chart`: chooses the columns for labels and numbers.
struct ChartBinder {
  let clause: ChartClause
  /// The columns of the result.
  let columns: [OutputColumn]
  /// The columns that are group keys, which label rows whatever their type.
  let keys: Set<String>
  /// The columns that are only drawn if named: counts of related records.
  var drawnOnlyIfNamed: Set<String> = []
  /// The group keys, if no key is a column of the result.
  var hiddenKeys: [OutputColumn] = []
  let findings: Findings

  /// The maximum number of bins.
  static let maxBins = 1_000

  private var kind: ChartKind { clause.kind }

  func chart(_ named: [OutputColumn], bins: Int?) -> BoundChart? {
    let known = findings.all.count
    checkFile()
    checkBins()
    let drawn = named.isEmpty ? usual() : self.drawn(named)
    guard let drawn, findings.all.count == known else { return nil }
    return BoundChart(
      kind: kind,
      labels: drawn.labels,
      values: drawn.values,
      bins: bins,
      path: clause.path
    )
  }

  private func checkFile() {
    guard let path = clause.path, !path.text.lowercased().hasSuffix(".svg") else { return }
    findings.report(ChartError.fileEnding(path))
  }

  private func checkBins() {
    guard let written = clause.bins, kind != .histogram else { return }
    findings.report(ChartError.binsOfOther(written.span, kind))
  }

  // MARK: Columns that are not named

  private typealias Drawn = (labels: [OutputColumn], values: [OutputColumn])

  private func usual() -> Drawn? {
    let needed = kind == .scatter ? 2 : 1
    var numbers = columns.filter {
      !keys.contains($0.name) && !drawnOnlyIfNamed.contains($0.name)
        && $0.expression.type.isNumeric
    }
    var labels = defaultLabels
    if kind == .line, labels.isEmpty, numbers.count > 1 { labels = [numbers.removeFirst()] }
    guard numbers.count >= needed else {
      return findings.fail(
        ChartError.noNumbers(clause.kindSpan, kind, needed: needed, found: numbers.map(\.name))
      )
    }
    switch kind {
    case .bar, .column, .line: return (labels, numbers)
    case .scatter: return ([numbers[0]], [numbers[1]])
    case .histogram:
      guard numbers.count == 1 else {
        return findings.fail(
          ChartError.severalNumbers(clause.kindSpan, kind, names: numbers.map(\.name))
        )
      }
      return ([], numbers)
    }
  }

  /// The group keys; otherwise the first string or date, for a line chart preferably a date.
  ///
  /// If no such column is shown, hidden keys.
  private var defaultLabels: [OutputColumn] {
    let keyed = columns.filter { keys.contains($0.name) && $0.expression.type.isLabel }
    if !keyed.isEmpty { return keyed }
    let texts = columns.filter { $0.expression.type.isUsualLabel }
    let dates = texts.filter { $0.expression.type == .date }
    if let label = (kind == .line ? dates.first : nil) ?? texts.first { return [label] }
    return hiddenKeys.filter(\.expression.type.isLabel)
  }

  // MARK: Named columns

  private func drawn(_ named: [OutputColumn]) -> Drawn? {
    switch kind {
    case .histogram where named.count != 1:
      return refuse("one column")
    case .scatter where named.count != 2:
      return refuse("two columns, for x and y")
    case .histogram:
      return areNumbers(named, from: 0) ? ([], named) : nil
    case .scatter:
      return isLabel(named[0], mustBeAxis: true) && areNumbers(named, from: 1)
        ? ([named[0]], [named[1]]) : nil
    case .bar, .column, .line:
      guard named.count > 1 else {
        let labels = defaultLabels.filter { $0.expression != named[0].expression }
        return areNumbers(named, from: 0) ? (labels, named) : nil
      }
      return isLabel(named[0], mustBeAxis: false) && areNumbers(named, from: 1)
        ? ([named[0]], Array(named.dropFirst())) : nil
    }
  }

  private func refuse(_ needed: String) -> Drawn? {
    return findings.fail(ChartError.columnCount(clause.kindSpan, kind, needed: needed))
  }

  private func areNumbers(_ named: [OutputColumn], from start: Int) -> Bool {
    var fit = true
    for index in named.indices.dropFirst(start) where !named[index].expression.type.isNumeric {
      report(named[index], at: index, isLabel: false)
      fit = false
    }
    return fit
  }

  private func isLabel(_ column: OutputColumn, mustBeAxis: Bool) -> Bool {
    let type = column.expression.type
    if mustBeAxis ? type.isNumeric || type == .date : type.isLabel { return true }
    report(column, at: 0, isLabel: !mustBeAxis)
    return false
  }

  private func report(_ column: OutputColumn, at index: Int, isLabel: Bool) {
    findings.report(
      ChartError.unsuitableColumn(
        clause.columns[index].span,
        kind,
        name: column.name,
        found: column.expression.type,
        isLabel: isLabel
      )
    )
  }
}

extension ValueType {
  /// Whether values are default labels.
  fileprivate var isUsualLabel: Bool {
    switch self {
    case .string, .enumeration, .record, .date: true
    default: false
    }
  }

  /// Whether values can be labels.
  fileprivate var isLabel: Bool {
    switch self {
    case .composite, .toMany, .list, .data, .null: false
    default: true
    }
  }
}
