import Rendering

/// What a person may want to know of a stage, though nothing is lost.
enum StageNote: StageFact {
  case added
  /// What records get; nil where there is no default.
  case addedTo(records: Int, default: String?)
  case removed
  case removedAfterStep
  case removedWithout(MemberContent)
  case specializes(String)
  /// The name of before; the number of values that have it, where that is told.
  case renamed(String, values: Int? = nil)
  case moved(from: [OldMember], values: Int)
  /// What was computed is stored.
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
    case .removed: "goes"
    case .removedAfterStep: "goes, after a step has read it"
    case .removedWithout(let content): "goes; no record had a \(content)"
    case .specializes(let parent): "specialises `\(parent)`"
    case .renamed(let name, let values):
      "was `\(name)`" + (values.map { ", \(counted($0, "value"))" } ?? "")
    case .moved(let members, let values): "was \(members.text), \(counted(values, "value"))"
    case .stored: "keeps what was computed"
    case .converted(let types, let values): "\(types.text), \(counted(values, "value"))"
    case .defaulted(let value, let records):
      "`\(value)` in \(counted(records, "record")) that had none"
    case .set(let records): "is set in \(counted(records, "record"))"
    case .linksKept(let count):
      "\(counted(count, "link")) \(count == 1 ? "is" : "are") carried over"
    }
  }
}
