import GRDB

/// What numbers are given out of.
enum NumberCounter: Hashable {
  case entity(String)
  case positions

  /// The entity, for errors; empty for positions.
  var entity: String { if case .entity(let name) = self { name } else { "" } }

  func next(_ db: Database) throws -> Int64 {
    switch self {
    case .entity(let name): try MartletTables.nextNumber(of: name, db)
    case .positions: try MartletTables.nextPosition(db)
    }
  }

  func raise(to number: Int64, _ db: Database) throws {
    switch self {
    case .entity(let name): try MartletTables.raiseNextNumber(of: name, to: number, db)
    case .positions: try MartletTables.raiseNextPosition(to: number, db)
    }
  }

  func set(to number: Int64, _ db: Database) throws {
    switch self {
    case .entity(let name): try MartletTables.setNextNumber(of: name, to: number, db)
    case .positions: try MartletTables.setNextPosition(to: number, db)
    }
  }
}
