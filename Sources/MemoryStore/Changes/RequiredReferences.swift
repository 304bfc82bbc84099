import Columns
import Model
import Storage

/// Checks that no required relationship of a new or changed row ends up nil.
extension StoreState {
  func checkRequiredReferences(_ staged: StagedChanges) throws(StoreError) {
    for table in storedSchema.entities.compactMap({ tables[$0.name] }) {
      for reference in table.layout.references where !reference.relationship.isOptional {
        let end = RelationshipEnd(entity: table.layout.entity, name: reference.relationship.name)
        try check(end, of: table, staged) { _ in true }
      }
    }
    for requirement in schema.kindRequirements {
      let table = try table(requirement.entity)
      let end = RelationshipEnd(entity: requirement.entity, name: requirement.relationship)
      let kinds = KindColumn(table: table, staged: staged.rows[requirement.entity])
      try check(end, of: table, staged) {
        kinds.kind(of: $0).map(requirement.kinds.contains) ?? false
      }
    }
  }

  /// Checks the rows of `table` that are new or lead elsewhere, as far as they require `end`.
  private func check(
    _ end: RelationshipEnd,
    of table: Table,
    _ staged: StagedChanges,
    isRequired: (Int) -> Bool
  ) throws(StoreError) {
    guard let place = table.layout.referencePlace(of: end.name) else { return }
    let rows = staged.rows[end.entity]
    let edits = staged.links.references[end] ?? [:]
    let isComplete =
      edits.allSatisfy { row, edit in !edit.isNull || !isRequired(row) }
      && (table.count..<(table.count + (rows?.count ?? 0))).allSatisfy { row in
        edits[row] != nil || rows?.hasReference(place, row: row - table.count) == true
          || !isRequired(row)
      }
    guard isComplete else { throw .missingValue(entity: end.entity, property: end.name) }
  }
}

/// Which entity of a tree each row is of, rows that are to be added included.
private struct KindColumn {
  private let count: Int
  private let old: Column?
  private let new: Column?

  init(table: Table, staged: StagedRows?) {
    count = table.count
    let place = table.layout.place(of: AttributePath([Schema.kindAttribute]))
    old = place.map { table.fields[$0].column }
    new = place.flatMap { place in staged.map { $0.columns[place] } }
  }

  func kind(of row: Int) -> String? {
    let value = row < count ? old?.value(at: row) : new?.value(at: row - count)
    if case .string(let kind)? = value { return kind }
    return nil
  }
}
