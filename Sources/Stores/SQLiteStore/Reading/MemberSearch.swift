import Columns
import GRDB
import Storage

/// A statement that finds the members of owners, in parts.
struct MemberQuery {
  /// The number of the owner's row.
  let owner: String
  /// The tables in which the members of one owner are looked for; the members' is `t`.
  let ownerSource: String
  /// The condition there that the owner's row has the number that is bound; an index serves it where
  /// there is one.
  let isOwner: String
  /// The column that is the number of the owner's row where it leads to one, for an index to find the
  /// members of many owners; nil where no column is.
  let ownerNumber: String?
  /// The number of the member's row.
  let member: String
  /// The table, as `t`.
  let source: String
  let conditions: [String]
  /// By what the members of one owner are sorted.
  let order: [String]
  /// The member's place among those of the owner; nil where it is not asked.
  let position: String?
  let inversePosition: String?
  let isJoinTable: Bool

  private var columns: String {
    ["\(owner) AS owner", member, position, inversePosition]
      .compactMap { $0 }.joined(separator: ", ")
  }

  /// The SELECT of the members of the owner that is bound.
  var ofOneOwner: String {
    "SELECT \(columns) FROM \(ownerSource) WHERE "
      + (conditions + [isOwner]).joined(separator: " AND ")
      + " ORDER BY \(order.joined(separator: ", "))"
  }

  /// The SELECT of the members of the owners from the first that is bound to the second, by owners.
  var ofOwnersInRange: String {
    var all = conditions + ["\(owner) BETWEEN ?1 AND ?2"]
    if let ownerNumber, ownerNumber != owner {
      // A column without a type holds texts too: they are compared with numbers as keys are.
      all.append("\(ownerNumber) BETWEEN CAST(?1 AS INTEGER) AND CAST(?2 AS INTEGER)")
    }
    return "SELECT \(columns) FROM \(source) WHERE \(all.joined(separator: " AND "))"
      + " ORDER BY \(([owner] + order).joined(separator: ", "))"
  }
}

/// Finds the members of some owners: one owner after another, or of all from the first to the last.
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
    if owners.count > 16, owners.isStrictlyRising, owners.lieClose {
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
