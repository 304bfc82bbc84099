import Model
import Rendering

/// What is lost in a stage.
enum StageLoss: StageFact {
  /// Why something is lost where its member stays.
  enum Reason: String {
    /// Another model declares the member, which some records are not of.
    case otherModel = "of records without it"
    case toOne = "as a record leads to one only"
  }

  case records(Int)
  case members(MemberContent, Int, Reason? = nil)
  case order(records: Int)
  case rounded(TypeChange, values: Int, ValueExample)
  /// Values that are none of the new type.
  case misfits(ValueType, values: Int, ValueExample)
  /// Why a saved query no longer fits.
  case query(String)

  var text: String {
    switch self {
    case .records(let count): "goes with \(counted(count, "record"))"
    case .members(let content, let count, let reason):
      "\(counted(count, content.rawValue)) would be lost"
        + (reason.map { ", \($0.rawValue)" } ?? "")
    case .order(let records): "the order in \(counted(records, "record")) would be lost"
    case .rounded(let types, let values, let example):
      "\(counted(values, "value")) \(values == 1 ? "loses" : "lose") a part as \(types.text), "
        + "such as \(example.text)"
    case .misfits(let type, let values, let example):
      StageProblem.misfits(type, values: values, example).text + ": nil from then on"
    case .query(let fault): "no longer fits: \(fault)"
    }
  }
}
