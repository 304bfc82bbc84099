import Columns
import Expressions
import Model
import Storage

/// What records lose in a stage, or lack.
extension StagePlanner {
  func planLost(_ field: StoredField, of root: String) throws {
    let (entity, name) = owner(of: field.path, in: root)
    if readByStep[root]?.contains(field.path) == true {
      return note(entity, name, "goes, after a step has read it")
    }
    let column = try column(of: value(of: field, root), in: root, at: nil)
    if column.validCount == 0 { return note(entity, name, "goes; no record had a value") }
    lose(entity, name, "\(Self.counted(column.validCount, "value")) would be lost")
  }

  /// The model that declared a stored field of a root, and the name by which it did.
  func owner(of path: AttributePath, in root: String) -> (entity: String, name: String) {
    for kind in old.kinds(of: root) where kind != root && path.components[0].hasPrefix(kind + ".") {
      return (kind, String(path.description.dropFirst(kind.count + 1)))
    }
    return (root, path.description)
  }

  func lacks(_ target: Target, _ count: Int, _ verb: String) {
    refuse(
      target.entity,
      target.name,
      "is required, and \(Self.counted(count, "record")) \(count == 1 && verb == "lack it" ? "lacks it" : verb)",
      help: stepHelp(target)
    )
  }

  func stepHelp(_ target: Target) -> String {
    let member = ([target.entity] + target.name.split(separator: ".").map(String.init))
      .map(quoted).joined(separator: ".")
    return "a step says what they get: `set \(member) = …`"
  }
}
