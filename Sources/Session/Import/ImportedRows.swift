import Columns
import Context
import Model
import Storage

/// The records of files under numbers that a store has reserved for them.
struct ImportedRows {
  private(set) var rows: [RecordRows] = []

  /// - Parameters:
  ///   - loads: As stores name entities and their members.
  ///   - store: Reserves the numbers, and positions where members are ordered.
  init(_ loads: [ColumnLoad], in store: any Store) throws {
    for load in loads {
      let keys = try store.reserveKeys(load.count, of: load.entity)
      var rows = RecordRows(entity: load.entity, keys: .range(keys), columns: load.columns)
      for (name, loaded) in load.references {
        let owners = self.rows[loaded.load].keys
        rows.references[name] = RecordReferences(
          targets: loaded.rows.map { owners[Int($0)] },
          positions: Array(try store.reservePositions(load.count))
        )
      }
      self.rows.append(rows)
    }
  }

  /// The place of a new record among those of its file, from 1 on; nil for other records.
  func place(of record: RecordID) -> Int? {
    guard case .number(let number) = record.key else { return nil }
    for rows in rows where rows.entity == record.entity {
      if case .range(let keys) = rows.keys, keys.contains(number) {
        return Int(number - keys.lowerBound) + 1
      }
    }
    return nil
  }
}

extension ChangeProblemWording {
  /// What is wrong with records of a file, which have no numbers that anybody knows.
  static func lines(_ failure: ChangeFailure, of rows: ImportedRows, file: String) -> [String] {
    let lines = failure.problems.map { problem in
      let place = problem.record.flatMap(rows.place)
      let message = message(problem, isNew: place != nil)
      return "\(file): error: " + (place.map { "record \($0): " } ?? "") + message
    }
    let rest = failure.total - failure.problems.count
    return lines + (rest > 0 ? ["… and \(rest) more like these"] : [])
  }
}
