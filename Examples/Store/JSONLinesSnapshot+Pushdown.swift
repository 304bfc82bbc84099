import Expressions
import Foundation
import Martlet

/// Lines that cannot be meant are passed over before they are taken apart.
extension JSONLinesSnapshot: PushdownSnapshot {
  /// Of `attribute == "text"` the lines without that text can be left out; the engine tests the others.
  func offer(
    _ request: FetchRequest,
    conjuncts: [TypedExpression],
    moment: EvaluationContext
  ) -> Pushdown {
    Pushdown(conjuncts: conjuncts.map { $0.wantedText == nil ? .unsupported : .inexact })
  }

  func scan(_ query: StoreQuery, _ sources: [ColumnSource]) throws -> any BatchReader {
    let wanted = query.conditions.compactMap(\.wantedText).map { Data($0.utf8) }
    let lines = lines(of: query.entity).filter { line in wanted.allSatisfy(line.mayHold) }
    return try reader(LineTable(entity(query.entity), lines), sources)
  }
}

extension TypedExpression {
  /// The text that an attribute of the fetched record must equal; nil for conditions of other forms.
  fileprivate var wantedText: String? {
    guard case .comparison(.equal, let left, let right) = kind,
      case .attribute(_, of: .scope(level: 0, _)) = left.kind,
      case .literal(.string(let text)) = right.kind
    else { return nil }
    return text
  }
}

extension Line {
  /// Whether a text may stand in the line. JSON may write any character as an escape.
  fileprivate func mayHold(_ wanted: Data) -> Bool {
    text.contains(UInt8(ascii: "\\")) || wanted.isEmpty || text.range(of: wanted) != nil
  }
}
