import Model
import Rendering
package import Storage
import Syntax

/// The wording of why a model cannot be changed.
extension FailureWording {
  static func message(_ conflicts: [SchemaConflict], of entity: String) -> String {
    "\(entity) cannot be changed like this: "
      + conflicts.map(reason).joined(separator: "; ")
  }

  /// What would have to be otherwise, once for each kind of conflict.
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
      "`\(property)` is not unique in the records there are"
    case .sharedValues(let properties, let count, let values, let examples):
      "\(counted(count, "record")) share their \(quoted(properties)), such as "
        + "\(examples.map(\.description).joined(separator: " and ")) with "
        + values.map(text).joined(separator: ", ")
    case .brokenRule(let rule, let count, let example):
      count == 1
        ? "\(example) breaks `check \(rule)`"
        : "\(counted(count, "record")) break `check \(rule)`, such as \(example)"
    case .unansweredRule(let rule, let reason):
      "`check \(rule)` cannot be computed: \(reason)"
    case .outOfBounds(let property, let bounds, let count, let example, let found):
      (count == 1
        ? "\(example) has \(found) \(property)"
        : "\(counted(count, "record")) have too few or too many \(property), such as \(example) with "
          + "\(found)")
        + ", and \(text(bounds)) are allowed"
    case .noCase(let property, let text, let enumeration):
      "`\(property)` holds \(self.text(.string(text))), which is not a case of \(enumeration)"
    case .otherParent(let count):
      "it has \(counted(count, "record")), and records keep what their model specialises"
    case .unfit(let reason):
      reason
    }
  }

  private static func advice(_ conflict: SchemaConflict) -> String? {
    switch conflict {
    case .lacksValues: "what is added to records that are there is optional, or has a default"
    case .losesValues, .losesLinks:
      "a `version` makes changes that lose data, and `preview migrate` tells what they lose"
    case .repeatedValues, .sharedValues, .brokenRule, .unansweredRule, .outOfBounds, .noCase,
      .otherParent, .unfit:
      nil
    }
  }

  /// A query for the records that stand in the way.
  package static func query(finding conflict: SchemaConflict, of entity: String) -> String? {
    let entity = quotedIfNeeded(entity)
    switch conflict {
    case .sharedValues(let properties, _, _, _):
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
