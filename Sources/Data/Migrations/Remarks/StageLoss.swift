import Model
import Rendering

/// Data that is lost in a stage.
enum StageLoss: StageFact {
  /// Why data is lost although its member stays.
  enum Reason: String {
    /// Another model declares the member.
    case otherModel = "in records of other models"
    case toOne = "because a record can reference only one"
  }

  case records(Int)
  case members(MemberContent, Int, Reason? = nil)
  case order(records: Int)
  case rounded(TypeChange, values: Int, ValueExample)
  /// Values that do not fit the new type.
  case invalidValues(ValueType, values: Int, ValueExample)
  /// Why a saved query no longer works.
  case query(String)

  var text: String {
    switch self {
    case .records(let count): "is removed with \(counted(count, "record"))"
    case .members(let content, let count, let reason):
      "\(counted(count, content.rawValue)) would be lost"
        + (reason.map { ", \($0.rawValue)" } ?? "")
    case .order(let records): "the order in \(counted(records, "record")) would be lost"
    case .rounded(let types, let values, let example):
      "\(counted(values, "value")) would lose precision (\(types.text)), "
        + "such as \(example.text)"
    case .invalidValues(let type, let values, let example):
      StageProblem.invalidValues(type, values: values, example).text + "; nil after the migration"
    case .query(let fault): "no longer works: \(fault)"
    }
  }
}
