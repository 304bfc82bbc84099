import Columns
import Model
import Storage

/// Committing checked changes to a table.
extension Table {
  /// Applies all changes. Columns change in place unless a snapshot holds them.
  func commit(_ staged: StagedTable) {
    origin = nil
    removeFromIndexes(staged.uniqueEdits)
    var changed = delete(staged.deleted)
    append(staged)
    numbers.skip(to: staged.nextNumber)
    live.insert(staged.revived)
    for (place, kept) in staged.dangling {
      references[place].keep(kept)
      changed.insert(place)
    }
    for write in staged.writes { changed.formUnion(self.write(write)) }
    addToIndexes(staged.uniqueEdits)
    forgetMembers(of: changed)
  }

  /// Marks rows as dead and clears their references; returns the changed relationships.
  private func delete(_ rows: [Int64]) -> Set<Int> {
    guard !rows.isEmpty else { return [] }
    live.remove(rows)
    for place in references.indices { references[place].clear(rows) }
    return Set(references.indices)
  }

  /// Appends the new rows, without references.
  private func append(_ staged: StagedTable) {
    guard let rows = staged.rows, rows.count > 0 else { return }
    for (field, column) in zip(fields, rows.columns) {
      let isAppended = field.append(contentsOf: column)
      precondition(isAppended, "staged columns are of the table's types")
    }
    for place in references.indices { references[place].append(nulls: rows.count) }
    numbers.append(contentsOf: staged.numbers)
    live.append(rows.count)
  }

  /// Overwrites rows; returns the changed relationships.
  private func write(_ write: StagedWrite) -> Set<Int> {
    for (place, column) in write.columns {
      let isSet = fields[place].set(write.rows, to: column)
      precondition(isSet, "staged columns are of the table's types")
    }
    for (place, targets) in write.references { references[place].set(write.rows, to: targets) }
    return Set(write.references.keys)
  }

  private func removeFromIndexes(_ edits: [UniqueEdit]) {
    for edit in edits {
      if edit.leaving.count > uniqueIndexes[edit.key].count / 4 {
        let leaving = RowSet(edit.leaving)
        uniqueIndexes[edit.key].rebuild { leaving.contains(Int64($0)) ? nil : $0 }
      } else {
        for (row, hash) in zip(edit.leaving, edit.leavingHashes) where hash != 0 {
          uniqueIndexes[edit.key].remove(Int(row), hash)
        }
      }
    }
  }

  private func addToIndexes(_ edits: [UniqueEdit]) {
    for edit in edits {
      uniqueIndexes[edit.key].reserve(edit.arriving.count)
      for (row, hash) in zip(edit.arriving, edit.arrivingHashes) where hash != 0 {
        uniqueIndexes[edit.key].insert(Int(row), hash)
      }
    }
  }
}
