import Rendering

/// A change that loses no data but may be of interest.
enum StageNote: StageFact {
  case added
  /// The default for existing records; nil if there is none.
  case addedTo(records: Int, default: String?)
  case removed
  case removedAfterStep
  case removedWithout(MemberContent)
  case specializes(String)
  /// The old name, and the number of values with it, if counted.
  case renamed(String, values: Int? = nil)
  /// A computed attribute becomes a stored one.
  case stored
  case converted(TypeChange, values: Int)
  case defaulted(String, records: Int)
  case set(records: Int)
  case linksKept(Int)

  var text: String {
    switch self {
    case .added: "is new"
    case .addedTo(let records, let value):
      "is new, \(value.map { "`\($0)`" } ?? "nil") in \(counted(records, "record"))"
    case .removed: "is removed"
    case .removedAfterStep: "is removed after a step has read it"
    case .removedWithout(let content): "is removed; no record had a \(content)"
    case .specializes(let parent): "is now a submodel of `\(parent)`"
    case .renamed(let name, let values):
      "was `\(name)`" + (values.map { ", \(counted($0, "value"))" } ?? "")
    case .stored: "stores the computed values"
    case .converted(let types, let values): "\(types.text), \(counted(values, "value"))"
    case .defaulted(let value, let records):
      "`\(value)` in \(counted(records, "record")) that had none"
    case .set(let records): "is set in \(counted(records, "record"))"
    case .linksKept(let count):
      "\(counted(count, "link")) \(count == 1 ? "is" : "are") carried over"
    }
  }
}
