import Columns
import Formats
import Model
import Session
import Storage

/// Records from a file for one entity, before they are numbered.
struct ImportedTable {
  /// The records' entity.
  let entity: String
  /// The number of records.
  private(set) var count: Int
  /// The columns of stored fields; missing fields are nil.
  var columns: [AttributePath: Column]
  /// For attributes that some records of the file lack, whether each record does.
  var missing: [String: [Bool]] = [:]
  /// The owners of records in arrays; nil for other records.
  var owners: ImportedOwners?
  /// The targets of to-one relationships, record by record.
  var targets: [String: [ImportedTarget?]] = [:]
  /// The keys of to-one relationships that are not looked up yet.
  var keys: [String: Column] = [:]
  /// For each record its row in the file, or that of the record around it; nil if the rows are the
  /// same.
  var rootRows: [Int]?
  /// The keys in the file for properties with other names.
  var origins: [String: [String]] = [:]

  init(
    entity: String,
    count: Int,
    columns: [AttributePath: Column],
    owners: ImportedOwners? = nil
  ) {
    self.entity = entity
    self.count = count
    self.columns = columns
    self.owners = owners
  }

  /// The row in the file of a record, or of the record around it.
  func rootRow(_ row: Int) -> Int { rootRows?[row] ?? row }

  /// Keeps the records in `rows`, in ascending order.
  func keeping(_ rows: [Int]) -> ImportedTable {
    if rows.count == count { return self }
    let places = rows.map(Int64.init)
    var kept = self
    kept.count = rows.count
    kept.columns = columns.mapValues { $0.gathered(at: places) }
    kept.keys = keys.mapValues { $0.gathered(at: places) }
    kept.missing = missing.mapValues { missing in rows.map { missing[$0] } }
    kept.targets = targets.mapValues { targets in rows.map { targets[$0] } }
    kept.rootRows = rows.map(rootRow)
    kept.owners?.rows = rows.compactMap { owners?.rows[$0] }
    return kept
  }

  /// The records under keys.
  ///
  /// - Parameters:
  ///   - all: The keys of all records of the table.
  ///   - others: The keys of the tables before this one.
  func rows(_ keys: RecordKeys, of all: RecordKeys, after others: [RecordKeys]) -> RecordRows {
    var rows = RecordRows(entity: entity, keys: keys, columns: columns)
    if let owners {
      let ownerKeys = others[owners.table]
      rows.references[owners.relationship] = RecordReferences(
        targets: owners.rows.map { ownerKeys[Int($0)] }
      )
    }
    for (relationship, targets) in targets {
      rows.references[relationship] = RecordReferences(
        targets: targets.map { target in
          switch target {
          case .record(let key)?: key
          case .row(let row)?: all[row]
          case nil: nil
          }
        }
      )
    }
    return rows
  }
}

/// The target of a to-one relationship of a new record.
enum ImportedTarget: Hashable {
  /// An existing record.
  case record(RecordKey)
  /// A record of the same table.
  case row(Int)
}

/// The owners of a table's records: records of an earlier table.
struct ImportedOwners {
  /// The to-one relationship to the owner.
  let relationship: String
  /// The index of the owners' table.
  let table: Int
  /// The row of its owner for each record.
  var rows: [Int64]
}

extension [ImportedTable] {
  /// The rows of the file, ascending, whose records reference those of `bad`, directly or
  /// indirectly.
  func followers(of bad: Set<Int>) -> [Int] {
    // The links to each record as a linked list: the last link, and the one before each.
    var lastLinks: [Int: Int] = [:]
    var links: [(source: Int, before: Int?)] = []
    for table in self {
      for targets in table.targets.values {
        for (row, target) in targets.enumerated() {
          guard case .row(let other)? = target else { continue }
          let before = lastLinks.updateValue(links.count, forKey: table.rootRow(other))
          links.append((source: table.rootRow(row), before: before))
        }
      }
    }
    var found: Set<Int> = []
    var waiting = [Int](bad)
    while let row = waiting.popLast() {
      var place = lastLinks[row]
      while let link = place {
        let source = links[link].source
        if !bad.contains(source), found.insert(source).inserted { waiting.append(source) }
        place = links[link].before
      }
    }
    return found.sorted()
  }

  /// The tables without some rows of the file and the records in them.
  func leavingOut(_ bad: Set<Int>) -> [ImportedTable] {
    if bad.isEmpty { return self }
    var kept: [ImportedTable] = []
    var places: [[Int64]] = []
    for table in self {
      let rows = (0..<table.count).filter { !bad.contains(table.rootRow($0)) }
      var place = [Int64](repeating: -1, count: table.count)
      for (new, old) in rows.enumerated() { place[old] = Int64(new) }
      var smaller = table.keeping(rows)
      if let owners = smaller.owners {
        smaller.owners?.rows = owners.rows.map { places[owners.table][Int($0)] }
      }
      smaller.targets = smaller.targets.mapValues { targets in
        targets.map { target in
          guard case .row(let row)? = target else { return target }
          return .row(Int(place[row]))
        }
      }
      kept.append(smaller)
      places.append(place)
    }
    return kept
  }
}
