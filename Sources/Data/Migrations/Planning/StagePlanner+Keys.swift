import Columns
import Expressions
import Model
import Storage
import Syntax

/// The unique keys of a stage.
extension StagePlanner {
  /// Finds duplicate values in keys that are new or whose values change.
  func planKeys(
    of entity: Entity,
    _ layout: TableLayout,
    _ oldLayout: TableLayout,
    _ renames: ColumnRenames
  ) throws {
    let folded = layout.foldedKeys.sorted { $0.key.description < $1.key.description }
    for (key, match) in layout.uniqueKeys.map({ ($0, nil) }) + folded.map({ ($0, $1) }) {
      let previous = Set(key.paths.map(renames.previous))
      let isKnown =
        match == nil
        ? oldLayout.uniqueKeys.contains { Set($0.paths) == previous }
        : oldLayout.foldedKeys.contains { Set($0.key.paths) == previous && $0.value == match }
      let fills = key.paths.map { path in
        plan.change.fills.last { $0.entity == entity.name && $0.path == path }
      }
      if isKnown, fills.allSatisfy({ $0 == nil }) { continue }
      let columns = try zip(key.paths, fills).compactMap { path, fill -> Column? in
        if let fill { return fill.column }
        guard let place = oldLayout.place(of: renames.previous(path)) else { return nil }
        let field = oldLayout.fields[place]
        return try column(of: value(of: field, entity.name), in: entity.name, at: nil)
      }
      // A part that is nil in all records has no duplicates.
      guard columns.count == key.paths.count else { continue }
      try requireDifferent(columns, of: key, match, entity)
    }
  }

  private func requireDifferent(
    _ columns: [Column],
    of key: UniqueKey,
    _ match: StringMatch?,
    _ entity: Entity
  ) throws {
    var first: [[Value]: Int] = [:]
    var count = 0
    var example: (Int, Int)?
    for row in 0..<(columns.first?.count ?? 0) {
      try checkCancellation(at: row)
      let written = columns.map { $0.value(at: row) }
      let values = match?.folded(written) ?? written
      if values.contains(where: \.isNull) { continue }
      if let other = first[values] {
        count += 1
        if example == nil { example = (other, row) }
      } else {
        first[values] = row
      }
    }
    guard let (one, other) = example else { return }
    refuse(
      entity.name,
      key.description,
      .sharedValues(
        columns.map { $0.value(at: one) },
        records: count,
        between: try [one, other].compactMap { try record($0, of: entity.name) },
        path: key.paths.last?.components ?? []
      )
    )
  }
}
