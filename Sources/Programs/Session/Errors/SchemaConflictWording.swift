import Model
import Rendering
package import Storage
import Syntax

/// The messages for rejected changes of models.
extension FailureWording {
  static func message(_ conflicts: [SchemaConflict], of entity: String) -> String {
    "cannot make this change to \(entity): " + conflicts.map(reason).joined(separator: "; ")
  }

  /// Help, once for each kind of conflict.
  static func help(_ conflicts: [SchemaConflict]) -> [String] {
    var help: [String] = []
    for text in conflicts.compactMap(advice) where !help.contains(text) { help.append(text) }
    return help
  }

  package static func reason(_ conflict: SchemaConflict) -> String {
    switch conflict {
    case .losesValues(let property, let count):
      "`\(property)` would lose \(counted(count, "value"))"
    case .losesLinks(let property, let count):
      "`\(property)` would lose \(counted(count, "link"))"
    case .lacksValues(let property, let count):
      "`\(property)` is required but missing in \(counted(count, "record"))"
    case .repeatedValues(let property):
      "`\(property)` is not unique in the existing records"
    case .sharedValues(let properties, let count, let values, let examples, let ignored):
      "\(counted(count, "record")) share their \(quoted(properties)), such as "
        + "\(examples.map(\.description).joined(separator: " and ")) with "
        + values.map(text).joined(separator: ", ") + ChangeProblemWording.ignoring(ignored)
    case .brokenRule(let rule, let count, let example):
      count == 1
        ? "\(example) breaks `check \(rule)`"
        : "\(counted(count, "record")) break `check \(rule)`, such as \(example)"
    case .failingRule(let rule, let reason):
      "`check \(rule)` cannot be computed: \(reason)"
    case .outOfBounds(let property, let bounds, let count, let example, let found):
      (count == 1
        ? "\(example) has \(found) \(property)"
        : "\(counted(count, "record")) have too few or too many \(property), such as \(example) with "
          + "\(found)")
        + ", but \(text(bounds)) are allowed"
    case .noCase(let property, let text, let enumeration):
      "`\(property)` holds \(self.text(.string(text))), which is not a case of \(enumeration)"
    case .otherParent(let count):
      "its \(counted(count, "record")) cannot change the parent model"
    case .unsupported(let reason):
      reason
    }
  }

  private static func advice(_ conflict: SchemaConflict) -> String? {
    switch conflict {
    case .lacksValues: "new members of existing records must be optional or have a default"
    case .losesValues, .losesLinks:
      "a `version` allows changes that lose data; `preview migrate` shows the losses"
    case .repeatedValues, .sharedValues, .brokenRule, .failingRule, .outOfBounds, .noCase,
      .otherParent, .unsupported:
      nil
    }
  }

  /// A query for the conflicting records; nil if there is none.
  package static func query(finding conflict: SchemaConflict, of entity: String) -> String? {
    let entity = quotedIfNeeded(entity)
    switch conflict {
    case .sharedValues(_, _, _, _, _?): return nil
    case .sharedValues(let properties, _, _, _, nil):
      let names = properties.map(quotedIfNeeded).joined(separator: ", ")
      return "fetch \(entity) group by \(names) having count() > 1"
    case .brokenRule(let rule, _, _):
      return "fetch \(entity) where not (\(rule))"
    case .outOfBounds(let property, let bounds, _, _, _):
      let count = "count(\(quotedIfNeeded(property)))"
      guard let maximum = bounds.maximum else {
        return "fetch \(entity) where \(count) < \(bounds.minimum)"
      }
      return "fetch \(entity) where \(count) not in \(bounds.minimum)...\(maximum)"
    default:
      return nil
    }
  }

  /// `1 to 10`
  static func text(_ bounds: RelationshipBounds) -> String {
    bounds.maximum.map { "\(bounds.minimum) to \($0)" } ?? "\(bounds.minimum) or more"
  }

  /// `` `owner` and `name` ``
  private static func quoted(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: " and ")
  }
}
