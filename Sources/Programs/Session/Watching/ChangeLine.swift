public import Diagnostics
import Model
public import Rendering

/// Formats changes of a watched result as lines, escaped for a terminal.
public struct ChangeLine {
  private let context: RenderingContext
  /// The maximum width of a value on a terminal.
  private let valueWidth: Int?

  /// Creates a formatter for an output.
  public init(_ context: RenderingContext) {
    self.context = context
    valueWidth = context.width.map { max(20, $0 / 2) }
  }

  /// `~ Budget#1  limit: 500.0 → 600.0`
  public func line(_ change: RowChange) -> StyledText {
    var line = StyledText()
    line.append(change.kind.sign, change.kind.role)
    if let name = name(of: change.key) {
      line.append(" " + name, .heading)
      line.append(" ")
    }
    if let remark = remark(change) { line.append(" (\(remark))", .dim) }
    let fields = change.kind == .changed ? differences(change) : whole(change.old + change.new)
    if !fields.isEmpty { line.append(" " + fields.joined(separator: ", ")) }
    return line
  }

  /// `2 inserted, 1 changed; 12 rows`
  public func summary(_ changes: ResultChanges) -> String {
    let counts = Dictionary(grouping: changes.changes, by: \.kind).mapValues(\.count)
    let parts = RowChange.Kind.all.compactMap { kind in
      counts[kind].map { "\(groupedDigits($0)) \(kind.rawValue)" }
    }
    return parts.joined(separator: ", ") + "; " + counted(changes.rowCount, "row")
  }

  private func name(of key: RowKey) -> String? {
    switch key {
    case .record(let id): text(.record(id))
    case .group(let values) where !values.isEmpty: values.map(text).joined(separator: ", ")
    case .group, .values: nil
    }
  }

  private func remark(_ change: RowChange) -> String? {
    switch (change.kind, change.place) {
    case (.entered, _): "now within the limit"
    case (.left, _): "now beyond the limit"
    case (.moved, let place?), (.changed, let place?): "now row \(groupedDigits(place + 1))"
    default: nil
    }
  }

  private func whole(_ fields: [ObjectField]) -> [String] {
    fields.map { "\(escapedForTerminal($0.name)): \(text($0.value))" }
  }

  private func differences(_ change: RowChange) -> [String] {
    zip(change.old, change.new).map { old, new in
      "\(escapedForTerminal(old.name)): \(text(old.value)) \(arrow) \(text(new.value))"
    }
  }

  private var arrow: String { context.usesUnicode ? "→" : "->" }

  private func text(_ value: Value) -> String {
    let text = context.values.cut(to: valueWidth).string(value)
    return valueWidth.map { fitted(text, toWidth: $0, ellipsis: ellipsis).text } ?? text
  }

  private var ellipsis: String { context.usesUnicode ? "…" : "..." }
}

extension RowChange.Kind {
  /// All kinds, in the order of counts.
  fileprivate static let all: [RowChange.Kind] = [
    .inserted, .entered, .changed, .moved, .removed, .left,
  ]

  fileprivate var sign: String {
    switch self {
    case .inserted, .entered: "+"
    case .changed, .moved: "~"
    case .removed, .left: "-"
    }
  }

  fileprivate var role: TextRole {
    switch self {
    case .inserted, .entered: .string
    case .changed, .moved: .warning
    case .removed, .left: .error
    }
  }
}
