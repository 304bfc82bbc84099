import GRDB
import Model
import SQLGeneration
import Storage

/// Fills the join table of a new many-to-many relationship.
struct LinkFilling {
  let fill: LinkFill
  let model: FileModel
  let db: Database

  func run() throws {
    let owners = try model.table(fill.entity)
    guard case .joinTable(let join)? = owners.mapping.toManys[fill.relationship],
      let relationship = model.stored.entity(fill.entity)?.relationship(fill.relationship)
    else {
      throw StoreError.unknownProperty(entity: fill.entity, property: fill.relationship)
    }
    let ownerNumbers = try owners.numbers(db)
    let memberNumbers = try model.table(relationship.destination).numbers(db)
    let positions = [join.position, join.inversePosition].compactMap { $0 }
    let names = [join.owner.name, join.member.name] + positions
    let insert = try db.makeStatement(
      sql: "INSERT OR IGNORE INTO \(join.table.quotedForSQL)"
        + " (\(names.map(\.quotedForSQL).joined(separator: ", ")))"
        + " VALUES (?, ?\(positions.map { _ in ", 0" }.joined()))"
    )
    for pair in fill.pairs {
      guard ownerNumbers.indices.contains(Int(pair.owner)),
        memberNumbers.indices.contains(Int(pair.member))
      else { continue }
      let (owner, member) = (ownerNumbers[Int(pair.owner)], memberNumbers[Int(pair.member)])
      try insert.execute(arguments: [owner, member])
      if join.isSymmetric, owner != member { try insert.execute(arguments: [member, owner]) }
    }
  }
}

extension FileModel.Table {
  /// The numbers of all rows in ascending order.
  func numbers(_ db: Database) throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: "SELECT \(mapping.rowNumber.quotedForSQL) FROM \(mapping.table.quotedForSQL) ORDER BY 1"
    )
  }
}
