import Expressions
import Model

/// Describes how the engine tests a condition.
struct MethodReason {
  let text: String

  init(_ condition: TypedExpression, _ texts: FetchTextPrinter) {
    text = Self.reason(condition, texts)
  }

  private static func reason(_ condition: TypedExpression, _ texts: FetchTextPrinter) -> String {
    if condition.isConstant { return "the same for all records" }
    let parts = condition.allParts
    if let query = parts.lazy.compactMap(\.query).first {
      return "the query of \(query.entity) runs once; its records are then looked up in a set"
    }
    for part in parts {
      if case .aggregate(let aggregate) = part.kind {
        let path = texts.source(of: aggregate)
        return "reads the \(path) of a whole batch at once and aggregates them"
      }
    }
    if let attribute = condition.testedString {
      if attribute.isKind { return "reads the model of each record" }
      return "runs once for each distinct value of \(texts.text(of: attribute))"
    }
    if let path = parts.lazy.compactMap(\.followed).first {
      return "follows \(texts.text(of: path)) by reference, then compares whole columns"
    }
    return "compares whole columns, a batch at a time"
  }
}

extension TypedExpression {
  /// The expression and all its parts in the same scope.
  var allParts: [TypedExpression] { [self] + children.flatMap(\.allParts) }

  fileprivate var query: RecordQuery? {
    if case .membershipInQuery(_, let query) = kind { query } else { nil }
  }

  /// The string attribute that this condition compares with constants.
  fileprivate var testedString: TypedExpression? {
    switch kind {
    case .not(let operand): return operand.testedString
    case .match, .membership, .comparison(.equal, _, _), .comparison(.notEqual, _, _):
      guard let first = children.first, case .attribute(_, .scope) = first.kind,
        first.type == .string, children.dropFirst().allSatisfy(\.isConstant)
      else { return nil }
      return first
    default: return nil
    }
  }

  /// Whether this is the entity of a record in an inheritance tree.
  fileprivate var isKind: Bool {
    if case .attribute(let path, _) = kind {
      path.components == [Schema.kindAttribute]
    } else {
      false
    }
  }

  /// The related record that this attribute is read from.
  fileprivate var followed: TypedExpression? {
    switch kind {
    case .attribute(_, let record), .record(let record), .composite(_, let record):
      guard case .toOne = record else { return nil }
      return TypedExpression(.record(record), .record(entity: record.entity))
    default: return nil
    }
  }
}
