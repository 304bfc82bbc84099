import Columns
import Expressions
import Model
import Storage
import Syntax

/// What records lose or lack in a stage.
extension StagePlanner {
  func planRemoved(_ field: StoredField, of root: String) throws {
    let (entity, name) = owner(of: field.path, in: root)
    if readByStep[root]?.contains(field.path) == true {
      return note(entity, name, .removedAfterStep)
    }
    let column = try column(of: value(of: field, root), in: root, at: nil)
    if column.validCount == 0 { return note(entity, name, .removedWithout(.value)) }
    lose(entity, name, .members(.value, column.validCount))
  }

  /// The model that declared a stored field, and its name there.
  func owner(of path: AttributePath, in root: String) -> (entity: String, name: String) {
    let (entity, name) = old.declared(path.components[0], in: root)
    return (entity, AttributePath([name] + path.components.dropFirst()).description)
  }

  /// The model that declared a relationship, and its name there.
  func owner(of end: RelationshipEnd) -> (entity: String, name: String) {
    old.declared(end.name, in: end.entity)
  }

  /// The model that declares a relationship in the new models, or did in the old ones, and its name
  /// there.
  func shown(_ end: RelationshipEnd) -> (entity: String, name: String) {
    let found = new.declared(end.name, in: end.entity)
    return found.entity == end.entity ? owner(of: end) : found
  }

  func note(_ end: RelationshipEnd, _ note: StageNote) {
    let (entity, name) = shown(end)
    self.note(entity, name, note)
  }

  func lose(_ end: RelationshipEnd, _ loss: StageLoss) {
    let (entity, name) = shown(end)
    lose(entity, name, loss)
  }

  func refuse(_ end: RelationshipEnd, _ problem: StageProblem) {
    let (entity, name) = shown(end)
    refuse(entity, name, problem)
  }

  func note(_ target: Target, _ note: StageNote) { self.note(target.entity, target.name, note) }

  func lose(_ target: Target, _ loss: StageLoss) { lose(target.entity, target.name, loss) }

  func refuse(_ target: Target, _ problem: StageProblem) {
    refuse(target.entity, target.name, problem)
  }
}
