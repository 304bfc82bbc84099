import Model
import SQLGeneration
import Storage

/// Fills the join table of a new many-to-many relationship.
struct LinkFilling<Database: NativeDatabase> {
  let fill: LinkFill
  let model: NativeModel
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
    var seen: Set<[Int64]> = []
    var rows: [[SQLValue]] = []
    func add(_ owner: Int64, _ member: Int64) {
      guard seen.insert([owner, member]).inserted else { return }
      rows.append([.integer(owner), .integer(member)] + positions.map { _ in .integer(0) })
    }
    for pair in fill.pairs {
      guard ownerNumbers.indices.contains(Int(pair.owner)),
        memberNumbers.indices.contains(Int(pair.member))
      else { continue }
      let (owner, member) = (ownerNumbers[Int(pair.owner)], memberNumbers[Int(pair.member)])
      add(owner, member)
      if join.isSymmetric { add(member, owner) }
    }
    try db.insert(into: join.table, [join.owner.name, join.member.name] + positions, rows)
  }
}

extension NativeModel.Table {
  /// The numbers of all rows in ascending order.
  func numbers(_ db: some NativeDatabase) throws -> [Int64] {
    try db.numbers(
      SQLFragment(
        "SELECT \(mapping.rowNumber.quotedForSQL) FROM \(mapping.table.quotedForSQL) ORDER BY 1"
      )
    )
  }
}
