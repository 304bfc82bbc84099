import Columns
import Model
import Storage

extension OverlaySnapshot {
  /// The invalid values of the snapshot below, except in deleted or changed records.
  func findInvalidValues(of entity: String, in path: AttributePath) throws -> [InvalidValue] {
    let found = try below.invalidValues(of: entity, in: path)
    if found.isEmpty { return [] }
    let references = try references(to: .list(found.map(\.owner)), of: entity)
    let column = try gather([.attribute(path)], of: entity, at: references)[0]
    return found.indices.filter { row in
      references[row] != Column.nullReference
        && (found[row].isRead ? column.hasRepairedText(row) : !column.isValid(row))
    }.map { found[$0] }
  }
}
