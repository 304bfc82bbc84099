import Columns
import Expressions
import Model
import Rendering
import Storage
import Syntax

/// What records lose in a stage, or lack.
extension StagePlanner {
  func planLost(_ field: StoredField, of root: String) throws {
    let (entity, name) = owner(of: field.path, in: root)
    if readByStep[root]?.contains(field.path) == true {
      return note(entity, name, "goes, after a step has read it")
    }
    let column = try column(of: value(of: field, root), in: root, at: nil)
    if column.validCount == 0 { return note(entity, name, "goes; no record had a value") }
    lose(entity, name, "\(counted(column.validCount, "value")) would be lost")
  }

  /// The model that declared a stored field of a root, and the name by which it did.
  func owner(of path: AttributePath, in root: String) -> (entity: String, name: String) {
    let (entity, name) = old.declared(path.components[0], in: root)
    return (entity, AttributePath([name] + path.components.dropFirst()).description)
  }

  /// The model that declared the relationship at an end, and the name by which it did.
  func owner(of end: RelationshipEnd) -> (entity: String, name: String) {
    old.declared(end.name, in: end.entity)
  }

  /// The end of a relationship by the names that the models have, from then on or so far.
  func shown(_ end: RelationshipEnd) -> (entity: String, name: String) {
    let found = new.declared(end.name, in: end.entity)
    return found.entity == end.entity ? owner(of: end) : found
  }

  func note(_ end: RelationshipEnd, _ text: String) {
    let (entity, name) = shown(end)
    note(entity, name, text)
  }

  func lose(_ end: RelationshipEnd, _ text: String) {
    let (entity, name) = shown(end)
    lose(entity, name, text)
  }

  func refuse(_ end: RelationshipEnd, _ text: String, help: String? = nil) {
    let (entity, name) = shown(end)
    refuse(entity, name, text, help: help)
  }

  func lacks(_ target: Target, _ count: Int, _ verb: String) {
    refuse(
      target.entity,
      target.name,
      "is required, and \(counted(count, "record")) \(count == 1 && verb == "lack it" ? "lacks it" : verb)",
      help: stepHelp(target)
    )
  }

  func stepHelp(_ target: Target) -> String {
    let member = ([target.entity] + target.name.split(separator: ".").map(String.init))
      .map(quotedIfNeeded).joined(separator: ".")
    return "a step says what they get: `set \(member) = …`"
  }
}
