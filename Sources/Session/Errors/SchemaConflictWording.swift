import Model
import Rendering
import Storage

/// The wording of why a model cannot be changed.
extension FailureWording {
  static func message(_ conflicts: [SchemaConflict], of entity: String) -> String {
    "\(entity) cannot be changed like this: "
      + conflicts.map(reason).joined(separator: "; ")
  }

  static func help(_ error: StoreError) -> [String] {
    if case .schemaConflict(_, let conflicts) = error { help(conflicts) } else { [] }
  }

  /// What would have to be otherwise, once for each kind of conflict.
  static func help(_ conflicts: [SchemaConflict]) -> [String] {
    var help: [String] = []
    for text in conflicts.compactMap(advice) where !help.contains(text) { help.append(text) }
    return help
  }

  private static func reason(_ conflict: SchemaConflict) -> String {
    switch conflict {
    case .losesValues(let property, let count):
      "`\(property)` would lose \(counted(count, "value"))"
    case .losesLinks(let property, let count):
      "`\(property)` would lose \(counted(count, "link"))"
    case .lacksValues(let property, let count):
      "`\(property)` is required, and \(counted(count, "record")) \(count == 1 ? "lacks" : "lack") it"
    case .repeatedValues(let property):
      "`\(property)` is not unique in the records there are"
    case .noCase(let property, let text, let enumeration):
      "`\(property)` holds \(self.text(.string(text))), which is no case of \(enumeration)"
    case .otherParent(let count):
      "it has \(counted(count, "record")), and records keep what their model specialises"
    case .unfit(let reason):
      reason
    }
  }

  private static func advice(_ conflict: SchemaConflict) -> String? {
    switch conflict {
    case .lacksValues: "what is added to records that are there is optional, or has a default"
    case .losesValues, .losesLinks: "changes that lose data are not made by declaring a model"
    case .repeatedValues, .noCase, .otherParent, .unfit: nil
    }
  }
}
