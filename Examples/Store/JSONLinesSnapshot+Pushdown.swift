import Expressions
import Foundation
import Martlet

/// Skips lines that cannot match before they are parsed.
extension JSONLinesSnapshot: PushdownSnapshot {
  /// For `attribute == "text"`, skips the lines without that text. The engine tests the others.
  func supportedParts(
    of request: FetchRequest,
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
  /// The string that an attribute must equal, or nil for other conditions.
  fileprivate var wantedText: String? {
    guard case .comparison(.equal, let left, let right) = kind,
      case .attribute(_, of: .scope(level: 0, _)) = left.kind,
      case .literal(.string(let text)) = right.kind
    else { return nil }
    return text
  }
}

extension Line {
  /// Whether the line may contain a string. JSON can write any character as an escape.
  fileprivate func mayHold(_ wanted: Data) -> Bool {
    text.contains(UInt8(ascii: "\\")) || wanted.isEmpty || text.range(of: wanted) != nil
  }
}
