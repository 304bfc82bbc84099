import Model
import SQLGeneration
import Storage

/// Writes the pairs of many-to-many relationships.
struct ServerPairs {
  private let writer: ServerWriter

  init(_ writer: ServerWriter) { self.writer = writer }

  private struct End: Hashable {
    let entity: String
    let relationship: String
  }

  /// Links records, or changes their positions.
  func link(_ linkages: [RecordLinkage]) throws {
    for (end, linkages) in grouped(linkages, by: \.pair) {
      let (table, owners, members) = try ends(end, linkages.map(\.pair))
      var rows = linkages.indices.map { place in
        Row(
          owners[place],
          members[place],
          linkages[place].position,
          linkages[place].inversePosition
        )
      }
      if rows.contains(where: { $0.owner == nil || $0.member == nil }) {
        throw StoreError.danglingLink(entity: end.entity, relationship: end.relationship)
      }
      if table.isSymmetric {
        rows += rows.filter { $0.owner != $0.member }
          .map { Row($0.member, $0.owner, $0.inversePosition, $0.position) }
      }
      // A pair may be given several times; the last one counts.
      var places: [[String?]: Int] = [:]
      for (place, row) in rows.enumerated() { places[[row.owner, row.member]] = place }
      try put(places.values.sorted().map { rows[$0] }, table)
    }
  }

  /// Unlinks records; does nothing for those that do not exist.
  func unlink(_ pairs: [RecordPair]) throws {
    for (end, pairs) in grouped(pairs, by: \.self) {
      let (table, owners, members) = try ends(end, pairs)
      var rows = pairs.indices.map { Row(owners[$0], members[$0], 0, 0) }
      if table.isSymmetric { rows += rows.map { Row($0.member, $0.owner, 0, 0) } }
      let (columns, condition) = try columns(table, rows)
      try writer.transaction.run(
        "DELETE FROM \(table.qualifiedTable) AS t USING "
          + (try writer.unnested(columns, rows.indices)) + " WHERE \(condition)"
      )
    }
  }

  /// Removes all links of deleted records.
  func unlinkAll(of selection: RecordSelection) throws {
    let owner = try writer.model.table(selection.entity)
    for (_, mapping) in owner.mapping.toManys.sorted(by: { $0.key < $1.key }) {
      guard case .joinTable(let table) = mapping else { continue }
      let facts = try writer.facts(of: table.qualifiedTable)
      let ends = table.isSymmetric ? [table.owner, table.member] : [table.owner]
      for column in ends {
        guard let fact = facts[column.name] else { continue }
        let keys = try writer.texts(
          of: column.target ?? owner.key.first?.name ?? "",
          owner,
          of: selection.keys.all
        )
        let values = WrittenColumn(column.name, fact, texts: keys)
        try writer.transaction.run(
          "DELETE FROM \(table.qualifiedTable) AS t USING "
            + (try writer.unnested([values], keys.indices)) + " WHERE "
            + ServerWriter.equality([values])
        )
      }
    }
  }

  // MARK: Rows

  private struct Row {
    let owner: String?
    let member: String?
    let position: Int64
    let inversePosition: Int64

    init(_ owner: String?, _ member: String?, _ position: Int64, _ inversePosition: Int64) {
      (self.owner, self.member) = (owner, member)
      (self.position, self.inversePosition) = (position, inversePosition)
    }
  }

  /// The parts of one relationship each, in order.
  private func grouped<Part>(
    _ parts: [Part],
    by pair: (Part) -> RecordPair
  ) -> [(End, [Part])] {
    Dictionary(grouping: parts) { part in
      End(entity: pair(part).entity, relationship: pair(part).relationship)
    }
    .sorted { ($0.key.entity, $0.key.relationship) < ($1.key.entity, $1.key.relationship) }
    .map { ($0.key, $0.value) }
  }

  private func ends(
    _ end: End,
    _ pairs: [RecordPair]
  ) throws -> (JoinTableMapping, owners: [String?], members: [String?]) {
    let owner = try writer.model.table(end.entity)
    guard case .joinTable(let table)? = owner.mapping.toManys[end.relationship] else {
      throw StoreError.unknownProperty(entity: end.entity, property: end.relationship)
    }
    let destination = try writer.model.relationship(end.relationship, of: end.entity).destination
    let member = try writer.model.table(destination)
    func texts(_ column: JoinColumn, _ table: ServerModel.Table, _ keys: [RecordKey]) throws
      -> [String?]
    {
      try writer.texts(of: column.target ?? table.key.first?.name ?? "", table, of: keys)
    }
    return (
      table, try texts(table.owner, owner, pairs.map(\.owner)),
      try texts(table.member, member, pairs.map(\.member))
    )
  }

  private func columns(
    _ table: JoinTableMapping,
    _ rows: [Row]
  ) throws -> ([WrittenColumn], condition: String) {
    let facts = try writer.facts(of: table.qualifiedTable)
    guard let owner = facts[table.owner.name], let member = facts[table.member.name] else {
      throw StoreError.unknownEntity(table.table)
    }
    let columns = [
      WrittenColumn(table.owner.name, owner, texts: rows.map(\.owner)),
      WrittenColumn(table.member.name, member, texts: rows.map(\.member)),
    ]
    return (columns, ServerWriter.equality(columns))
  }

  private func put(_ rows: [Row], _ table: JoinTableMapping) throws {
    let facts = try writer.facts(of: table.qualifiedTable)
    let (keys, condition) = try columns(table, rows)
    var positions: [WrittenColumn] = []
    if let position = table.position, let fact = facts[position] {
      positions.append(WrittenColumn(position, fact, numbers: rows.map(\.position)))
    }
    if let position = table.inversePosition, let fact = facts[position] {
      positions.append(WrittenColumn(position, fact, numbers: rows.map(\.inversePosition)))
    }
    let values = try writer.unnested(keys + positions, rows.indices)
    if !positions.isEmpty {
      let sets = positions.map { "\($0.name.quotedForSQL) = v.\($0.name.quotedForSQL)::bigint" }
      try writer.transaction.run(
        "UPDATE \(table.qualifiedTable) AS t SET \(sets.joined(separator: ", ")) FROM " + values
          + " WHERE \(condition)"
      )
    }
    let all = keys + positions
    try writer.transaction.run(
      "INSERT INTO \(table.qualifiedTable)"
        + " (\(all.map(\.name.quotedForSQL).joined(separator: ", "))) SELECT "
        + all.map { "v.\($0.name.quotedForSQL)::\($0.type)" }.joined(separator: ", ")
        + " FROM " + values
        + " WHERE NOT EXISTS (SELECT 1 FROM \(table.qualifiedTable) AS t WHERE \(condition))"
    )
  }
}
