import Columns
import Model
import Storage

/// Checks that required relationships of new and changed rows are not nil.
extension StoreState {
  func checkRequiredReferences(_ staged: StagedChanges) throws(StoreError) {
    for table in staged.sortedTables {
      for (place, reference) in table.layout.references.enumerated()
      where !reference.relationship.isOptional && table.hasNull(place, where: { _ in true }) {
        throw table.missing(reference)
      }
    }
    for requirement in schema.kindRequirements {
      guard let table = staged.tables[requirement.entity],
        let place = table.layout.referencePlace(of: requirement.relationship)
      else { continue }
      let kinds = table.kinds
      let lacks = table.hasNull(place, besides: kinds.changedRows) {
        kinds.kind(of: $0).map(requirement.kinds.contains) ?? false
      }
      if lacks { throw table.missing(table.layout.references[place]) }
    }
  }
}

extension StagedTable {
  fileprivate func missing(_ reference: ReferenceLayout) -> StoreError {
    .missingValue(entity: entity, property: reference.relationship.name)
  }

  /// Whether the reference is nil after the change in a row that requires it. Checks new rows, rows
  /// with a changed reference, and `others`.
  fileprivate func hasNull(
    _ place: Int,
    besides others: [Int64] = [],
    where isRequired: (Int64) -> Bool
  ) -> Bool {
    let first = Int64(table.rowCount)
    var isSet = Array(repeating: false, count: addedCount)
    var nulls: Set<Int64> = Set(revived.filter(isRequired))
    for row in others where row < first && isRequired(row) {
      let target = table.references[place].builder.reference(at: Int(row))
      if target == Column.nullReference { nulls.insert(row) }
    }
    for write in writes {
      guard let references = write.references[place] else { continue }
      for (index, row) in write.rows.enumerated() {
        // A dangling reference counts as set.
        let isNull =
          references.targets[index] == Column.nullReference && references.dangling[index] == nil
        if row >= first {
          isSet[Int(row - first)] = !isNull
        } else if isNull {
          if isRequired(row) { nulls.insert(row) }
        } else if !nulls.isEmpty {
          nulls.remove(row)
        }
      }
    }
    return nulls.contains(where: isLive)
      || isSet.indices.contains { !isSet[$0] && isRequired(first + Int64($0)) }
  }

  /// The entity of each row after the change.
  fileprivate var kinds: KindColumn { KindColumn(self) }
}

/// The entity of each row of a root model, including new rows.
private struct KindColumn {
  private let count: Int64
  private let old: Column?
  private let new: Column?
  private var changed: [Int64: Value] = [:]

  init(_ staged: StagedTable) {
    count = Int64(staged.table.rowCount)
    let place = staged.layout.place(of: AttributePath([Schema.kindAttribute]))
    old = place.map { staged.table.fields[$0].column }
    new = place.flatMap { staged.rows?.column($0) }
    for write in staged.writes {
      guard let column = place.flatMap({ write.columns[$0] }) else { continue }
      for (index, row) in write.rows.enumerated() { changed[row] = column.value(at: index) }
    }
  }

  /// The rows whose entity is set.
  var changedRows: [Int64] { Array(changed.keys) }

  func kind(of row: Int64) -> String? {
    let value =
      changed[row]
      ?? (row < count ? old?.value(at: Int(row)) : new?.value(at: Int(row - count)))
    if case .string(let kind)? = value { return kind }
    return nil
  }
}
