import Execution
import Expressions
import Model
import Rendering

/// Explains the order of rows: their keys, and which key decided between neighbors.
struct SortTrace {
  let keys: [SortKey]
  let texts: FetchTextPrinter
  let labels: RecordLabels
  let evaluator: ScalarEvaluator<SnapshotRecords>

  /// A tree for each row, in order.
  func trees(_ rows: [(id: RecordID, reference: Int64)]) throws -> [ReportTree] {
    let values = try rows.map { try keyValues(of: $0.reference) }
    return rows.indices.map { index in
      let previous = index > 0 ? values[index - 1] : nil
      return ReportTree(
        "\(index + 1). \(labels.label(rows[index].id))",
        detail: keyText(values[index]),
        remark: previous.map { decision($0, values[index]) }
      )
    }
  }

  /// The keys of one record: `name = "Rent"`.
  func keyText(of reference: Int64) throws -> String { keyText(try keyValues(of: reference)) }

  private func keyValues(of reference: Int64) throws -> [Value] {
    try keys.map { try evaluator.evaluate($0.expression, scopes: [reference]) }
  }

  private func keyText(_ values: [Value]) -> String {
    zip(keys, values).map { "\(texts.text(of: $0.expression)) = \(texts.text(of: $1))" }
      .joined(separator: ", ")
  }

  /// Why a row is after the previous one.
  private func decision(_ previous: [Value], _ own: [Value]) -> String {
    for (index, key) in keys.enumerated()
    where KeyOrder.compare(previous[index], own[index], by: key) != 0 {
      return "after the previous row by \(texts.text(of: key.expression)): "
        + reason(previous[index], own[index], key)
    }
    return "after the previous row by identity: all keys are equal"
  }

  private func reason(_ previous: Value, _ own: Value, _ key: SortKey) -> String {
    if own.isNull || previous.isNull { return key.nullsFirst ? "nil first" : "nil last" }
    let sign = key.isDescending ? "<" : ">"
    let direction = key.isDescending ? ", descending" : ""
    return "\(texts.text(of: own)) \(sign) \(texts.text(of: previous))\(order(key))\(direction)"
  }

  private func order(_ key: SortKey) -> String {
    guard key.expression.type == .string else { return "" }
    return key.order == .standard ? " in the standard order" : " by Unicode scalars"
  }
}
