import Model
public import Storage

/// Positions in ordered relationships.
extension ModelContext {
  /// Returns `rows` with the previous positions of records that keep their owner.
  public func keepingPositions(of rows: RecordRows) throws -> RecordRows {
    let layout = try schema().layout(rows.entity)
    let ordered = layout.references.filter(\.hasPositions).map(\.relationship.name)
      .filter { rows.references[$0]?.positions != nil }
    if ordered.isEmpty { return rows }
    let reader = RecordReader(layout, try snapshot())
    var kept = rows
    for name in ordered {
      let previous = try reader.targets(of: name, keys: rows.keys.all)
      guard let places = previous.positions else { continue }
      let targets = rows.references[name]?.targets ?? []
      for (row, target) in targets.enumerated()
      where target != nil && target == previous.targets[row] {
        kept.references[name]?.positions?[row] = places[row]
      }
    }
    return kept
  }
}
