import Binding
import Columns
import Context
import Model
import Storage

/// The records of a file under numbers of their own.
struct ImportedRows {
  private(set) var rows: [RecordRows] = []

  /// Records of models that have none yet: numbered from 1.
  init(ofNewModels tables: [ImportedTable]) {
    for table in tables { rows.append(table.rows(1..<Int64(table.count) + 1, after: rows)) }
  }

  /// Records of models of `schema`.
  ///
  /// - Parameters:
  ///   - binder: Knows how stores name entities and their members.
  ///   - store: Reserves the numbers, and positions where members are ordered.
  init(
    _ tables: [ImportedTable],
    of schema: Schema,
    _ binder: Binder,
    in store: any Store
  ) throws {
    for table in tables {
      let keys = try store.reserveKeys(table.count, of: schema.root(of: table.entity))
      var rows = binder.stored(table.rows(keys, after: self.rows))
      for name in rows.references.keys {
        rows.references[name]?.positions = Array(try store.reservePositions(table.count))
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
