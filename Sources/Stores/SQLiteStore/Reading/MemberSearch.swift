import Columns
import GRDB
import Storage

/// The parts of a statement that finds the members of owners.
struct MemberQuery {
  /// The owner's row number.
  let owner: String
  /// The tables for finding the members of one owner; that of the members is `t`.
  let ownerSource: String
  /// The condition that the owner's row has the bound number; it uses an index if possible.
  let isOwner: String
  /// The column with the owner's row number, so that an index can find the members of many owners;
  /// nil if there is none.
  let ownerNumber: String?
  /// The member's row number.
  let member: String
  /// The table, as `t`.
  let source: String
  let conditions: [String]
  /// The sort keys of an owner's members.
  let order: [String]
  /// The member's position among those of the owner; nil if it is not requested.
  let position: String?
  let inversePosition: String?
  let isJoinTable: Bool

  private var columns: String {
    ["\(owner) AS owner", member, position, inversePosition]
      .compactMap { $0 }.joined(separator: ", ")
  }

  /// The SELECT of the members of the bound owner.
  var ofOneOwner: String {
    "SELECT \(columns) FROM \(ownerSource) WHERE "
      + (conditions + [isOwner]).joined(separator: " AND ")
      + " ORDER BY \(order.joined(separator: ", "))"
  }

  /// The SELECT of the members of the bound range of owners, ordered by owner.
  var ofOwnersInRange: String {
    var all = conditions + ["\(owner) BETWEEN ?1 AND ?2"]
    if let ownerNumber, ownerNumber != owner {
      // A column without a type may contain text, which is compared with numbers like a key.
      all.append("\(ownerNumber) BETWEEN CAST(?1 AS INTEGER) AND CAST(?2 AS INTEGER)")
    }
    return "SELECT \(columns) FROM \(source) WHERE \(all.joined(separator: " AND "))"
      + " ORDER BY \(([owner] + order).joined(separator: ", "))"
  }
}

/// Finds the members of owners: for each owner, or for the range of all owners.
struct MemberSearch {
  private let query: MemberQuery
  private let owners: [Int64]
  private var members: [Int64] = []
  private(set) var positions: [Int64] = []
  private(set) var inversePositions: [Int64] = []

  init(_ query: MemberQuery, _ owners: [Int64]) {
    self.query = query
    self.owners = owners
  }

  mutating func lists(_ db: Database) throws -> MemberLists {
    var starts = [0]
    starts.reserveCapacity(owners.count + 1)
    if owners.count > 16, owners.isStrictlyAscending, owners.areClose {
      try readRange(db, &starts)
    } else {
      try readEach(db, &starts)
    }
    return MemberLists(starts: starts, members: members)
  }

  private mutating func readEach(_ db: Database, _ starts: inout [Int]) throws {
    let statement = try db.cachedStatement(sql: query.ofOneOwner)
    for owner in owners {
      if owner != Column.nullReference {
        statement.bind(owner, at: 1)
        defer { statement.reset() }
        while try statement.step(db) { append(statement) }
      }
      starts.append(members.count)
    }
  }

  private mutating func readRange(_ db: Database, _ starts: inout [Int]) throws {
    guard let first = owners.first, let last = owners.last else { return }
    let statement = try db.cachedStatement(sql: query.ofOwnersInRange)
    defer { statement.reset() }
    statement.bind(first, at: 1)
    statement.bind(last, at: 2)
    var place = 0
    while try statement.step(db) {
      let owner = statement.number(0)
      while place < owners.count, owners[place] < owner {
        starts.append(members.count)
        place += 1
      }
      guard place < owners.count, owners[place] == owner else { continue }
      append(statement)
    }
    while starts.count <= owners.count { starts.append(members.count) }
  }

  private mutating func append(_ statement: Statement) {
    members.append(statement.number(1))
    guard query.isJoinTable else { return }
    positions.append(statement.number(2))
    inversePositions.append(statement.number(3))
  }
}
